/** Copies of all tables: as they stood early, and as they were left in the end. */
export type Copy = 'earlier' | 'living';

/** A table as it stood in one of the copies. */
export function putBackSql(table: string, from: Copy): string {
  return `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${from}.${table}`;
}
