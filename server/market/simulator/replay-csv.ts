import { BrokenDataError } from './catalogue.js';
import { dateOf, dayOf } from './civil.js';
import { parseCsv, type CsvRow } from './csv.js';

/** One day of real candles. Prices are in the quote asset, volume in whatever unit the source counts. */
export interface ReplayRow {
  /** Days since 1970-01-01. */
  day: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

const NEEDED = ['date', 'open', 'high', 'low', 'close', 'volume'] as const;
type Needed = (typeof NEEDED)[number];
const MAX_ROWS = 50_000;

/**
 * Reads daily candles from a CSV file with a header line; columns are found by name and others are ignored.
 * Throws a `BrokenDataError` that names file, line and column at the first row that is not a possible candle, and never
 * returns a part of a file. The column counts fields from 1.
 */
export function parseReplayCsv(file: string, text: string): ReplayRow[] {
  const [header, ...rows] = parseCsv(file, text);
  if (!header) throw new BrokenDataError({ file, line: 1, column: 1, reason: 'the file is empty' });
  const columns = columnsOf(file, header);
  if (rows.length === 0) fail(file, header, 0, 'there is no candle after the header');
  if (rows.length > MAX_ROWS) fail(file, rows[MAX_ROWS] as CsvRow, 0, `more than ${MAX_ROWS} candles`);
  let lastDay = -Infinity;
  return rows.map((row) => {
    if (row.fields.length !== header.fields.length) {
      fail(file, row, row.fields.length - 1, `${row.fields.length} fields, the header has ${header.fields.length}`);
    }
    const candle = candleOf(file, row, columns);
    if (candle.day <= lastDay) fail(file, row, columns.date, 'dates must rise from row to row');
    lastDay = candle.day;
    return candle;
  });
}

function columnsOf(file: string, header: CsvRow): Record<Needed, number> {
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const found = NEEDED.map((name): [Needed, number] => {
    const at = names.indexOf(name);
    if (at < 0) fail(file, header, 0, `the header has no column ${name}`);
    if (names.indexOf(name, at + 1) >= 0) fail(file, header, names.indexOf(name, at + 1), `a second column ${name}`);
    return [name, at];
  });
  return Object.fromEntries(found) as Record<Needed, number>;
}

function candleOf(file: string, row: CsvRow, columns: Record<Needed, number>): ReplayRow {
  const price = (name: Needed): number => {
    const value = numberOf(file, row, columns[name], name);
    return value > 0 ? value : fail(file, row, columns[name], `${name} is not above zero`);
  };
  const candle: ReplayRow = {
    day: dayOfText(file, row, columns.date),
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    volume: numberOf(file, row, columns.volume, 'volume'),
  };
  const { open, high, low, close } = candle;
  if (high < Math.max(open, close, low)) fail(file, row, columns.high, 'high is below another price of the row');
  if (low > Math.min(open, close)) fail(file, row, columns.low, 'low is above another price of the row');
  return candle;
}

function numberOf(file: string, row: CsvRow, column: number, name: string): number {
  const text = (row.fields[column] as string).trim();
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(text))
    fail(file, row, column, `${name} is not a plain decimal number: ${text || 'empty'}`);
  return +text;
}

function dayOfText(file: string, row: CsvRow, column: number): number {
  const text = (row.fields[column] as string).trim();
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return fail(file, row, column, `date is not YYYY-MM-DD: ${text || 'empty'}`);
  const [year, month, day] = match.slice(1).map((part) => +part) as [number, number, number];
  const days = dayOf(year, month, day);
  const real = dateOf(days);
  if (real.month !== month || real.day !== day) fail(file, row, column, `there is no day ${text}`);
  return days;
}

function fail(file: string, row: CsvRow, column: number, reason: string): never {
  throw new BrokenDataError({ file, line: row.line, column: column + 1, reason });
}
