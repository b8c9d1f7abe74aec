import { relation, type InstrumentSpec, type Relation } from '../../../contracts/instrument.contract.js';
import { BrokenDataError } from './catalogue.js';

const COLUMNS = ['base', 'of', 'constant', 'feeAnnual', 'noiseAnnual', 'halfLifeDays', 'band'] as const;
type Column = (typeof COLUMNS)[number];

interface RelationRow {
  readonly base: string;
  readonly relation: Relation;
  readonly line: number;
}

/**
 * Adds to the instruments of a catalogue what they are functions of: a tab-separated table with a header line. `of` is a
 * product, `EUR GBP^-1`. Throws a `BrokenDataError` at the first broken row, at a base that stands twice or is not in the
 * catalogue, and at instruments that are functions of themselves.
 */
export function relate(specs: readonly InstrumentSpec[], file: string, text: string): InstrumentSpec[] {
  const rows = parseRows(file, text);
  const known = new Set(specs.map(({ base }) => base));
  const byBase = new Map<string, RelationRow>();
  for (const row of rows) {
    const { base, line } = row;
    if (byBase.has(base)) fail(file, line, 'base', `${base} stands twice`);
    const missing = [base, ...row.relation.of.map((factor) => factor.base)].find((name) => !known.has(name));
    if (missing !== undefined) {
      fail(file, line, missing === base ? 'base' : 'of', `${missing} is not in the catalogue`);
    }
    byBase.set(base, row);
  }
  for (const { base, line } of rows) {
    if (reaches(base, base, byBase)) fail(file, line, 'of', `${base} is a function of itself`);
  }
  return specs.map((spec) => {
    const row = byBase.get(spec.base);
    return row ? { ...spec, relation: row.relation } : spec;
  });
}

/** Instruments, and all that their prices are functions of: each symbol once. `partOf` finds a part by its base. */
export function withParts(
  specs: readonly InstrumentSpec[],
  partOf: (base: string) => InstrumentSpec | undefined,
): InstrumentSpec[] {
  const found = new Map(specs.map((spec) => [spec.symbol, spec]));
  // A map that grows goes on through what was added.
  for (const { relation } of found.values())
    for (const { base } of relation?.of ?? []) {
      const part = partOf(base);
      if (part !== undefined && !found.has(part.symbol)) found.set(part.symbol, part);
    }
  return [...found.values()];
}

function reaches(from: string, wanted: string, rows: ReadonlyMap<string, RelationRow>, depth = 0): boolean {
  if (depth > rows.size) return true;
  return (rows.get(from)?.relation.of ?? []).some(
    ({ base }) => base === wanted || reaches(base, wanted, rows, depth + 1),
  );
}

function parseRows(file: string, text: string): RelationRow[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines[0] !== COLUMNS.join('\t')) fail(file, 1, 'base', `the header is ${COLUMNS.join(', ')}`);
  return lines.slice(1).map((line, i) => parseRow(file, i + 2, line));
}

function parseRow(file: string, line: number, text: string): RelationRow {
  const fields = text.split('\t');
  if (fields.length !== COLUMNS.length) {
    fail(file, line, 'base', `${fields.length} fields, expected ${COLUMNS.length}`);
  }
  const field = (name: Column): string => fields[COLUMNS.indexOf(name)] as string;
  const optional = (name: Column): object => (field(name) === '' ? {} : { [name]: numberOf(field(name)) });
  const parsed = relation.safeParse({
    of: field('of') === '' ? [] : field('of').split(' ').map(powerOf),
    ...optional('constant'),
    feeAnnual: numberOf(field('feeAnnual')),
    noiseAnnual: numberOf(field('noiseAnnual')),
    ...optional('halfLifeDays'),
    ...(field('band') !== '' && { band: field('band').split(' ') }),
  });
  if (parsed.success) return { base: field('base'), relation: parsed.data, line };
  const issue = parsed.error.issues[0];
  const column = COLUMNS.find((name) => name === issue?.path[0]) ?? 'base';
  return fail(file, line, column, `${String(issue?.path.join('.'))}: ${issue?.message ?? 'broken'}`);
}

function powerOf(text: string): unknown {
  const [base, power = '1', ...rest] = text.split('^');
  return rest.length > 0 ? {} : { base, power: numberOf(power) };
}

/** What is no number is left for the schema to refuse. */
function numberOf(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? +text : text;
}

function fail(file: string, line: number, column: Column, reason: string): never {
  throw new BrokenDataError({ file, line, column: COLUMNS.indexOf(column) + 1, reason });
}
