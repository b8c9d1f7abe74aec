import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import { Download } from './reply.js';

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const NUMBER = /^-?\d+(\.\d+)?$/;
/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export type CsvValue = string | number | boolean | null;

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

interface CsvList<Row> {
  /** First part of the file's name: `orders`. */
  name: string;
  from: number | undefined;
  to: number | undefined;
  columns: Record<string, (row: Row) => CsvValue>;
  /** One page of rows, the newest first. */
  page: (cursor: string | undefined) => Promise<Page<Row> | Refusal>;
}

/**
 * A list as a file, a page at a time. The first page is read before anything is sent, so that a list that cannot be read
 * is refused as every call is.
 */
export async function csvDownload<Row>(list: CsvList<Row>): Promise<Download | Refusal> {
  const first = await list.page(undefined);
  if (isRefusal(first)) return first;
  return new Download(fileName(list), CSV_TYPE, pieces(list, first));
}

async function* pieces<Row>({ columns, page }: CsvList<Row>, first: Page<Row>): AsyncGenerator<string> {
  yield csvRow(Object.keys(columns));
  const cells = Object.values(columns);
  for (let current = first; ;) {
    yield current.items.map((row) => csvRow(cells.map((cell) => cell(row)))).join('');
    if (current.nextCursor === null) return;
    const next = await page(current.nextCursor);
    // Half a file that ends well would be taken for a whole one: the connection breaks instead.
    if (isRefusal(next)) throw new Error(`the export ended early: ${next.refusal}`);
    current = next;
  }
}

function fileName({ name, from, to }: { name: string; from: number | undefined; to: number | undefined }): string {
  const day = (at: number | undefined, open: string) => (at === undefined ? open : csvInstant(at).slice(0, 10));
  return from === undefined && to === undefined
    ? `glassbook-${name}-all.csv`
    : `glassbook-${name}-${day(from, 'start')}-to-${day(to, 'now')}.csv`;
}
