import { readFileSync, writeFileSync } from 'node:fs';

/** A row of a tab-separated table, by the names of its columns. */
export type Row<Column extends string> = Readonly<Record<Column, string>>;

/** Reads a tab-separated table with exactly these columns. Throws with file and line at a row that has others. */
export function readTable<Column extends string>(path: string, columns: readonly Column[]): Row<Column>[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  if (head !== columns.join('\t')) throw new Error(`${path}:1: the header is ${columns.join(', ')}`);
  return lines.map((line, at) => {
    const fields = line.split('\t');
    if (fields.length !== columns.length) throw new Error(`${path}:${at + 2}: ${fields.length} fields`);
    return Object.fromEntries(columns.map((name, i) => [name, fields[i] ?? ''])) as Row<Column>;
  });
}

export function writeTable<Column extends string>(
  path: string,
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): void {
  const lines = rows.map((row) => columns.map((name) => row[name]).join('\t'));
  writeFileSync(path, `${[columns.join('\t'), ...lines].join('\n')}\n`);
}

/** `companies.tsv`: what the packages know of each company. `size` is the class of its market value. */
export const COMPANIES = ['ticker', 'name', 'sector', 'industry', 'country', 'venue', 'listedAt', 'size'] as const;
/** `changes.tsv`: what became of a company of the packages since; no `now` where it left. */
export const CHANGES = ['ticker', 'now', 'name', 'why'] as const;
/** `listings.tsv`: what was listed since. */
export const LISTINGS = [
  'ticker',
  'name',
  'sector',
  'industry',
  'country',
  'venue',
  'listedAt',
  'price',
  'valueBillions',
] as const;
/** `levels.tsv`: rounded levels of well-known companies, in US dollars, and the name that people use. */
export const LEVELS = ['ticker', 'price', 'valueBillions', 'name'] as const;
