import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A message that has no way out is `kept`, which is another thing than sent. */
export class KeptMessages1700000000581 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE outbox DROP CONSTRAINT outbox_status_check,
      ADD CONSTRAINT outbox_status_check CHECK (status IN ('waiting', 'sent', 'kept', 'failed'))`);
    // No text message has ever left; of e-mail it is not known any more, and the rows go after a week.
    await queries.query(`UPDATE outbox SET status = 'kept', sent_at = NULL WHERE kind = 'sms' AND status = 'sent'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`UPDATE outbox SET status = 'sent', sent_at = created_at WHERE status = 'kept'`);
    await queries.query(`ALTER TABLE outbox DROP CONSTRAINT outbox_status_check,
      ADD CONSTRAINT outbox_status_check CHECK (status IN ('waiting', 'sent', 'failed'))`);
  }
}
