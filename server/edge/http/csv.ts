import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { Page } from '../../../contracts/envelope.contract.js';

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const NUMBER = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

type CsvValue = string | number | boolean | null;

/**
 * One row after RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe in front, which makes it text
 * again; plain numbers stay numbers.
 */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  const text = value === null ? '' : `${value}`;
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `2026-03-01T12:00:00.000Z`: an instant that every spreadsheet and program reads the same. */
export const csvInstant = (at: number): string => new Date(at).toISOString();

/** Columns by their headings: the field of a row that stands there, or what is made of the row. */
export type CsvColumns<Row> = Readonly<Record<string, (keyof Row & string) | ((row: Row) => CsvValue)>>;

/** Columns under the names of their fields. */
export function fieldsOf<Field extends string>(...fields: readonly Field[]): Readonly<Record<string, Field>> {
  return Object.fromEntries(fields.map((field) => [field, field]));
}

/** A field as a cell. Names mark instants: `at` and `…At`; nested values travel as JSON. */
export function csvField(field: string, value: unknown): CsvValue {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && /^at$|At$/.test(field)) return csvInstant(value);
  return typeof value === 'object' ? JSON.stringify(value) : (value as CsvValue);
}

/** A list as the pieces of a file, a page each. `page` answers one page of rows, the newest first. */
export async function* csvPieces<Row>(
  columns: CsvColumns<Row>,
  page: (cursor: string | undefined) => Promise<Page<Row> | Refusal>,
): AsyncGenerator<string> {
  yield csvRow(Object.keys(columns));
  const cells = Object.values(columns);
  for (let cursor: string | undefined; ;) {
    const current = await page(cursor);
    // Half a file that ends well would be taken for a whole one: the connection breaks instead.
    if (isRefusal(current)) throw new Error(`the export ended early: ${current.refusal}`);
    const cell = (row: Row) => (column: (typeof cells)[number]) =>
      typeof column === 'function' ? column(row) : csvField(column, row[column]);
    yield current.items.map((row) => csvRow(cells.map(cell(row)))).join('');
    if (current.nextCursor === null) return;
    cursor = current.nextCursor;
  }
}

/** `glassbook-orders-2026-01-05-to-now.csv` */
export function csvFileName(
  name: string,
  { from, to }: { from?: number | undefined; to?: number | undefined },
): string {
  const day = (at: number | undefined, open: string) => (at === undefined ? open : csvInstant(at).slice(0, 10));
  return from === undefined && to === undefined
    ? `glassbook-${name}-all.csv`
    : `glassbook-${name}-${day(from, 'start')}-to-${day(to, 'now')}.csv`;
}
