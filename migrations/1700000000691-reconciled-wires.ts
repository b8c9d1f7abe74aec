import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far credits of C2C are known to rest on wires, so that a run looks at what is new or open, and the indexes that find it. An
 * order's wires are looked at until they hold; a wire holds for one order.
 */
export class ReconciledWires1700000000691 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE reconciled_wires (wire_id text PRIMARY KEY, order_id text NOT NULL);
      CREATE TABLE reconciled_orders (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        position bigint NOT NULL,
        at bigint NOT NULL,
        backed text NOT NULL,
        open text[] NOT NULL
      );
      INSERT INTO reconciled_orders (position, at, backed, open) VALUES (0, 0, '{}', '{}');
    `);
    for (const slot of ['blue', 'green'])
      await queries.query(`
        CREATE INDEX c2c_orders__${slot}_completed ON c2c_orders__${slot} (changed_at) WHERE status = 'completed';
        CREATE INDEX deposits__${slot}_hash ON deposits__${slot} (hash);
      `);
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const slot of ['blue', 'green'])
      await queries.query(`DROP INDEX c2c_orders__${slot}_completed; DROP INDEX deposits__${slot}_hash`);
    await queries.query('DROP TABLE reconciled_wires, reconciled_orders');
  }
}
