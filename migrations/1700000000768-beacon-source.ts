import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the beacon of an epoch is from, or why not from drand, and how late its commitment came; filled from the history. */
export class BeaconSource1700000000768 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP VIEW epochs;
      DELETE FROM projection_checkpoints WHERE projection = 'market';
      DELETE FROM projections WHERE name = 'market';
    `);
    for (const slot of ['blue', 'green'])
      await queries.query(`
        TRUNCATE epochs__${slot};
        ALTER TABLE epochs__${slot} ADD source text NOT NULL, ADD late_ms bigint NOT NULL,
          ADD drand_chain text, ADD drand_round bigint, ADD without_drand text;
      `);
    await queries.query('CREATE VIEW epochs AS SELECT * FROM epochs__blue');
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
