import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { SimulatedBank } from '../../server/core/ports/bank.js';
import { SimulatedChain } from '../../server/core/ports/chain.js';
import { OutsideBooks } from '../../server/core/ports/outside-books.js';
import { FakeClock } from '../../server/core/clock.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { reconcile } from '../../server/features/reconciliation/reconcile.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import { PRE_ORDER } from '../kit/c2c-steps.js';
import type { Trader } from '../kit/trader.js';

let desk: C2cDesk;
let pool: Pool;
let buyer: Trader;

beforeAll(async () => {
  desk = await startC2cDesk(new FakeClock(WEDNESDAY_NOON));
  pool = desk.started.app.get<Pool>(Pool, { strict: false });
  buyer = await desk.verified();
}, 120_000);
afterAll(() => desk.started.close());

/** Bought, wired and credited: 250 USDT. */
async function bought(): Promise<string> {
  const { orderId, reference } = await buyer.given('createC2c', PRE_ORDER);
  expect(await desk.match(orderId)).toBe('approved');
  await desk.wire(buyer, { reference });
  await desk.submit(buyer, orderId);
  expect(await desk.decide('cora', `${orderId}-r`, 'approved')).toBe('approved');
  return orderId;
}

/** A run, with the number of wires read from the bank; at most `sweptMax` of the matched ones. */
async function run(sweptMax = 0) {
  const get = <Part>(token: abstract new (...parts: never[]) => Part) =>
    desk.started.app.get<Part>(token, { strict: false });
  const lookups: string[] = [];
  const bank = get<SimulatedBank>(SimulatedBank);
  const wires = (ids: readonly string[]) => (lookups.push(...ids), bank.wires(ids));
  const watchedBank = {
    wires,
    payout: bank.payout.bind(bank),
    totals: bank.totals.bind(bank),
    wiresTo: bank.wiresTo.bind(bank),
  } as unknown as SimulatedBank;
  expect(await get<ProjectionRunner>(ProjectionRunner).upToDate('c2c', 'real')).toBe(true);
  const outside = {
    pool,
    chain: get<SimulatedChain>(SimulatedChain),
    bank: watchedBank,
    books: get<OutsideBooks>(OutsideBooks),
    at: WEDNESDAY_NOON,
  };
  const { lines, items } = await reconcile(outside, sweptMax);
  const line = lines.find(({ source }) => source === 'c2c');
  return { lookups: lookups.length, line, items: items.filter(({ source }) => source === 'c2c') };
}

describe('the reconciliation of credits with wires', () => {
  it('looks at what is new, and not again at what holds', async () => {
    await bought();
    await bought();
    expect(await run()).toMatchObject({ lookups: 2, line: { books: '500', outside: '500', difference: '0' } });
    expect(await run()).toMatchObject({ lookups: 0, line: { outside: '500', difference: '0' }, items: [] });
    await bought();
    expect(await run()).toMatchObject({ lookups: 1, line: { books: '750', outside: '750', difference: '0' } });
  });

  it('names a credit without its wire at every run until the wire is there', async () => {
    const orderId = await bought();
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM bank_wires WHERE id NOT IN (SELECT wire_id FROM reconciled_wires)',
    );
    const named = (by: string) =>
      pool.query(`UPDATE bank_wires SET amount = amount ${by} 1 WHERE id = $1`, [rows[0]?.id]);
    await named('+');
    const item = { source: 'c2c', cause: 'without-wire', asset: 'USDT', amount: '250', reference: orderId };
    for (let n = 0; n < 2; n += 1)
      expect(await run()).toMatchObject({ lookups: 1, line: { outside: '750', difference: '-250' }, items: [item] });
    await named('-');
    expect(await run()).toMatchObject({ lookups: 1, line: { outside: '1000', difference: '0' }, items: [] });
    expect((await run()).lookups).toBe(0);
  });

  it('asks after what held again, slice by slice, and names a wire that the bank has changed since', async () => {
    expect(await run(3)).toMatchObject({ lookups: 3, line: { outside: '1000', difference: '0' }, items: [] });
    expect(await run(3)).toMatchObject({ lookups: 1, line: { difference: '0' } });
    const { rows } = await pool.query<{ id: string; reference: string }>(
      'SELECT wire_id AS id, order_id AS reference FROM reconciled_wires ORDER BY wire_id OFFSET 3',
    );
    const [last] = rows;
    const change = (by: string) =>
      pool.query(`UPDATE bank_wires SET amount = amount ${by} 1 WHERE id = $1`, [last?.id]);
    await change('-');
    expect((await run(3)).line).toMatchObject({ difference: '0' });
    const item = { source: 'c2c', cause: 'without-wire', asset: 'USDT', amount: '250', reference: last?.reference };
    expect(await run(3)).toMatchObject({ line: { books: '1000', outside: '750', difference: '-250' }, items: [item] });
    await change('+');
    expect(await run()).toMatchObject({ lookups: 1, line: { outside: '1000', difference: '0' }, items: [] });
    expect((await run()).lookups).toBe(0);
  });
});
