import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { SimulatedBank } from '../../server/core/bank.js';
import type { SimulatedChain } from '../../server/core/chain.js';
import { FakeClock } from '../../server/core/clock.js';
import { BANK, CHAIN, PG_POOL } from '../../server/core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../server/projections/runner.js';
import { reconcile } from '../../server/reconciliation/reconcile.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import type { Person } from '../kit/person.js';

let desk: C2cDesk;
let pool: Pool;
let buyer: Person;

beforeAll(async () => {
  desk = await startC2cDesk(new FakeClock(WEDNESDAY_NOON));
  pool = desk.started.app.get<Pool>(PG_POOL, { strict: false });
  buyer = await desk.verified();
}, 120_000);
afterAll(() => desk.started.close());

/** Bought, wired and credited: 250 USDT. */
async function bought(): Promise<string> {
  const { orderId, reference } = (await desk.create(buyer)).data;
  await desk.match(orderId);
  await desk.wire(buyer, { reference });
  await desk.submit(buyer, orderId);
  expect(await desk.decide('cora', `${orderId}-r`, 'approved')).toBe('approved');
  return orderId;
}

/** A run, with the ids of the wires that the bank was asked for. */
async function run() {
  const get = <Part>(token: string) => desk.started.app.get<Part>(token, { strict: false });
  const asked: string[] = [];
  const bank = get<SimulatedBank>(BANK);
  const wire = (id: string) => (asked.push(id), bank.wire(id));
  const told = { wire, payout: bank.payout.bind(bank), totals: bank.totals.bind(bank) } as unknown as SimulatedBank;
  expect(await get<ProjectionRunner>(PROJECTIONS).upToDate('c2c', 'real')).toBe(true);
  const { lines, items } = await reconcile({ pool, chain: get<SimulatedChain>(CHAIN), bank: told });
  const line = lines.find(({ source }) => source === 'c2c');
  return { asked: asked.length, line, items: items.filter(({ source }) => source === 'c2c') };
}

describe('the reconciliation of credits with wires', () => {
  it('looks at what is new, and not again at what holds', async () => {
    await bought();
    await bought();
    expect(await run()).toMatchObject({ asked: 2, line: { books: '500', outside: '500', difference: '0' } });
    expect(await run()).toMatchObject({ asked: 0, line: { outside: '500', difference: '0' }, items: [] });
    await bought();
    expect(await run()).toMatchObject({ asked: 1, line: { books: '750', outside: '750', difference: '0' } });
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
      expect(await run()).toMatchObject({ asked: 1, line: { outside: '750', difference: '-250' }, items: [item] });
    await named('-');
    expect(await run()).toMatchObject({ asked: 1, line: { outside: '1000', difference: '0' }, items: [] });
    expect((await run()).asked).toBe(0);
  });
});
