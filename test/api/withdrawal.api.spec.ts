import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../../contracts/envelope.contract.js';
import type { StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import type { StaffWithdrawalRow, WithdrawalPauseView } from '../../contracts/withdrawal.staff.contract.js';
import type { FakeClock } from '../../server/core/clock.js';
import { bankOf, IBAN_CLOSED, settleBank } from '../kit/bank.js';
import { ChainTime } from '../kit/chain.js';
import { OUTSIDE, savedAddress, savedCard } from '../kit/payees.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { decided, inTheWindow, ofDesk, payOut, publish, savingPerson, startWithdrawals } from '../kit/withdrawals.js';

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
  const read = () =>
    desk.read<Page<StaffTimelineItem>>(`users/${userId}/timeline?kind=money`, desk.tokens.get('support'));
  await until(async () => (await read()).body.items.some(wanted));
  return (await read()).body.items;
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
    expect(await tools.status(person, id)).toEqual(['review', 'waiting']);

    expect((await decided(desk, 'ann', id)).body).toEqual({ requestId: id, outcome: 'approved' });
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
    expect(await tools.status(person, id)).toEqual(['paid', 'success']);
    expect((await person.of(id)).timeline.map((step) => step.status)).toEqual(['review', 'approved', 'sent', 'paid']);
    expect(await person.trader.funds('USDT')).toBe('4000 0');
    expect(moved(before, await outside())).toEqual([950, 0, 50]);
    await until(async () => {
      const { items } = (await person.trader.get('getMessages')).data;
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
    const cancel = (withdrawalId: string, trader = person.trader) => trader.post('cancelWithdrawal', { withdrawalId });
    expect((await cancel(first.withdrawalId)).data).toMatchObject({ status: 'cancelled', label: 'failed' });
    expect((await cancel(first.withdrawalId)).data.status).toBe('cancelled');
    expect(await person.trader.funds('USDT')).toBe('999800 200');
    const late = await decided(desk, 'ann', first.withdrawalId);
    expect([late.status, refusalOf(late.body)]).toEqual([409, 'review.decided']);
    await decided(desk, 'ann', second.withdrawalId);
    expect((await cancel(second.withdrawalId)).refusal).toBe('withdrawal.not-cancellable');
    const stranger = await tools.saver();
    expect((await cancel(second.withdrawalId, stranger.trader)).refusal).toBe('withdrawal.not-found');
  });

  it('is rejected with reasons that the person reads in his language, and everything is available again', async () => {
    const person = await tools.saver('5000');
    const { withdrawalId } = await person.withdraw('500');
    await decided(desk, 'ben', withdrawalId, 'rejected', ['source-unclear']);
    expect(await person.trader.funds('USDT')).toBe('5000 0');
    const german = await person.trader.get('getWithdrawal', { withdrawalId, lang: 'de' });
    expect(german.data).toMatchObject({
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
    await decided(desk, 'ann', withdrawalId);
    await payOut(desk.started);
    const sent = await person.of(withdrawalId);
    const ordered = await bankOf(desk.started).payout(withdrawalId);
    expect([sent.status, sent.reference]).toEqual(['sent', ordered?.reference]);
    // The fee of 50.025 rounds up to whole cents.
    expect([sent.fee, sent.credited]).toEqual(['50.03', '950.47']);
    await settleBank(desk.started);
    await payOut(desk.started);
    expect(await tools.status(person, withdrawalId)).toEqual(['paid', 'success']);
    expect(moved(before, await outside()).map((each) => each.toFixed(2))).toEqual(['0.00', '950.47', '50.03']);
  });

  it('that comes back fails, and gives back all of it with the fee', async () => {
    const person = await savingPerson(desk.started, '5000');
    const payeeId = await savedCard(person.trader, { account: IBAN_CLOSED });
    const { withdrawalId } = await person.withdraw('1000', { ...person.toCard, payeeId });
    await decided(desk, 'ann', withdrawalId);
    await payOut(desk.started);
    await settleBank(desk.started);
    await payOut(desk.started);
    expect(await tools.status(person, withdrawalId)).toEqual(['returned', 'failed']);
    expect(await person.trader.funds('USDT')).toBe('5000 0');
  });
});

describe('the records', () => {
  it('are found by kind, label, period and a part of the hash, page by page, and come as CSV', async () => {
    const person = await tools.saver();
    const crypto = await person.withdraw('100');
    const bank = await person.withdraw('200', person.toCard);
    await person.trader.post('cancelWithdrawal', { withdrawalId: crypto.withdrawalId });
    const ids = async (query: Record<string, string>) =>
      (await person.trader.get('getWithdrawals', query)).data.items.map((row) => row.withdrawalId);
    expect(await ids({})).toEqual([bank.withdrawalId, crypto.withdrawalId]);
    expect(await ids({ kind: 'bank' })).toEqual([bank.withdrawalId]);
    expect(await ids({ label: 'failed' })).toEqual([crypto.withdrawalId]);
    expect(await ids({ status: 'review' })).toEqual([bank.withdrawalId]);
    expect(await ids({ search: bank.withdrawalId.slice(3).toUpperCase() })).toEqual([bank.withdrawalId]);
    expect(await ids({ to: String(clock.now() - DAY_MS) })).toEqual([]);
    const page = (await person.trader.get('getWithdrawals', { limit: 1 })).data;
    expect(await ids({ limit: '1', cursor: page.nextCursor ?? '' })).toEqual([crypto.withdrawalId]);
    const csv = await (
      await fetch(`${desk.started.url}/web/exportWithdrawals`, {
        headers: { authorization: `Bearer ${person.trader.token}` },
      })
    ).text();
    expect(csv.split('\r\n')).toHaveLength(4);
    expect(csv).toContain(`${crypto.withdrawalId},`);
  });

  it('keep the person from being erased while a request is open', async () => {
    const person = await tools.saver();
    await person.withdraw('100');
    const refused = await person.trader.post('eraseMe', { password: person.password, confirm: person.userId });
    expect(refused.refusal).toBe('person.requests-open');
  });
});

describe('the rules in force', () => {
  it('are told with how far the person is with each, before anything is typed', async () => {
    const person = await tools.saver('5000');
    const rules = (await person.trader.get('getWithdrawalRules')).data;
    expect(rules).toMatchObject({
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
    const { version } = (await person.trader.get('getWithdrawalRules')).data.policy;
    await publish(desk, 'withdrawal.rules', { feeRate: '0.1', fourEyesFrom: '5000' });
    const preview = (await person.trader.get('previewWithdrawal', person.preview('9000'))).data;
    expect([preview.fee, preview.credited, preview.fourEyes, preview.policy.version]).toEqual([
      '900',
      '8100',
      true,
      version + 1,
    ]);
    const outdated = await person.submit('9000', { rulesVersion: String(version) });
    expect([outdated.status, outdated.refusal]).toEqual([409, 'withdrawal.rules-changed']);
    const after = await person.withdraw('9000', { rulesVersion: String(version + 1) });
    expect([after.fee, after.fourEyes, after.policy.version]).toEqual(['900', true, version + 1]);
    expect((await decided(desk, 'ann', before.withdrawalId)).body.outcome).toBe('approved');
    expect((await decided(desk, 'ann', after.withdrawalId)).body.outcome).toBe('seconded');
    expect((await person.of(before.withdrawalId)).fee).toBe('450');
    await publish(desk, 'withdrawal.rules', { feeRate: '0.05', fourEyesFrom: '10000' });
  });

  it('say the first moment that waiting time and opening hours allow together', async () => {
    const person = await tools.saver('5000');
    await publish(desk, 'payee.rules', { coolingHours: 40 });
    const payeeId = await savedAddress(person.trader, { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' });
    await publish(desk, 'payee.rules', { coolingHours: 0 });
    const preview = async (changes: Record<string, string> = {}) =>
      (await person.trader.get('previewWithdrawal', person.preview('500', changes))).data;
    expect((await preview()).earliestAt).toBeNull();
    const { window } = (await person.trader.get('getWithdrawalRules')).data;
    const { problems, earliestAt } = await preview({ payeeId });
    expect(problems.map(({ refusal }) => refusal)).toEqual(['payee.cooling-off']);
    // Forty hours from the early afternoon end at night; the next noon is open.
    expect(earliestAt).toBe((window.closesAt ?? 0) + 1.5 * DAY_MS);
  });

  it('show everything that stands against a request, in the order of the checks', async () => {
    const person = await tools.saver('50');
    const { problems, remaining } = (
      await person.trader.get('previewWithdrawal', person.preview('60', { network: 'TRC20' }))
    ).data;
    expect(problems.map(({ refusal }) => refusal)).toEqual([
      'withdrawal.network-closed',
      'withdrawal.payee-mismatch',
      'withdrawal.below-minimum',
      'asset.insufficient',
    ]);
    expect(remaining).toBe('-10');
  });
});

describe('the console', () => {
  it('lists all withdrawals for support, auditors and reviewers of the queue, without anything personal, also as CSV', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('700', person.toCard);
    const query = listQuery({ filter: { userId: person.userId, label: 'waiting', kind: 'bank' } });
    for (const name of ['ann', 'support', 'auditor']) {
      const { body } = await desk.read<StaffWithdrawalRow[]>(`withdrawals?${query}`, tools.token(name).token);
      expect(body).toMatchObject([
        { id: withdrawalId, amount: '700', label: 'waiting', status: 'review', network: null },
      ]);
      expect(JSON.stringify(body)).not.toMatch(/Müller|DE89|sealed/);
    }
    const csv = await fetch(`${desk.started.url}/staff/export?list=withdrawals&${query}`, {
      headers: { authorization: `Bearer ${tools.token('auditor').token}` },
    });
    expect(await csv.text()).toContain(withdrawalId);
    // Risk sees what moves; who decides nothing about money does not.
    expect((await desk.read('withdrawals', tools.token('rita').token)).status).toBe(200);
    expect((await desk.read('withdrawals', await desk.again('content'))).status).toBe(403);
  });

  it('says that withdrawals are paused, who wished it and who agreed', async () => {
    const see = async () => (await desk.read<WithdrawalPauseView>('withdrawal-pause', tools.token('ann').token)).body;
    await publish(desk, 'withdrawal.pause', { paused: true });
    expect(await see()).toMatchObject({ paused: true, proposedByName: 'rita', approvedByName: 'rob', waiting: null });
    await publish(desk, 'withdrawal.pause', { paused: false });
    expect((await see()).paused).toBe(false);
  });
});
