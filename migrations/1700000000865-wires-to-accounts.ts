import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wires for loans are found with words around their reference too, as those for C2C are, and all wires by the account they came to. */
export class WiresToAccounts1700000000865 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(lookedUpBy(ID, `substring(bare FROM 'GL${ID}'), `));
    await queries.query('CREATE INDEX bank_wires_account ON bank_wires (to_account, arrived_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX bank_wires_account');
    await queries.query(lookedUpBy('[0-9A-Z]{12}', ''));
  }
}

/** The letters of an id: names such as Glenn or Douglas and the currency GBP are no references. */
const ID = '[0-9A-HJKMNP-TV-Z]{12}';

/** A stored column keeps what an earlier function made of it, so it is made again. */
const lookedUpBy = (id: string, loan: string): string => `
DROP INDEX bank_wires_found_by;
ALTER TABLE bank_wires DROP COLUMN found_by;
CREATE OR REPLACE FUNCTION wire_reference(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(substring(bare FROM 'GB${id}'), ${loan}bare) FROM (
    SELECT regexp_replace(upper(regexp_replace(written, '[^A-Za-z0-9]', '', 'g')), 'GB[0-9]{8}(GB${id})', '\\1')
  ) AS normalised (bare)
$$;
ALTER TABLE bank_wires ADD COLUMN found_by text NOT NULL GENERATED ALWAYS AS (wire_reference(reference)) STORED;
CREATE INDEX bank_wires_found_by ON bank_wires (found_by, arrived_at);
`;
