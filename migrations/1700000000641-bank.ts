import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The simulated bank's own books: payouts that were ordered, wires that came in, and what changed, in order. */
export class Bank1700000000641 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE bank_payouts, bank_wires, bank_changes, bank_change_head');
  }
}

/** The head is one row, so that whoever adds a change waits for the one before: a reader never sees a later change first. */
const TABLES = `
CREATE TABLE bank_payouts (
  key text PRIMARY KEY,
  user_id text NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0),
  sealed_details text NOT NULL,
  reference text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'ordered' CHECK (status IN ('ordered', 'settled', 'returned')),
  outcome text NOT NULL CHECK (outcome IN ('settled', 'returned')),
  ordered_at bigint NOT NULL,
  due_at bigint NOT NULL,
  settled_at bigint
);
CREATE INDEX bank_payouts_due ON bank_payouts (due_at) WHERE status = 'ordered';
CREATE INDEX bank_payouts_user ON bank_payouts (user_id);

CREATE TABLE bank_wires (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  user_id text NOT NULL,
  to_account text NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  reference text NOT NULL,
  arrived_at bigint NOT NULL
);
CREATE INDEX bank_wires_reference ON bank_wires (reference, arrived_at);
CREATE INDEX bank_wires_user ON bank_wires (user_id, arrived_at);

CREATE TABLE bank_change_head (one boolean PRIMARY KEY DEFAULT true CHECK (one), sequence bigint NOT NULL);
INSERT INTO bank_change_head (sequence) VALUES (0);
CREATE TABLE bank_changes (
  sequence bigint PRIMARY KEY,
  payout text,
  wire text,
  CHECK ((payout IS NULL) <> (wire IS NULL))
);
`;
