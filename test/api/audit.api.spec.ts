import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { FakeClock } from '../../server/core/clock.js';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { openPool } from '../../server/engine/history/database.js';
import { audited, settled } from '../kit/verified.js';
import { savingPerson, startWithdrawals } from '../kit/withdrawals.js';

let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let clock: FakeClock;
let pool: Pool;

beforeAll(async () => {
  desk = await startWithdrawals();
  clock = desk.clock;
  pool = openPool(desk.started.databaseUrl, VERIFY_CONNECTIONS);
}, 120_000);
afterAll(async () => {
  await pool.end();
  await desk.started.close();
});

describe('an audit while much is under way', () => {
  it('finds nothing while an order rests and withdrawals wait, in every state in which they hold money', async () => {
    const one = await savingPerson(desk.started, '50000');
    const { trader } = one;
    await one.withdraw('500');
    const seconded = await one.withdraw('12000');
    await desk.as('ann').decides(seconded.withdrawalId).then();
    await trader.placed({ price: '20000', quantity: '0.01' });
    expect(await trader.funds('USDT')).toBe('37299.8 12700.2');
    const other = await savingPerson(desk.started, '5000');
    const approved = await other.withdraw('700');
    await desk.as('ben').decides(approved.withdrawalId).then();
    const cancelled = await other.withdraw('800');
    await other.trader.post('cancelWithdrawal', { withdrawalId: cancelled.withdrawalId });
    expect(await other.trader.funds('USDT')).toBe('4300 700');

    await settled(desk.started.app);
    const { findings } = await audited(pool, clock.now());
    expect(findings).toEqual([]);
  });
});
