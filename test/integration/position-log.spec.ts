import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PositionEventsView } from '../../contracts/contract.position.contract.js';
import type { NewEvent } from '../../server/core/event.js';
import type { ContractFacts } from '../../server/core/ports/contract-facts.js';
import { isRefusal } from '../../server/core/refusal.js';
import type { ProjectionRunner } from '../../server/engine/projections/runner.js';
import type { Writers } from '../../server/engine/writer/writers.js';
import { arrayLiteral } from '../../server/engine/projections/read-table.js';
import type { ContractTermsSource } from '../../server/features/contract/contract.terms.js';
import { LOOKED_THROUGH_MAX, PositionLogQuery } from '../../server/features/contract/position/position-log.query.js';
import type { HoldingFacts } from '../../server/features/contract/position/position.events.js';
import { positions } from '../../server/features/contract/position/position.projection.js';
// Declares its types.
import '../../server/features/contract/position/position.events.js';
import { amount } from '../../shared/money.js';
import { openStore } from './projection-support.js';

const OWNER = 'demo-bot.1';
const STREAM = `position-${OWNER}`;
const MINE = 'BTCUSDT-PERP';
const OTHER = 'ETHUSDT-PERP';
const BATCH = 2_000;
/** Filled elsewhere between the two events of its position: more than a page looks through. */
const ELSEWHERE = 2 * LOOKED_THROUGH_MAX + 5_000;
/** Fills of the position itself after them. */
const FILLS = 5_000;

let opened: Awaited<ReturnType<typeof openStore>>;
let log: PositionLogQuery;

const after = (lots: number): HoldingFacts => {
  const sums = { fundingIndex: '0', fees: '0', funding: '0', unpaid: '0', realised: '0' };
  return { number: 1, lots, entryNotional: `${lots * 100}`, margin: `${lots * 10}`, ...sums };
};

function grown(type: string, symbol: string, lots: number): NewEvent {
  const filled = { orderId: `o-${lots}`, lots: 1, quantity: '0.001', price: '100000', notional: '100', fee: '0' };
  const data = { userId: 'demo-bot', ownerId: OWNER, symbol, side: 'long', ...filled, margin: '10' };
  return { stream: STREAM, type, schema: 1, data: { ...data, after: after(lots) } };
}

async function append(count: number, event: (n: number) => NewEvent): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, count - done) }, (_, n) => event(done + n));
    await opened.append('demo', events, false);
  }
}

beforeAll(async () => {
  opened = await openStore();
  const { pool } = opened;
  await append(1, () => grown('PositionOpened', MINE, 1));
  await append(ELSEWHERE, (n) => grown(n === 0 ? 'PositionOpened' : 'PositionIncreased', OTHER, n + 1));
  await append(FILLS, (n) => grown('PositionIncreased', MINE, n + 2));
  const row: Record<string, string | number | bigint> = {
    realm: 'demo',
    ownerId: OWNER,
    symbol: MINE,
    side: 'long',
    number: 1,
    userId: 'demo-bot',
    label: 'open',
    openedAt: 1_700_000_000_001,
    lots: FILLS + 1,
  };
  const cells = Object.entries(positions.declared).map(([field, { type }]) =>
    arrayLiteral(type, [row[field] ?? (type === 'amount' ? amount('0') : 0)]),
  );
  await pool.query(positions.insertSql('blue'), cells);
  const upToDate = { upToDate: () => Promise.resolve(true) } as unknown as ProjectionRunner;
  const sizes = { lot: amount('0.001'), tick: amount('0.1') };
  const writers = { read: () => Promise.resolve({ sizes }) } as unknown as Writers;
  const none = {} as ContractFacts & ContractTermsSource;
  log = new PositionLogQuery(pool, upToDate, writers, none, none);
}, 240_000);
afterAll(() => opened.close());

async function pageOf(cursor: string | null): Promise<PositionEventsView> {
  const named = { symbol: MINE, side: 'long', number: 1, limit: 100, ...(cursor !== null && { cursor }) } as const;
  const page = await log.events({ realm: 'demo', ownerId: OWNER }, named);
  if (isRefusal(page)) throw new Error(page.refusal);
  return page;
}

/** All pages from a cursor on. */
async function pagesFrom(cursor: string | null): Promise<PositionEventsView[]> {
  const pages = [await pageOf(cursor)];
  for (let next = pages[0]?.nextCursor ?? null; next !== null; next = pages.at(-1)?.nextCursor ?? null)
    pages.push(await pageOf(next));
  return pages;
}

describe('a position of a bot that trades much', () => {
  it('is read whole, fill by fill, however many there are', async () => {
    const pages = await pagesFrom(null);
    const events = pages.flatMap(({ items }) => items).reverse();
    expect(events.map(({ after: left }) => left?.lots)).toEqual(Array.from({ length: FILLS + 1 }, (_, n) => n + 1));
    expect(events.map(({ before }) => before?.lots ?? 0)).toEqual(Array.from({ length: FILLS + 1 }, (_, n) => n));
  }, 120_000);

  it('waits with an event until it is found how that found the position', async () => {
    const pages = await pagesFrom(`${ELSEWHERE + 3}.0`);
    const [filled, ...rest] = pages.flatMap(({ items }) => items);
    expect(filled).toMatchObject({ kind: 'increased', before: { lots: 1 }, after: { lots: 2 } });
    expect(rest.map(({ kind }) => kind)).toEqual(['opened']);
    expect(pages.slice(0, 2).map(({ items, nextCursor }) => [items.length, nextCursor])).toEqual(
      [1, 2].map((n) => [0, `${ELSEWHERE + 3}.${ELSEWHERE + 2 - n * LOOKED_THROUGH_MAX}`]),
    );
  });

  it('has a page that is empty rather than one that looks through all that was traded elsewhere', async () => {
    const firstFill = ELSEWHERE + 2;
    const pages = await pagesFrom(`${firstFill}.0`);
    expect(pages.map(({ items }) => items.map(({ kind }) => kind))).toEqual([[], [], ['opened']]);
    expect(pages[0]?.nextCursor).toBe(`${firstFill - LOOKED_THROUGH_MAX}.${firstFill - LOOKED_THROUGH_MAX}`);
  });
});
