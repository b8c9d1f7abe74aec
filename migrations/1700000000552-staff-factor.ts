import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The second factor of the staff, and whether a password is still the one that somebody else has seen. */
export class StaffFactor1700000000552 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    // Passwords from before were all printed or told: whoever comes in with one chooses another.
    await queries.query(`ALTER TABLE staff_accounts
      ADD COLUMN password_own boolean NOT NULL DEFAULT false,
      ADD COLUMN totp_pending text,
      ADD COLUMN totp_step bigint NOT NULL DEFAULT 0,
      ADD COLUMN recovery_hashes text NOT NULL DEFAULT '[]'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE staff_accounts DROP COLUMN password_own, DROP COLUMN totp_pending,
      DROP COLUMN totp_step, DROP COLUMN recovery_hashes`);
  }
}
