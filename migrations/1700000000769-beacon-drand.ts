import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The round of drand that the beacon of an epoch is from, or why there is none; filled from the history. */
export class BeaconDrand1700000000769 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP VIEW epochs;
      DELETE FROM projection_checkpoints WHERE projection = 'market';
      DELETE FROM projections WHERE name = 'market';
    `);
    for (const slot of ['blue', 'green'])
      await queries.query(`
        TRUNCATE epochs__${slot};
        ALTER TABLE epochs__${slot} ADD drand_chain text, ADD drand_round bigint, ADD without_drand text;
      `);
    await queries.query('CREATE VIEW epochs AS SELECT * FROM epochs__blue');
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
