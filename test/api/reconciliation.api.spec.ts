import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { StaffReconciliationRow } from '../../contracts/reconciliation.contract.js';
import { DepositWatcher } from '../../server/features/deposit/deposit.watcher.js';
import { settleBank } from '../kit/bank.js';
import { ChainTime } from '../kit/chain.js';
import { until } from '../kit/until.js';
import { payOut, publish, savingPerson, startWithdrawals, type SavingPerson } from '../kit/withdrawals.js';

const DAY_MS = 86_400_000;
let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let pool: Pool;
let time: ChainTime;
let ann: SavingPerson;
let payoutId: string;

beforeAll(async () => {
  desk = await startWithdrawals();
  await publish(desk, 'withdrawal.rules', { turnover: 'off' });
  pool = desk.started.app.get<Pool>(Pool, { strict: false });
  time = new ChainTime(desk.started, desk.clock);
  ann = await savingPerson(desk.started);
}, 120_000);
afterAll(() => desk.started.close());

const found = (id: string) => desk.as('auditor').given('reconciliations/:id', { id });
const lookAtDeposits = () => desk.started.app.get(DepositWatcher, { strict: false }).look();

/** A run started by staff, when it is done. */
async function run(): Promise<StaffReconciliationRow> {
  const { id } = await desk.as('rita').given('runReconciliation');
  await until(async () => (await found(id)).doneAt !== null);
  return found(id);
}

const lineOf = ({ lines }: StaffReconciliationRow, source: string, asset: string) =>
  lines.find((line) => line.source === source && line.asset === asset);

/** An outside party's books with a change. */
async function planted(change: string, back: string, look: () => Promise<void>): Promise<void> {
  await pool.query(change);
  try {
    await look();
  } finally {
    await pool.query(back);
  }
  expect((await run()).differences).toBe(0);
}

/** Queues are recounted every few seconds. */
const waiting = async () => {
  desk.clock.advance(10_000);
  const queues = await desk.as('auditor').given('queues');
  return queues.find(({ name }) => name === 'reconciliation-differences')?.count;
};

describe('the reconciliation of the books with chain and bank', () => {
  it('finds nothing while a deposit and payouts are under way, each counted where it is', async () => {
    const { address: to } = await ann.trader.given('getDepositAddress', { network: 'TRC20', currency: 'USDT' });
    const { hash } = await time.pay({ network: 'TRC20', asset: 'USDT', to, amount: '250.5' });
    await time.blocks('TRC20', 2);
    await lookAtDeposits();
    const early = await run();
    expect(early.differences).toBe(0);
    expect(lineOf(early, 'chain', 'USDT')).toMatchObject({ books: '0', outside: '250.5', arriving: '250.5' });
    expect(early.items).toContainEqual({
      ...{ source: 'chain', cause: 'arriving', asset: 'USDT', amount: '250.5', reference: `TRC20/${hash}` },
    });
    await time.untilFinal('TRC20', hash);
    await lookAtDeposits();
    expect(lineOf(await run(), 'chain', 'USDT')).toMatchObject({ books: '250.5', outside: '250.5', arriving: '0' });

    payoutId = (await ann.withdraw('200')).withdrawalId;
    await desk.as('ann').decides(payoutId).then();
    await payOut(desk.started);
    const { hash: paid } = await ann.of(payoutId);
    await time.until('ERC20', paid ?? '', ({ status }) => status === 'mined');
    const leaving = lineOf(await run(), 'chain', 'USDT');
    expect(leaving).toMatchObject({ books: '250.5', outside: '60.5', leaving: '190', difference: '0' });
    await time.untilFinal('ERC20', paid ?? '');
    await payOut(desk.started);
    const late = await run();
    expect(late.differences).toBe(0);
    expect(lineOf(late, 'chain', 'USDT')).toMatchObject({ books: '60.5', leaving: '0' });
    expect(lineOf(late, 'chain', 'ETH')).toMatchObject({ difference: '0', leaving: '0' });
  });

  it('counts a payout of the bank from the moment it is settled', async () => {
    const { withdrawalId } = await ann.withdraw('300', ann.toCard);
    await desk.as('ann').decides(withdrawalId).then();
    await payOut(desk.started);
    expect(lineOf(await run(), 'bank', 'USDT')).toMatchObject({ books: '0', outside: '0' });
    await settleBank(desk.started);
    await payOut(desk.started);
    expect(lineOf(await run(), 'bank', 'USDT')).toMatchObject({ books: '285', outside: '285', difference: '0' });
  });

  it('keeps to the call that asked for it', async () => {
    const { id } = await run();
    const { rows } = await pool.query<{ id: string; correlation: string; causation: string }>(
      `SELECT realm || ':' || position AS id, correlation, causation FROM events
        WHERE stream = 'reconciliation-runs' AND data LIKE $1 ORDER BY position`,
      [`%"${id}"%`],
    );
    const [due, done] = rows;
    expect(due?.correlation).toMatch(/^call-/);
    expect(done).toMatchObject({ correlation: due?.correlation, causation: `${due?.id}/RecordReconciliation` });
  });

  it('runs by itself when the day in UTC is over, once a day', async () => {
    const midnight = Math.ceil(desk.clock.now() / DAY_MS) * DAY_MS;
    const id = `day-${new Date(midnight - DAY_MS).toISOString().slice(0, 10)}`;
    desk.clock.setTo(midnight);
    const run = () => desk.as('auditor').get('reconciliations/:id', { id });
    await until(async () => typeof (await run()).data.doneAt === 'number');
    expect(await found(id)).toMatchObject({ id, askedBy: 'timer', askedAt: midnight, differences: 0 });
    const all = await desk.as('auditor').given('reconciliations');
    expect(all.filter((row) => row.id.startsWith('day-')).map((row) => row.id)).toContain(id);
    expect(new Set(all.map((row) => row.id)).size).toBe(all.length);
  });

  it('finds what is missing on the chain, and puts it on the desk until it is there again', async () => {
    const custody = (by: string) =>
      `UPDATE chain_custody SET held = held ${by} 1.25 WHERE network = 'TRC20' AND asset = 'USDT'`;
    await planted(custody('-'), custody('+'), async () => {
      const missing = await run();
      expect([missing.differences, lineOf(missing, 'chain', 'USDT')?.difference]).toEqual([1, '-1.25']);
      expect(missing.items.filter(({ cause }) => cause === 'unexplained')).toEqual([
        { source: 'chain', cause: 'unexplained', asset: 'USDT', amount: '-1.25', reference: '' },
      ]);
      expect(await waiting()).toBe(1);
      await desk
        .as('auditor')
        .when('reconciliations', { filter: { differs: true } })
        .then([{ id: missing.id }]);
    });
    expect(await waiting()).toBe(0);
  });

  it('names the transfer that the books have otherwise, and a payout of the bank that they do not have', async () => {
    const amountIs = (amount: string) => `UPDATE chain_transfers SET amount = ${amount} WHERE amount = '250.5'`;
    const both = (by: string, amount: string) =>
      `${amountIs(amount)}; UPDATE chain_custody SET held = held ${by} 10 WHERE network = 'TRC20' AND asset = 'USDT'`;
    const change = both('+', '260.5');
    const back = both('-', '250.5').replace(`amount = '250.5'`, `amount = '260.5'`);
    await planted(change, back, async () => {
      const { items } = await run();
      expect(items.map(({ cause, amount }) => [cause, amount])).toEqual([['other-amount', '10']]);
    });
    const settled = `UPDATE bank_payouts SET amount = amount`;
    await planted(`${settled} + 5`, `${settled} - 5`, async () => {
      expect(lineOf(await run(), 'bank', 'USDT')).toMatchObject({ books: '285', outside: '290', difference: '5' });
    });
  });

  it('is begun by risk, read by risk and auditors, and nobody else’s', async () => {
    const [auditor, support] = [desk.as('auditor'), desk.as('support')];
    await auditor.when('reconciliations').then();
    await auditor.when('runReconciliation').then('403 staff.role-missing');
    await support.when('reconciliations').then('403 staff.role-missing');
    await support.when('runReconciliation').then('403 staff.role-missing');
    await desk.as('rita').when('reconciliations/:id', { id: 'day-2000-01-01' }).then('404 staff.not-found');
  });
});
