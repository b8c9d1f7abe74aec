import { instrumentSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { INSTRUMENT_CLASSES, type InstrumentClass } from '../../../contracts/market.contract.js';

/** Where a data file is wrong. Lines and columns count from 1; a column is a field of the row. */
interface DataProblem {
  file: string;
  line: number;
  column: number;
  reason: string;
}

export class BrokenDataError extends Error {
  constructor(readonly problem: DataProblem) {
    super(`${problem.file}:${problem.line}:${problem.column}: ${problem.reason}`);
    this.name = 'BrokenDataError';
  }
}

const COLUMNS = [
  ...['base', 'name', 'referencePrice', 'tickSize', 'lotSize', 'minNotional', 'maxQuantity', 'leverageMax', 'calendar'],
  ...['volatilityAnnual', 'driftAnnual', 'dailyVolumeUsdt', 'spreadBps', 'factors', 'hot'],
  ...['sector', 'country', 'venue', 'currency', 'listedAt', 'drawn'],
] as const;
type Column = (typeof COLUMNS)[number];

/** An instrument with the place that it was read from. */
export interface CatalogueRow {
  readonly spec: InstrumentSpec;
  readonly file: string;
  readonly line: number;
}

/**
 * Reads one file of the catalogue: tab-separated rows of one class, named `<class>.tsv` or `<class>.<anything>.tsv`, with a
 * header line.
 * Throws a `BrokenDataError` at the first broken row and never returns part of a file.
 */
export function parseInstruments(file: string, text: string): CatalogueRow[] {
  const instrumentClass = classOf(file);
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const header = (lines[0] ?? '').split('\t');
  COLUMNS.forEach((name, i) => {
    if (header[i] !== name) fail(file, 1, i + 1, `the header says ${header[i] ?? 'nothing'}, expected ${name}`);
  });
  if (header.length > COLUMNS.length) fail(file, 1, COLUMNS.length + 1, `no such column: ${header[COLUMNS.length]}`);
  return lines.slice(1).map((line, i) => ({ spec: parseRow(file, i + 2, line, instrumentClass), file, line: i + 2 }));
}

/**
 * Joins the files of a catalogue. Throws a `BrokenDataError` at the first row that repeats a ticker, or keeps the hours of no
 * known calendar.
 */
export function joinCatalogue(
  parts: readonly (readonly CatalogueRow[])[],
  calendars: ReadonlySet<string>,
): InstrumentSpec[] {
  const seen = new Map<string, CatalogueRow>();
  return parts.flat().map((row) => {
    const { spec, file, line } = row;
    const first = seen.get(spec.base);
    if (first !== undefined) {
      fail(file, line, columnOf('base'), `${spec.base} stands twice: first at ${first.file}:${first.line}`);
    }
    if (!calendars.has(spec.calendar)) fail(file, line, columnOf('calendar'), `no such calendar: ${spec.calendar}`);
    seen.set(spec.base, row);
    return spec;
  });
}

function classOf(file: string): InstrumentClass {
  const [name] = file.replace(/^.*[\\/]/, '').split('.');
  const found = INSTRUMENT_CLASSES.find((known) => known === name);
  return found ?? fail(file, 1, 1, `the file name is a class: ${INSTRUMENT_CLASSES.join(', ')}`);
}

function parseRow(file: string, line: number, text: string, instrumentClass: InstrumentClass): InstrumentSpec {
  const fields = text.split('\t');
  if (fields.length !== COLUMNS.length) {
    fail(file, line, fields.length, `${fields.length} fields, expected ${COLUMNS.length}`);
  }
  const field = (name: Column): string => fields[COLUMNS.indexOf(name)] as string;
  const numeric = (name: Column): number => {
    const value = field(name);
    if (!/^-?\d+(\.\d+)?$/.test(value)) fail(file, line, columnOf(name), `${name} is not a number: ${value}`);
    return +value;
  };
  const parsed = instrumentSpec.safeParse({
    symbol: `${field('base')}USDT`,
    base: field('base'),
    quote: 'USDT',
    name: field('name'),
    class: instrumentClass,
    referencePrice: field('referencePrice'),
    tickSize: field('tickSize'),
    lotSize: field('lotSize'),
    priceDecimals: decimalsOf(field('tickSize')),
    quantityDecimals: decimalsOf(field('lotSize')),
    minNotional: field('minNotional'),
    maxQuantity: field('maxQuantity'),
    leverageMax: numeric('leverageMax'),
    calendar: field('calendar'),
    volatilityAnnual: numeric('volatilityAnnual'),
    driftAnnual: numeric('driftAnnual'),
    dailyVolumeUsdt: numeric('dailyVolumeUsdt'),
    spreadBps: numeric('spreadBps'),
    factors: wordsOf(field('factors')).map(parseLoading),
    hot: hotOf(field('hot')),
    sector: field('sector'),
    country: field('country') || null,
    venue: field('venue') || null,
    currency: field('currency'),
    listedAt: field('listedAt') || null,
    drawn: wordsOf(field('drawn')),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const column = columnOf(columnFor(String(issue?.path[0] ?? 'base')));
  return fail(file, line, column, `${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'broken'}`);
}

/** Fields of a row that follow from another one are wrong where that one is. */
function columnFor(field: string): Column {
  if (field === 'priceDecimals') return 'tickSize';
  if (field === 'quantityDecimals') return 'lotSize';
  return COLUMNS.find((name) => name === field) ?? 'base';
}

const columnOf = (name: Column): number => COLUMNS.indexOf(name) + 1;

const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** What a field that is no loading or no yes or no becomes is left for the schema to refuse. */
function parseLoading(text: string): unknown {
  const [factor, weight, ...rest] = text.split(':');
  const valid = rest.length === 0 && weight !== undefined && /^-?\d+(\.\d+)?$/.test(weight);
  return { factor, weight: valid ? +weight : text };
}

function hotOf(text: string): unknown {
  return text === 'yes' ? true : text === 'no' ? false : text;
}

function decimalsOf(step: string): number {
  const point = step.indexOf('.');
  return point < 0 ? 0 : step.length - point - 1;
}

function fail(file: string, line: number, column: number, reason: string): never {
  throw new BrokenDataError({ file, line, column, reason });
}
