import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a trailing stop follows its price; orders of before have none, so no row is filled again. */
export class TrailingStops1700000000780 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    const [live] = (await queries.query(
      `SELECT CASE WHEN pg_get_viewdef('orders') LIKE '%orders__green%' THEN 'green' ELSE 'blue' END AS slot`,
    )) as { slot: string }[];
    for (const slot of ['blue', 'green'])
      await queries.query(`ALTER TABLE orders__${slot} ADD callback text, ADD activation_price numeric`);
    await queries.query(`CREATE OR REPLACE VIEW orders AS SELECT * FROM orders__${live!.slot}`);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
