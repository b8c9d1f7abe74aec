import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One call instead of four on the way of every batch: hold the slot, check it, move the checkpoint, do not wait for the disk. */
export class AdvanceProjection1700000000207 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(ADVANCE);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP FUNCTION advance_projection');
  }
}

const ADVANCE = `
CREATE FUNCTION advance_projection(
  p_projection text, p_realm text, p_slot text, p_from bigint, p_to bigint, p_live boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  IF p_live THEN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('glassbook/projection/' || p_projection, 0));
    IF NOT EXISTS (SELECT 1 FROM projections WHERE name = p_projection AND live_slot = p_slot) THEN
      RETURN false;
    END IF;
  END IF;
  UPDATE projection_checkpoints SET position = p_to, error = NULL
    WHERE projection = p_projection AND realm = p_realm AND slot = p_slot AND position = p_from;
  RETURN FOUND;
END $$;
`;
