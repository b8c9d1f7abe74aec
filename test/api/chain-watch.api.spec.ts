import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { ChainStatusView, EventRow } from '../../contracts/staff-history.contract.js';
import type { StaffQueueView } from '../../contracts/staff-desk.contract.js';
import { PG_POOL } from '../../server/core/tokens.js';
import { CheckpointSigner } from '../../server/event-store/checkpoints.js';
import { asSuperuser } from '../integration/tamper-history.js';
import { startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let pool: Pool;

beforeAll(async () => {
  staff = await startStaffed();
  await staff.openDemo();
  pool = staff.started.app.get<Pool>(PG_POOL, { strict: false });
  await staff.started.app.get(CheckpointSigner, { strict: false }).sign();
}, 60_000);
afterAll(() => staff.started.close());

const chain = async (): Promise<ChainStatusView> => (await staff.audit<ChainStatusView>('chain?realm=demo')).body;
const event = async (position: number): Promise<EventRow> =>
  (await staff.audit<EventRow>(`events/${encodeURIComponent(`demo:${position}`)}`)).body;

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
    expect((await event(1)).hashRight).toBe(true);
    const { actor } = await event(1);
    await whileFalse(set(`'user:x'`), set(`'${actor}'`), async () => {
      await until(async () => !(await chain()).ok);
      expect((await chain()).problem).toBe('position 1 does not follow from the events before it');
      expect((await event(1)).hashRight).toBe(false);
      const { body } = await staff.audit<StaffQueueView[]>('queues');
      expect(body.find(({ name }) => name === 'chains-broken')?.count).toBe(1);
    });
  });

  it('turns red when a checkpoint’s signature is not right', async () => {
    const flip = `UPDATE checkpoints SET signature = set_byte(signature, 0, get_byte(signature, 0) # 1) WHERE realm = 'demo'`;
    await whileFalse(flip, flip, async () => {
      await until(async () => !(await chain()).ok);
      expect((await chain()).problem).toContain('has a checkpoint whose signature is not right');
    });
  });
});
