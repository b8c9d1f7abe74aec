import type { NewEvent, RecordedEvent } from '../../server/core/event.js';
import { declareEventTypes } from '../../server/engine/history/event-types.js';
import { type Head } from '../../server/engine/history/event-store.js';
import { openPool } from '../../server/engine/history/database.js';
import { amount } from '../../shared/money.js';
import { migratedDatabase } from '../kit/migrated.js';
import { signedStore } from '../../server/engine/history/signed-store.testkit.js';

declareEventTypes({ type: 'ThingMoved', schema: 1 }, { type: 'ThingNoted', schema: 1 });

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A store on a database of its own, with a head per realm to append after. */
export async function openStore() {
  const database = await migratedDatabase();
  const pool = openPool(database.url, 12, { pipeline: true });
  pool.on('error', () => undefined);
  const store = signedStore(pool);
  await pool.query(
    `INSERT INTO ledger_house_accounts VALUES ('house/demo-grants', true) ON CONFLICT (account) DO NOTHING`,
  );
  const heads = new Map<string, Head>();
  const versions = new Map<string, number>();

  /** Appends and, by default, announces. */
  async function append(realm: string, events: readonly NewEvent[], announce = true): Promise<RecordedEvent[]> {
    const after = heads.get(realm) ?? (await store.head(realm));
    const recorded = events.map((event, index) => {
      const version = (versions.get(`${realm}/${event.stream}`) ?? 0) + 1;
      versions.set(`${realm}/${event.stream}`, version);
      const position = after.position + 1 + index;
      const cause = { correlation: `${realm}:${position}`, causation: `${realm}:${position}/Tell` };
      return { ...event, realm, position, version, at: 1_700_000_000_000 + position, actor: 'timer', ...cause };
    });
    const batch = { realm, leaseEpoch: after.leaseEpoch, after, events: recorded, answers: [] };
    heads.set(realm, await store.append(pool, batch));
    if (announce) store.publish(realm, recorded);
    return recorded;
  }

  async function close(): Promise<void> {
    await pool.end();
    await database.drop();
  }
  return { store, pool, append, close, url: database.url };
}

/** Grants that move play money to one of many users. */
export function moves(count: number, from = 0): NewEvent[] {
  return Array.from({ length: count }, (_, n) => {
    const owner = `demo-${(from + n) % 7}.1`;
    const value = amount(`${(n % 13) + 1}.25`);
    return {
      stream: `thing-${(from + n) % 5}`,
      type: 'ThingMoved',
      schema: 1,
      data: { orderId: `o-${from + n}` },
      postings: [
        { account: `user/${owner}/spot/available`, asset: 'USDT', amount: value },
        { account: 'house/demo-grants', asset: 'USDT', amount: -value },
      ],
    };
  });
}

export const note = (text: string): NewEvent => ({ stream: 'thing-x', type: 'ThingNoted', schema: 1, data: { text } });
