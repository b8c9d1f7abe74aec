import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FakeClock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { WithdrawalQuery } from '../../server/features/withdrawal/withdrawal.query.js';
import { IBAN_CLOSED } from '../kit/bank.js';
import { ChainTime } from '../kit/chain.js';
import { bindGoogle, codeNow, realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { OUTSIDE, savedCard } from '../kit/payees.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { inTheWindow, ofDesk, payOut, publish, startWithdrawals } from '../kit/withdrawals.js';

const HOUR_MS = 3_600_000;

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

describe('two pairs of eyes', () => {
  it('must approve from the threshold on, never the same twice, and 50 approvals at once execute it once', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('10000');
    await desk.as('ann').decides(withdrawalId).then({ outcome: 'seconded' });
    await person.sees(withdrawalId).then({ status: 'second-review', label: 'waiting' });
    await desk.as('ann').decides(withdrawalId).then('403 review.approved-by-you');
    await desk.as('ben').given('claimReview', { requestId: withdrawalId });
    await desk.as('ben').given('reviews/:id', { id: withdrawalId });
    const approve = { requestId: withdrawalId, verdict: 'approved' };
    const fifty = await Promise.all(Array.from({ length: 50 }, () => desk.as('ben').post('decideReview', approve)));
    expect(fifty.map(({ refusal }) => refusal).sort()).toEqual(['', ...Array<string>(49).fill('review.decided')]);
    await payOut(desk.started);
    await person.sees(withdrawalId).then({ status: 'sent' });
    const { rows } = await tools
      .pool()
      .query(`SELECT 1 FROM events WHERE type IN ('WithdrawalApproved', 'WithdrawalSent') AND data LIKE $1`, [
        `%${withdrawalId}%`,
      ]);
    expect(rows).toHaveLength(2);
  });

  it('are never one’s own', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('500');
    await desk.administer('changeMemberOwnUsers', 'ann', { userIds: [person.userId] });
    await desk.as('ann').when('claimReview', { requestId: withdrawalId }).then('403 review.own');
    await desk.as('ann').decides(withdrawalId).then('403 review.own');
    await desk.administer('changeMemberOwnUsers', 'ann', { userIds: [] });
  });

  it('are no longer those of somebody whose queue was taken away in between', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('500');
    await desk.as('cleo').given('claimReview', { requestId: withdrawalId });
    await desk.administer('changeMemberQueues', 'cleo', { queues: ['credit'] });
    const decision = { requestId: withdrawalId, verdict: 'approved' };
    await desk.as('cleo').when('decideReview', decision).then('404 review.not-found');
    await person.sees(withdrawalId).then({ status: 'review', label: 'waiting' });
  });
});

describe('what the reviewer sees', () => {
  it('is who is paid what, beside the signals of published rules with the figures that they used', async () => {
    const person = await tools.saver();
    const friend = await tools.saver();
    await friend.withdraw('8500');
    const first = await person.withdraw('8000');
    const { withdrawalId } = await person.withdraw('9999');
    await desk.as('ann').given('claimReview', { requestId: withdrawalId });
    const { details } = await desk.as('ann').given('reviews/:id', { id: withdrawalId });
    const fields = Object.fromEntries((details?.fields ?? []).map(({ name, value }) => [name, value]));
    expect(fields).toMatchObject({ amount: '9999 USDT', credited: '9499.05 USDT', address: OUTSIDE.ERC20 });
    const signals = new Map(details?.signals.map((signal) => [signal.name, signal]));
    expect(signals.get('shared-payee')).toMatchObject({ level: 'warning', inputs: { least: 1 } });
    expect(signals.get('structuring')).toEqual({
      ...{ name: 'structuring', level: 'info' },
      inputs: { count: 2, days: 7, least: 3, from: '8000', to: '10000' },
    });
    expect(signals.get('payee-age')).toMatchObject({ level: 'warning', inputs: { within: 7 } });
    expect(signals.get('factor-changed')).toBeDefined();
    await desk.as('ann').decides(first.withdrawalId).then();
    const audited = await desk.as('auditor').given('reviews/:id', { id: withdrawalId });
    expect(JSON.stringify(audited)).not.toContain(OUTSIDE.ERC20);
  });
});

describe('while withdrawals are paused', () => {
  it('no request is taken and nothing is paid out; what was approved goes out afterwards', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('500');
    await publish(desk, 'withdrawal.pause', { paused: true });
    const sentence = 'We paused withdrawals for everyone. Your funds are safe; try again later.';
    await person.submit('500').then('withdrawal.paused', sentence);
    await person.trader.when('getWithdrawalRules').then({ paused: true });
    await desk.as('ann').decides(withdrawalId).then();
    await payOut(desk.started);
    await person.sees(withdrawalId).then({ status: 'approved', label: 'waiting' });
    await publish(desk, 'withdrawal.pause', { paused: false });
    await payOut(desk.started);
    await person.sees(withdrawalId).then({ status: 'sent', label: 'waiting' });
  });
});

describe('while an account is frozen', () => {
  it('what was approved is not even asked for, and goes out when it is thawed', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('500');
    const commands = desk.started.app.get<Writers>(Writers, { strict: false });
    const query = desk.started.app.get(WithdrawalQuery, { strict: false });
    const payable = async () => (await query.payable(0, 1000)).some(({ withdrawalId: id }) => id === withdrawalId);
    const freezing = async (type: 'FreezeAccount' | 'UnfreezeAccount') => {
      const data = { userId: person.userId, by: 'staff', reason: 'asked by phone', mayRead: true };
      expect((await commands.execute('real', { type, data, at: clock.now(), actor: 'staff:ann' })).ok).toBe(true);
    };
    await freezing('FreezeAccount');
    await publish(desk, 'withdrawal.pause', { paused: true });
    await desk.as('ann').decides(withdrawalId).then();
    await publish(desk, 'withdrawal.pause', { paused: false });
    await until(async () => !(await payable()));
    await payOut(desk.started);
    expect((await query.row(withdrawalId))?.status).toBe('approved');
    await freezing('UnfreezeAccount');
    await until(payable);
    await payOut(desk.started);
    await until(async () => (await query.row(withdrawalId))?.status === 'sent');
  });
});

describe('a withdrawal is refused', () => {
  it('by the form, the payee, the limits, the day, the hour and the balance, in this order, and freezes nothing', async () => {
    const person = await tools.saver('300000');
    const other = await tools.saver();
    clock.setTo(inTheWindow(clock.now()));
    await publish(desk, 'payee.rules', { coolingHours: 24 });
    const fresh = await savedCard(person.trader, { account: IBAN_CLOSED });
    await publish(desk, 'payee.rules', { coolingHours: 0 });
    const wrong: [refusal: string, field: string, amount: string, more?: Record<string, string>][] = [
      ['422 withdrawal.amount-required', 'amount', ''],
      ['422 withdrawal.amount-required', 'amount', '0'],
      ['422 withdrawal.payee-required', 'payeeId', '500', { payeeId: '' }],
      ['200 withdrawal.bank-closed', 'currency', '500', { kind: 'bank', currency: 'BTC' }],
      ['422 withdrawal.network-closed', 'network', '500', { network: 'TRC20' }],
      ['422 withdrawal.network-closed', 'network', '500', { currency: 'BTC', network: 'BTC' }],
      ['422 withdrawal.network-closed', 'network', '500', { network: 'Nowhere' }],
      ['404 payee.not-found', 'payeeId', '500', { payeeId: other.addressId }],
      ['404 payee.not-found', 'payeeId', '500', { payeeId: person.cardId }],
      ['200 payee.cooling-off', 'payeeId', '500', { payeeId: fresh }],
      ['422 withdrawal.amount-over-precise', 'amount', '500.1234567'],
      ['422 withdrawal.amount-over-precise', 'amount', '500.123', person.toCard],
      ['422 withdrawal.below-minimum', 'amount', '99.999999'],
      ['422 withdrawal.above-maximum', 'amount', '200000.000001'],
      ['200 security.trade-password-required', 'tradePassword', '500', { tradePassword: '' }],
      ['200 security.trade-password-wrong', 'tradePassword', '500', { tradePassword: '908172' }],
    ];
    for (const [refusal, field, amount, more] of wrong) await person.submit(amount, more).then({ refusal, field });
    const sentence = 'This is below the minimum. Enter at least 100 USDT.';
    await person.submit('99').then('withdrawal.below-minimum', sentence);
    await person.withdraw('150000');
    await person.withdraw('100');
    const closed = async (refusal: string) =>
      expect(await person.submit('500').then(refusal)).not.toHaveProperty('field');
    await closed('200 withdrawal.too-many-today');
    clock.advance(11 * HOUR_MS - 1);
    await closed('200 withdrawal.too-many-today');
    clock.advance(1);
    await closed('200 withdrawal.window-closed');
    clock.advance(12 * HOUR_MS - 1);
    await closed('200 withdrawal.window-closed');
    clock.advance(1);
    await person.submit('149900.01').then({ refusal: '200 asset.insufficient', field: 'amount' });
    await person.submit('149900').then();
    expect(await tools.sum(`user/${person.userId}.1/spot/available`, 'USDT')).toBe('0');
    expect(await tools.sum(`user/${person.userId}.1/spot/frozen`, 'USDT')).toBe('300000');
  });

  it('while no trade password is set, before anything that the form lacks, as the preview says', async () => {
    const { trader, password } = await realPerson(desk.started);
    const request = { kind: 'crypto', network: 'ERC20', currency: 'USDT', amount: '500' };
    const sentence = 'Set a trade password in the security centre first.';
    await trader.when('submitWithdrawal', request).then('security.trade-password-missing', sentence);
    const { problems } = await trader.given('previewWithdrawal', request);
    expect(problems.slice(0, 2).map(({ refusal }) => refusal)).toEqual([
      'security.trade-password-missing',
      'withdrawal.payee-required',
    ]);
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    await trader.when('submitWithdrawal', request).then('withdrawal.payee-required');
  });

  it('by Google verification once it is bound or asked for', async () => {
    const person = await tools.saver();
    await publish(desk, 'withdrawal.rules', { googleRequired: true });
    const sentence = 'Set up an authenticator in the security centre first.';
    await person.submit('500').then('security.google-missing', sentence);
    const { secret } = await bindGoogle(person.trader, person.password, clock);
    clock.advance(60_000);
    await person.submit('500').then('security.google-required');
    await person.submit('500', { googleCode: '000000' }).then('security.google-wrong');
    await person.submit('500', { googleCode: codeNow(secret, clock) }).then();
    await publish(desk, 'withdrawal.rules', { googleRequired: false });
  });

  it('to a demo account', async () => {
    const demo = await Trader.demo(desk.started);
    const request = { kind: 'crypto', amount: '500' };
    await demo.when('submitWithdrawal', request).then('demo.real-only', 'Switch to a real account first.');
  });

  it('without the turnover that the rules ask for, which the person sees beforehand', async () => {
    const person = await tools.saver('0.000001');
    // A deposit of 1000 USDT over the chain, and nothing traded with it.
    const { address: to } = await person.trader.given('getDepositAddress', { network: 'TRC20', currency: 'USDT' });
    const paid = await time.pay({ network: 'TRC20', asset: 'USDT', to, amount: '1000' });
    await time.untilFinal('TRC20', paid.hash);
    await until(async () => (await person.trader.funds('USDT')).startsWith('1000.000001'));
    clock.setTo(inTheWindow(clock.now()));
    const { turnover } = await person.trader.given('getWithdrawalRules');
    expect(turnover).toEqual({ mode: 'consumption', share: '0.9', done: '0', needed: '900', fulfilled: false });
    await person.submit('500').then({
      refusal: 'withdrawal.turnover-missing',
      params: { share: '90', done: '0', needed: '900', policy: 'withdrawal.rules', version: 3 },
    });
    const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '950' };
    // The simulated market has to come along with the clock first.
    await until(async () => (await person.trader.post('placeOrder', buy)).refusal === '');
    const { turnover: after } = await person.trader.given('getWithdrawalRules');
    expect([after.fulfilled, Number(after.done) > 900]).toEqual([true, true]);
  });
});
