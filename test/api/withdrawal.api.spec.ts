import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import type { FakeClock } from '../../server/core/clock.js';
import { bankOf, IBAN_CLOSED, settleBank } from '../kit/bank.js';
import { ChainTime } from '../kit/chain.js';
import { OUTSIDE, savedAddress, savedCard } from '../kit/payees.js';
import { until } from '../kit/until.js';
import { inTheWindow, ofDesk, payOut, publish, savingPerson, startWithdrawals } from '../kit/withdrawals.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: FakeClock;
let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let time: ChainTime;
let tools: ReturnType<typeof ofDesk>;

beforeAll(async () => {
  desk = await startWithdrawals();
  tools = ofDesk(desk);
  clock = desk.clock;
  time = new ChainTime(desk.started, clock);
}, 120_000);
afterAll(() => desk.started.close());

const outside = async () => [
  await tools.sum('house/chain', 'USDT'),
  await tools.sum('house/bank', 'USDT'),
  await tools.sum('house/fees', 'USDT'),
];
/** What staff read of a person’s money, once the read models have come to what is waited for. */
async function timelineOf(userId: string, wanted: (item: StaffTimelineItem) => boolean): Promise<StaffTimelineItem[]> {
  const read = async () => (await desk.as('support').given('users/:id/timeline', { id: userId, kind: 'money' })).items;
  await until(async () => (await read()).some(wanted));
  return read();
}
const moved = (before: string[], after: string[]) => after.map((each, index) => Number(each) - Number(before[index]));

describe('a withdrawal to an address', () => {
  it('freezes, is approved by one, is sent once, and is paid when the chain says so for good', async () => {
    const person = await tools.saver('5000');
    const before = await outside();
    const requested = await person.withdraw('1000');
    expect(requested).toMatchObject({
      ...{ kind: 'crypto', network: 'ERC20', amount: '1000', fee: '50', credited: '950', feeRate: '0.05' },
      ...{ label: 'waiting', status: 'review', cancellable: true, fourEyes: false, hash: null },
      payee: { account: OUTSIDE.ERC20, label: 'Cold wallet', tag: null },
      policy: { name: 'withdrawal.rules', version: 1 },
    });
    const id = requested.withdrawalId;
    expect(await person.trader.funds('USDT')).toBe('4000 1000');
    await payOut(desk.started);
    await person.sees(id).then({ status: 'review', label: 'waiting' });

    await desk.as('ann').decides(id).then({ requestId: id, outcome: 'approved' });
    // Two servers and several looks at once order one transfer.
    await Promise.all([payOut(desk.started), payOut(desk.started)]);
    await payOut(desk.started);
    const sent = await person.of(id);
    expect([sent.status, sent.cancellable]).toEqual(['sent', false]);
    const transfer = await time.chain.transfer('ERC20', sent.hash ?? '');
    expect(transfer).toMatchObject({ to: OUTSIDE.ERC20, asset: 'USDT', amount: 950n * 10n ** 18n });
    expect(await person.trader.funds('USDT')).toBe('4000 1000');

    await time.untilFinal('ERC20', sent.hash ?? '');
    await payOut(desk.started);
    await person.sees(id).then({ status: 'paid', label: 'success' });
    expect((await person.of(id)).timeline.map((step) => step.status)).toEqual(['review', 'approved', 'sent', 'paid']);
    expect(await person.trader.funds('USDT')).toBe('4000 0');
    expect(moved(before, await outside())).toEqual([950, 0, 50]);
    await until(async () => {
      const { items } = await person.trader.given('getMessages');
      return items.filter(({ title }) => /approved|paid/i.test(title)).length === 2;
    });
    const entries = await timelineOf(person.userId, ({ sentence }) => sentence === 'withdrawal-paid');
    expect(entries.map(({ sentence }) => sentence).filter((sentence) => /^(withdrawal|payee)/.test(sentence))).toEqual([
      ...['withdrawal-paid', 'withdrawal-sent-chain', 'withdrawal-payout-begun', 'withdrawal-approved'],
      ...['withdrawal-requested-crypto', 'payee-card-added', 'payee-address-added'],
    ]);
    const approved = entries.find(({ sentence }) => sentence === 'withdrawal-approved');
    expect(approved).toMatchObject({ kind: 'money', orderId: id, byName: 'ann' });
  });

  it('is taken back while it waits, and no longer once it is approved', async () => {
    const person = await tools.saver();
    const [first, second] = [await person.withdraw('100'), await person.withdraw('200')];
    const cancel = ({ withdrawalId }: typeof first, { trader } = person) =>
      trader.when('cancelWithdrawal', { withdrawalId });
    await cancel(first).then({ status: 'cancelled', label: 'failed' });
    await cancel(first).then({ status: 'cancelled' });
    expect(await person.trader.funds('USDT')).toBe('999800 200');
    await desk.as('ann').decides(first.withdrawalId).then('409 review.decided');
    await desk.as('ann').decides(second.withdrawalId).then();
    await cancel(second).then('withdrawal.not-cancellable');
    await cancel(second, await tools.saver()).then('withdrawal.not-found');
  });

  it('is rejected with reasons that the person reads in his language, and everything is available again', async () => {
    const person = await tools.saver('5000');
    const { withdrawalId } = await person.withdraw('500');
    await desk
      .as('ben')
      .decides(withdrawalId, 'rejected', { reasons: ['source-unclear'] })
      .then();
    expect(await person.trader.funds('USDT')).toBe('5000 0');
    await person.trader.when('getWithdrawal', { withdrawalId, lang: 'de' }).then({
      ...{ status: 'rejected', label: 'failed' },
      reasons: ['Wir müssen wissen, woher das Geld kommt'],
    });
  });
});

describe('a withdrawal to a bank card', () => {
  it('is ordered once at the bank, and settles there', async () => {
    const person = await tools.saver('5000');
    const before = await outside();
    const { withdrawalId } = await person.withdraw('1000.50', person.toCard);
    await desk.as('ann').decides(withdrawalId).then();
    await payOut(desk.started);
    const sent = await person.of(withdrawalId);
    const ordered = await bankOf(desk.started).payout(withdrawalId);
    expect([sent.status, sent.reference]).toEqual(['sent', ordered?.reference]);
    // The fee of 50.025 rounds up to whole cents.
    expect([sent.fee, sent.credited]).toEqual(['50.03', '950.47']);
    await settleBank(desk.started);
    await payOut(desk.started);
    await person.sees(withdrawalId).then({ status: 'paid', label: 'success' });
    expect(moved(before, await outside()).map((each) => each.toFixed(2))).toEqual(['0.00', '950.47', '50.03']);
  });

  it('that comes back fails, and gives back all of it with the fee', async () => {
    const person = await savingPerson(desk.started, '5000');
    const payeeId = await savedCard(person.trader, { account: IBAN_CLOSED });
    const { withdrawalId } = await person.withdraw('1000', { ...person.toCard, payeeId });
    await desk.as('ann').decides(withdrawalId).then();
    await payOut(desk.started);
    await settleBank(desk.started);
    await payOut(desk.started);
    await person.sees(withdrawalId).then({ status: 'returned', label: 'failed' });
    expect(await person.trader.funds('USDT')).toBe('5000 0');
  });
});

describe('the records', () => {
  it('are found by kind, label, period and a part of the hash, page by page, and come as CSV', async () => {
    const person = await tools.saver();
    const crypto = await person.withdraw('100');
    const bank = await person.withdraw('200', person.toCard);
    await person.trader.given('cancelWithdrawal', { withdrawalId: crypto.withdrawalId });
    const ids = async (query: Record<string, string>) =>
      (await person.trader.given('getWithdrawals', query)).items.map((row) => row.withdrawalId);
    expect(await ids({})).toEqual([bank.withdrawalId, crypto.withdrawalId]);
    expect(await ids({ kind: 'bank' })).toEqual([bank.withdrawalId]);
    expect(await ids({ label: 'failed' })).toEqual([crypto.withdrawalId]);
    expect(await ids({ status: 'review' })).toEqual([bank.withdrawalId]);
    expect(await ids({ search: bank.withdrawalId.slice(3).toUpperCase() })).toEqual([bank.withdrawalId]);
    expect(await ids({ to: String(clock.now() - DAY_MS) })).toEqual([]);
    const { nextCursor } = await person.trader.given('getWithdrawals', { limit: 1 });
    expect(await ids({ limit: '1', cursor: nextCursor ?? '' })).toEqual([crypto.withdrawalId]);
    const csv = await (await person.trader.file('exportWithdrawals')).text();
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`${crypto.withdrawalId},`);
  });

  it('keep the person from being erased while a request is open', async () => {
    const person = await tools.saver();
    await person.withdraw('100');
    const { password, userId } = person;
    await person.trader.when('eraseMe', { password, confirm: userId }).then('person.requests-open');
  });
});

describe('the rules in force', () => {
  it('are told with how far the person is with each, before anything is typed', async () => {
    const person = await tools.saver('5000');
    const rules = await person.trader.when('getWithdrawalRules').then({
      ...{ preset: 'documented', feeRate: '0.05', min: '100', max: '200000', fourEyesFrom: '10000', paused: false },
      currencies: [{ currency: 'USDT', networks: ['ERC20'], available: '5000', minimum: '100', maximum: '200000' }],
      today: { used: 0, max: 2 },
      window: { from: '12:00', to: '24:00', timeZone: 'Asia/Hong_Kong', open: true, opensAt: null },
      security: { tradePasswordSet: true, googleBound: false, googleRequired: false },
      coolingOffHours: 0,
    });
    expect(rules.window.closesAt).toBe(inTheWindow(clock.now() - DAY_MS / 2) + 11 * HOUR_MS);
    expect(rules.today.resetsAt).toBe(rules.window.closesAt);
  });

  it('of another version bind new requests only: the version shown is the version applied', async () => {
    const person = await tools.saver('50000');
    const before = await person.withdraw('9000');
    const { version } = (await person.trader.given('getWithdrawalRules')).policy;
    await publish(desk, 'withdrawal.rules', { feeRate: '0.1', fourEyesFrom: '5000' });
    const changed = { fee: '900', fourEyes: true, policy: { version: version + 1 } };
    await person.trader.when('previewWithdrawal', person.preview('9000')).then({ ...changed, credited: '8100' });
    await person.submit('9000', { rulesVersion: String(version) }).then('409 withdrawal.rules-changed');
    const after = await person.submit('9000', { rulesVersion: String(version + 1) }).then(changed);
    await desk.as('ann').decides(before.withdrawalId).then({ outcome: 'approved' });
    await desk.as('ann').decides(after.withdrawalId).then({ outcome: 'seconded' });
    await person.sees(before.withdrawalId).then({ fee: '450' });
    await publish(desk, 'withdrawal.rules', { feeRate: '0.05', fourEyesFrom: '10000' });
  });

  it('say the first moment that waiting time and opening hours allow together', async () => {
    const person = await tools.saver('5000');
    await publish(desk, 'payee.rules', { coolingHours: 40 });
    const payeeId = await savedAddress(person.trader, { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
    await publish(desk, 'payee.rules', { coolingHours: 0 });
    const preview = (changes: Record<string, string> = {}) =>
      person.trader.when('previewWithdrawal', person.preview('500', changes));
    await preview().then({ earliestAt: null });
    const { window } = await person.trader.given('getWithdrawalRules');
    const { problems, earliestAt } = await preview({ payeeId }).then();
    expect(problems.map(({ refusal }) => refusal)).toEqual(['payee.cooling-off']);
    // Forty hours from the early afternoon end at night; the next noon is open.
    expect(earliestAt).toBe((window.closesAt ?? 0) + 1.5 * DAY_MS);
  });

  it('show everything that stands against a request, in the order of the checks', async () => {
    const person = await tools.saver('50');
    const { problems } = await person.trader
      .when('previewWithdrawal', person.preview('60', { network: 'TRC20' }))
      .then({ remaining: '-10' });
    expect(problems.map(({ refusal }) => refusal)).toEqual([
      ...['withdrawal.network-closed', 'withdrawal.payee-mismatch', 'withdrawal.below-minimum', 'asset.insufficient'],
    ]);
  });
});

describe('the console', () => {
  it('lists all withdrawals for support, auditors and reviewers of the queue, without anything personal, also as CSV', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('700', person.toCard);
    const filter = { userId: person.userId, label: 'waiting', kind: 'bank' };
    const row = { id: withdrawalId, amount: '700', label: 'waiting', status: 'review', network: null };
    for (const name of ['ann', 'support', 'auditor']) {
      const rows = await desk.as(name).when('withdrawals', { filter }).then([row]);
      expect(JSON.stringify(rows)).not.toMatch(/Müller|DE89|sealed/);
    }
    const csv = await desk.as('auditor').file('export', { list: 'withdrawals', filter });
    expect(await csv.text()).toContain(withdrawalId);
    // Risk sees what moves; who decides nothing about money does not.
    await desk.as('rita').when('withdrawals').then();
    desk.tokens.set('content', await desk.again('content'));
    await desk.as('content').when('withdrawals').then('403 staff.role-missing');
  });

  it('says that withdrawals are paused, who wished it and who agreed', async () => {
    const seen = desk.as('ann').when('withdrawal-pause');
    await publish(desk, 'withdrawal.pause', { paused: true });
    await seen.then({ paused: true, proposedByName: 'rita', approvedByName: 'rob', waiting: null });
    await publish(desk, 'withdrawal.pause', { paused: false });
    await seen.then({ paused: false });
  });
});
