import { allProjections } from '../../features.js';
import { SLOTS, slotTable } from '../../engine/projections/read-table.js';
import type { Check } from '../findings.js';

/** What the audit says of a column or of a file. */
export type Coverage =
  | { readonly kind: 'covered'; readonly by: Check }
  /** It can be thrown away: it is made again from what is covered. */
  | { readonly kind: 'derivable'; readonly from: string }
  | { readonly kind: 'not covered'; readonly why: string };

/** Deeds against whole rows of a table. */
export const ROW_DEEDS = ['delete', 'add', 'roll back'] as const;
export type RowDeed = (typeof ROW_DEEDS)[number];

export interface TableCoverage {
  readonly columns: Readonly<Record<string, Coverage>>;
  /** Deeds against whole rows that no check finds although columns are covered, and why. */
  readonly unseen: Readonly<Partial<Record<RowDeed, string>>>;
}

type Columns = TableCoverage['columns'];

export const covered = (by: Check, ...columns: readonly string[]): Columns => all({ kind: 'covered', by }, columns);
export const derivable = (from: string, ...columns: readonly string[]): Columns =>
  all({ kind: 'derivable', from }, columns);
export const notCovered = (why: string, ...columns: readonly string[]): Columns =>
  all({ kind: 'not covered', why }, columns);

export function table(columns: readonly Columns[], unseen: TableCoverage['unseen'] = {}): TableCoverage {
  const names = columns.flatMap((part) => Object.keys(part));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`the column ${twice} is declared twice`);
  return { columns: Object.assign({}, ...columns) as Columns, unseen };
}

function all(coverage: Coverage, columns: readonly string[]): Columns {
  return Object.fromEntries(columns.map((column) => [column, coverage]));
}

/** Both slots and the view of every read model, as the nouns declare them: a new one needs no line here. */
export function readModelCoverage(): Readonly<Record<string, TableCoverage>> {
  return Object.fromEntries(
    allProjections.flatMap(({ name, realms, tables }) =>
      tables.flatMap((declared) => {
        const from = `the events of ${realms.join(', ')}, by the read model ${name}`;
        const entry = table([derivable(from, ...declared.columnNames)]);
        return [declared.name, ...SLOTS.map((slot) => slotTable(declared.name, slot))].map(
          (one) => [one, entry] as const,
        );
      }),
    ),
  );
}
