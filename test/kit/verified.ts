import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import type { Instant } from '../../server/core/clock.js';
import { VERIFY_CONNECTIONS, verify, type VerifyReport } from '../../server/audit/verify.js';
import { CheckpointSigner } from '../../server/engine/history/checkpoints.js';
import { openPool } from '../../server/engine/history/database.js';
import type { LogSalts } from '../../server/engine/public-log/log-salts.js';
import { PublicLog } from '../../server/engine/public-log/public-log.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { OF_TESTS } from './stream-kinds.js';

/** Read models come to the head, and a checkpoint covers it: a clock of the test's own may have gone on for days meanwhile. */
export async function settled(app: NestFastifyApplication): Promise<void> {
  const projections = app.get<ProjectionRunner>(ProjectionRunner, { strict: false });
  const { projections: all } = projections.options;
  await Promise.all(all.flatMap(({ name, realms }) => realms.map((realm) => projections.upToDate(name, realm))));
  await app.get(CheckpointSigner, { strict: false }).sign();
  await app.get(PublicLog, { strict: false }).publish();
}

/** What the audit finds in a history that a test has made; of its log more where the secret of its salts is at hand. */
export function audited(pool: Pool, now: Instant, stopped = false, salts?: LogSalts): Promise<VerifyReport> {
  return verify({ pool, now, stopped, guards: false, ...(salts && { salts }), ...OF_TESTS });
}

/** The auditor checks the state that a test has left: a finding fails the test file. */
export async function expectVerified(databaseUrl: string, now: Instant, salts?: LogSalts): Promise<void> {
  const pool = openPool(databaseUrl, VERIFY_CONNECTIONS);
  try {
    const { findings } = await audited(pool, now, true, salts);
    const lines = findings.map(({ realm, position, check, what }) => `${realm} ${position} [${check}] ${what}`);
    if (lines.length > 0) throw new Error(`the audit finds:\n${lines.join('\n')}`);
  } finally {
    await pool.end();
  }
}
