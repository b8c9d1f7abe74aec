import { BrokenDataError } from './catalogue.js';

/** A row of a CSV file with the line it starts on, counted from 1. */
export interface CsvRow {
  line: number;
  fields: string[];
}

/**
 * Reads CSV as RFC 4180 says: quoted fields may hold commas, doubled quotes and line breaks; lines end in CRLF or LF; a
 * byte-order mark is skipped. Empty lines are skipped. Throws a `BrokenDataError` at the first stray quote.
 */
export function parseCsv(file: string, text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row: CsvRow = { line, fields: [] };
    for (;;) {
      const field = text[at] === '"' ? quotedField(file, text, at, line, row) : plainField(file, text, at, line, row);
      row.fields.push(field.value);
      line += field.lineBreaks;
      at = field.end;
      if (text[at] !== ',') break;
      at++;
    }
    if (text[at] === '\r') at++;
    at++;
    line++;
    if (row.fields.length > 1 || row.fields[0] !== '') rows.push(row);
  }
  return rows;
}

interface Field {
  value: string;
  end: number;
  lineBreaks: number;
}

function plainField(file: string, text: string, start: number, line: number, row: CsvRow): Field {
  let end = start;
  while (
    end < text.length &&
    text[end] !== ',' &&
    text[end] !== '\n' &&
    !(text[end] === '\r' && text[end + 1] === '\n')
  ) {
    if (text[end] === '"') fail(file, line, row, 'a quote inside a field that does not start with one');
    end++;
  }
  return { value: text.slice(start, end), end, lineBreaks: 0 };
}

function quotedField(file: string, text: string, start: number, line: number, row: CsvRow): Field {
  let value = '';
  let lineBreaks = 0;
  let at = start + 1;
  for (;;) {
    const char = text[at];
    if (char === undefined) return fail(file, line, row, 'a quoted field that never ends');
    if (char === '\n') lineBreaks++;
    if (char === '"') {
      if (text[at + 1] !== '"') break;
      at++;
    }
    value += char;
    at++;
  }
  const end = at + 1;
  const next = text[end];
  if (next !== undefined && next !== ',' && next !== '\n' && next !== '\r') {
    fail(file, line + lineBreaks, row, 'text after the closing quote');
  }
  return { value, end, lineBreaks };
}

function fail(file: string, line: number, row: CsvRow, reason: string): never {
  throw new BrokenDataError({ file, line, column: row.fields.length + 1, reason });
}
