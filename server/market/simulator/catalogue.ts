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
] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Reads one file of the catalogue: tab-separated rows of one class, named `<class>.tsv`, with a header line.
 * Throws a `BrokenDataError` at the first broken row and never returns part of a file.
 */
export function parseInstruments(file: string, text: string): InstrumentSpec[] {
  const instrumentClass = classOf(file);
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const header = (lines[0] ?? '').split('\t');
  COLUMNS.forEach((name, i) => {
    if (header[i] !== name) fail(file, 1, i + 1, `the header says ${header[i] ?? 'nothing'}, expected ${name}`);
  });
  return lines.slice(1).map((line, i) => parseRow(file, i + 2, line, instrumentClass));
}

/** Joins the files of a catalogue and refuses a symbol that is listed twice. */
export function joinCatalogue(parts: readonly (readonly InstrumentSpec[])[]): InstrumentSpec[] {
  const specs = parts.flat();
  const seen = new Set<string>();
  for (const { symbol } of specs) {
    if (seen.has(symbol)) throw new Error(`${symbol} is in the catalogue twice`);
    seen.add(symbol);
  }
  return specs;
}

function classOf(file: string): InstrumentClass {
  const name = file.replace(/^.*[\\/]/, '').replace(/\.tsv$/, '');
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
    if (!/^-?\d+(\.\d+)?$/.test(value))
      fail(file, line, COLUMNS.indexOf(name) + 1, `${name} is not a number: ${value}`);
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
    factors: field('factors') === '' ? [] : field('factors').split(' ').map(parseLoading),
    hot: hotOf(field('hot')),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const at = COLUMNS.indexOf((issue?.path[0] ?? 'base') as Column);
  return fail(
    file,
    line,
    Math.max(0, at) + 1,
    `${String(issue?.path.join('.') || 'row')}: ${issue?.message ?? 'broken'}`,
  );
}

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
