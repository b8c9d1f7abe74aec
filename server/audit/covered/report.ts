import type { Pool } from 'pg';
import type { Coverage, TableCoverage } from './coverage.js';
import { FILES } from './files.js';
import { tableCoverage } from './tables.js';

export interface FoundColumn {
  readonly table: string;
  readonly column: string;
}

export interface CoverageProblems {
  /** Columns that the database has, and nobody classified. */
  readonly unclassified: readonly string[];
  /** Classified columns that the database does not have. */
  readonly stale: readonly string[];
}

/** Every column of every table and view in the database's own schema. */
export async function readColumns(pool: Pool): Promise<FoundColumn[]> {
  const { rows } = await pool.query<FoundColumn>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY 1, ordinal_position`,
  );
  return rows;
}

export function coverageProblems(
  found: readonly FoundColumn[],
  declared: Readonly<Record<string, TableCoverage>> = tableCoverage(),
): CoverageProblems {
  const there = new Set(found.map(({ table, column }) => `${table}.${column}`));
  const known = new Set(
    Object.entries(declared).flatMap(([name, { columns }]) =>
      Object.keys(columns).map((column) => `${name}.${column}`),
    ),
  );
  return {
    unclassified: [...there].filter((name) => !known.has(name)),
    stale: [...known].filter((name) => !there.has(name)),
  };
}

/** How many columns the audit covers, derives and does not cover; both slots and the view of a read model count as one. */
export function coverageCounts(): Record<Coverage['kind'], number> {
  const counts = { covered: 0, derivable: 0, 'not covered': 0 };
  for (const [name, { columns }] of Object.entries(tableCoverage()))
    if (!isSlot(name)) for (const { kind } of Object.values(columns)) counts[kind] += 1;
  return counts;
}

/** For people: each table with what finds a change of its columns, or why nothing does; then the files. */
export function describeCoverage({ unclassified, stale }: CoverageProblems): string {
  const tables = Object.entries(tableCoverage()).filter(([name]) => !isSlot(name));
  const counts = coverageCounts();
  return [
    `${counts.covered} columns are covered, ${counts.derivable} are derivable, ${counts['not covered']} are not covered.`,
    '',
    ...tables.flatMap(([name, table]) => describeTable(name, table)),
    '',
    'Files of the data folder:',
    ...Object.entries(FILES).map(([path, { kind, what }]) => `  ${path}: ${kind}. ${what}`),
    ...unclassified.map((column) => `UNCLASSIFIED  ${column}: nobody said whether the audit covers it`),
    ...stale.map((column) => `STALE  ${column}: it is classified and not in this database`),
  ].join('\n');
}

function describeTable(name: string, { columns, unseen }: TableCoverage): string[] {
  const groups = new Map<string, string[]>();
  for (const [column, coverage] of Object.entries(columns)) {
    const text = describe(coverage);
    groups.set(text, [...(groups.get(text) ?? []), column]);
  }
  return [
    name,
    ...[...groups].map(([text, names]) => `  ${names.join(', ')}: ${text}`),
    ...Object.entries(unseen).map(([deed, why]) => `  ${deed} of rows: not covered. ${why}`),
  ];
}

function describe(coverage: Coverage): string {
  if (coverage.kind === 'covered') return `covered by ${coverage.by}`;
  return coverage.kind === 'derivable' ? `derivable from ${coverage.from}` : `not covered. ${coverage.why}`;
}

/** The same columns as those of the view that carries the plain name. */
function isSlot(name: string): boolean {
  return /__(blue|green)$/.test(name);
}
