import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** What users left in the books of contracts, beat by beat, for candles of the mark price; filled from the history. */
export class BookTraces1700000000830 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, [
      {
        name: 'beat_trades',
        columns: `realm text NOT NULL, symbol text NOT NULL, beat_at bigint NOT NULL, traded_at bigint NOT NULL,
          price numeric NOT NULL, price_ticks bigint NOT NULL, PRIMARY KEY (realm, symbol, beat_at)`,
      },
      {
        name: 'beat_impacts',
        columns: `realm text NOT NULL, symbol text NOT NULL, beat_at bigint NOT NULL, as_of bigint NOT NULL,
          displacement numeric NOT NULL, basis numeric NOT NULL, PRIMARY KEY (realm, symbol, beat_at)`,
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
