import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { CheckpointSigner } from '../../server/engine/history/checkpoints.js';
import { asSuperuser } from '../integration/tamper-history.js';
import { startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let pool: Pool;

beforeAll(async () => {
  staff = await startStaffed();
  await staff.openDemo();
  pool = staff.started.app.get<Pool>(Pool, { strict: false });
  await staff.started.app.get(CheckpointSigner, { strict: false }).sign();
}, 60_000);
afterAll(() => staff.started.close());

const chain = () => staff.as('auditor').given('chain', { realm: 'demo' });
const firstEvent = () => staff.as('auditor').when('events/:id', { id: 'demo:1' });
const counted = async (queue: string) =>
  (await staff.as('auditor').given('queues')).find(({ name }) => name === queue)?.count;

/** Falsifies something that was read before, looks until it shows, and puts it back. */
async function whileFalse(change: string, back: string, looking: () => Promise<void>): Promise<void> {
  await asSuperuser(pool, change);
  try {
    await looking();
  } finally {
    await asSuperuser(pool, back);
  }
  await until(async () => (await chain()).ok);
}

describe('what the console says of a chain', () => {
  it('is when it was last read from its first event, and up to where', async () => {
    await until(async () => (await chain()).checkedAt !== null);
    const { position, checkedTo, checkedAt, readingTo, ok, problem } = await chain();
    expect({ checkedTo, ok, problem }).toEqual({ checkedTo: position, ok: true, problem: null });
    expect(checkedAt).toBeGreaterThan(0);
    expect(readingTo === null || readingTo <= position).toBe(true);
  });

  it('turns red when an event that was read before is changed behind its back, on the event’s page too', async () => {
    const set = (actor: string): string => `UPDATE events SET actor = ${actor} WHERE realm = 'demo' AND position = 1`;
    const { actor } = await firstEvent().then({ hashRight: true });
    await whileFalse(set(`'user:x'`), set(`'${actor}'`), async () => {
      await until(async () => !(await chain()).ok);
      expect((await chain()).problem).toBe('position 1 does not follow from the events before it');
      await firstEvent().then({ hashRight: false });
      expect(await counted('chains-broken')).toBe(1);
    });
  });

  it('turns red when a checkpoint’s signature is not right', async () => {
    const flip = `UPDATE checkpoints SET signature = set_byte(signature, 0, get_byte(signature, 0) # 1) WHERE realm = 'demo'`;
    await whileFalse(flip, flip, async () => {
      await until(async () => !(await chain()).ok);
      expect((await chain()).problem).toContain('has a checkpoint whose signature is not right');
    });
  });

  it('turns red when a checkpoint is missing', async () => {
    await staff.openDemo();
    await staff.started.app.get(CheckpointSigner, { strict: false }).sign();
    await pool.query('CREATE TABLE kept_checkpoints AS TABLE checkpoints');
    const gone = `DELETE FROM checkpoints WHERE realm = 'demo' AND number = 1`;
    const back = 'INSERT INTO checkpoints SELECT * FROM kept_checkpoints ON CONFLICT DO NOTHING';
    await whileFalse(gone, back, async () => {
      await until(async () => !(await chain()).ok);
      expect((await chain()).problem).toMatch(/^position \d+: checkpoint 1 before it is missing$/);
    });
  });

  it('is read from the first event at once when staff ask for it, however short ago it was', async () => {
    await until(async () => (await chain()).readingTo === null);
    const before = (await chain()).checkedAt ?? 0;
    const read = await staff.as('auditor').given('chain', { realm: 'demo', again: 'true' });
    expect(read).toMatchObject({ ok: true, checkedTo: read.position, readingTo: null });
    expect(read.checkedAt).toBeGreaterThan(before);
  });
});

describe('what the dashboard says of read models', () => {
  const waiting = () => counted('read-models');

  const wrongs: [wrong: string, change: string, back: string][] = [
    [
      'whose live slot is the empty one',
      `UPDATE projections SET live_slot = 'green' WHERE name = 'users'`,
      `UPDATE projections SET live_slot = 'blue' WHERE name = 'users'`,
    ],
    [
      'whose view shows something else',
      `CREATE OR REPLACE VIEW users AS SELECT * FROM users__blue WHERE name <> 'x'`,
      'CREATE OR REPLACE VIEW users AS SELECT * FROM users__blue',
    ],
  ];

  it.each(wrongs)('turns red for one %s, without any command', async (_, change, back) => {
    await until(async () => (await waiting()) === 0);
    await asSuperuser(pool, change);
    try {
      await until(async () => (await waiting()) !== 0);
    } finally {
      await asSuperuser(pool, back);
    }
    await until(async () => (await waiting()) === 0);
  });
});
