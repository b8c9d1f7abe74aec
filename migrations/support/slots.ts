import type { QueryRunner } from 'typeorm';

export interface SlottedTable {
  readonly name: string;
  readonly columns: string;
  /** What follows `ON <table>`, by a suffix for the index's name. */
  readonly indexes?: Readonly<Record<string, string>>;
}

/** A table of a read model stands twice, blue and green; the view with the plain name shows the live one. */
export async function createSlotted(queries: QueryRunner, tables: readonly SlottedTable[]): Promise<void> {
  for (const { name, columns, indexes } of tables) {
    for (const slot of ['blue', 'green']) {
      const table = `${name}__${slot}`;
      await queries.query(`CREATE TABLE ${table} (${columns}) WITH (fillfactor = 85)`);
      for (const [suffix, definition] of Object.entries(indexes ?? {}))
        await queries.query(`CREATE INDEX ${table}_${suffix} ON ${table} ${definition}`);
    }
    await queries.query(`CREATE VIEW ${name} AS SELECT * FROM ${name}__blue`);
  }
}
