import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The simulated networks outside. None of it is the platform's history: it is what the outside world remembers. Empty blocks are
 * not stored, because they follow from the seed.
 */
export class Chain1700000000601 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DROP TABLE chain_networks, chain_transfers, chain_blocks, chain_inclusions, chain_balances, chain_custody,
      chain_watched, chain_changes, chain_faucet_uses`);
  }
}

const TABLES = `
CREATE TABLE chain_networks (
  network text PRIMARY KEY,
  tip bigint NOT NULL
);

CREATE TABLE chain_transfers (
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  network text NOT NULL,
  hash text NOT NULL,
  key text NOT NULL UNIQUE,
  asset text NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  tag text,
  amount numeric NOT NULL CHECK (amount > 0),
  fee numeric NOT NULL CHECK (fee >= 0),
  status text NOT NULL CHECK (status IN ('mempool', 'mined', 'dropped')),
  target_height bigint NOT NULL,
  block_height bigint,
  final boolean NOT NULL DEFAULT false,
  double_spend text CHECK (double_spend IN ('at-once', 'in-reorganisation')),
  replaced_by text,
  watched boolean NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (network, hash),
  CHECK ((status = 'mined') = (block_height IS NOT NULL))
);
CREATE INDEX chain_transfers_pending ON chain_transfers (network, sequence) WHERE NOT final AND status <> 'dropped';
CREATE INDEX chain_transfers_sender ON chain_transfers (network, sender, sequence);
CREATE INDEX chain_transfers_recipient ON chain_transfers (network, recipient, sequence);
CREATE INDEX chain_transfers_recent ON chain_transfers (network, sequence);
CREATE INDEX chain_transfers_hash ON chain_transfers (hash);

CREATE TABLE chain_blocks (
  network text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (network, height)
);
CREATE INDEX chain_blocks_hash ON chain_blocks (hash);

CREATE TABLE chain_inclusions (
  network text NOT NULL,
  height bigint NOT NULL,
  hash text NOT NULL,
  taken_back_by bigint,
  place bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (network, height, place)
);
CREATE INDEX chain_inclusions_transfer ON chain_inclusions (network, hash);

CREATE TABLE chain_balances (
  network text NOT NULL,
  address text NOT NULL,
  asset text NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (network, address, asset)
);

CREATE TABLE chain_custody (
  network text NOT NULL,
  asset text NOT NULL,
  held numeric NOT NULL,
  endowment numeric NOT NULL,
  PRIMARY KEY (network, asset)
);

CREATE TABLE chain_watched (
  network text NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (network, address)
);

CREATE TABLE chain_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  hash text NOT NULL
);

CREATE TABLE chain_faucet_uses (
  user_id text NOT NULL,
  day bigint NOT NULL,
  uses integer NOT NULL,
  PRIMARY KEY (user_id, day)
);
`;
