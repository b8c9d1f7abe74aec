import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wires are found by what payers really write: small letters, blanks, the contract number, words around it. The first text that
 * looks like a reference counts; where none does, all of it.
 */
export class WireReferences1700000000741 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
CREATE FUNCTION wire_reference(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(substring(bare FROM 'GB[0-9A-Z]{12}'), bare) FROM (
    SELECT regexp_replace(upper(regexp_replace(written, '[^A-Za-z0-9]', '', 'g')), 'GB[0-9]{8}(GB[0-9A-Z]{12})', '\\1')
  ) AS normalised (bare)
$$;
ALTER TABLE bank_wires ADD COLUMN found_by text NOT NULL GENERATED ALWAYS AS (wire_reference(reference)) STORED;
DROP INDEX bank_wires_reference;
CREATE INDEX bank_wires_found_by ON bank_wires (found_by, arrived_at);
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
DROP INDEX bank_wires_found_by;
ALTER TABLE bank_wires DROP COLUMN found_by;
DROP FUNCTION wire_reference(text);
CREATE INDEX bank_wires_reference ON bank_wires (reference, arrived_at);
    `);
  }
}
