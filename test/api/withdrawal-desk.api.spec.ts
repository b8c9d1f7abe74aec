import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReviewView } from '../../contracts/review.contract.js';
import type { FakeClock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { WithdrawalQuery } from '../../server/features/withdrawal/withdrawal.query.js';
import { IBAN_CLOSED } from '../kit/bank.js';
import { ChainTime } from '../kit/chain.js';
import { bindGoogle, codeNow } from '../kit/factors.js';
import { OUTSIDE, savedCard } from '../kit/payees.js';
import { refusalOf } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { decided, inTheWindow, ofDesk, payOut, publish, startWithdrawals } from '../kit/withdrawals.js';

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
    expect((await decided(desk, 'ann', withdrawalId)).body.outcome).toBe('seconded');
    expect(await tools.status(person, withdrawalId)).toEqual(['second-review', 'waiting']);
    const again = await decided(desk, 'ann', withdrawalId);
    expect([again.status, refusalOf(again.body)]).toEqual([403, 'review.approved-by-you']);
    await desk.post('claimReview', { requestId: withdrawalId }, tools.token('ben'));
    await desk.read(`reviews/${withdrawalId}`, tools.token('ben').token);
    const approve = { requestId: withdrawalId, verdict: 'approved' };
    const fifty = await Promise.all(
      Array.from({ length: 50 }, () => desk.post('decideReview', approve, tools.token('ben'))),
    );
    expect(fifty.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(fifty.filter((answer) => answer.status !== 200).map(({ body }) => refusalOf(body)))).toEqual(
      new Set(['review.decided']),
    );
    await payOut(desk.started);
    const sent = await person.of(withdrawalId);
    expect(sent.status).toBe('sent');
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
    const claimed = await desk.post('claimReview', { requestId: withdrawalId }, tools.token('ann'));
    expect([claimed.status, refusalOf(claimed.body)]).toEqual([403, 'review.own']);
    const answer = await decided(desk, 'ann', withdrawalId);
    expect([answer.status, refusalOf(answer.body)]).toEqual([403, 'review.own']);
    await desk.administer('changeMemberOwnUsers', 'ann', { userIds: [] });
  });

  it('are no longer those of somebody whose queue was taken away in between', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('500');
    await desk.post('claimReview', { requestId: withdrawalId }, tools.token('cleo'));
    await desk.administer('changeMemberQueues', 'cleo', { queues: ['credit'] });
    const answer = await desk.post(
      'decideReview',
      { requestId: withdrawalId, verdict: 'approved' },
      tools.token('cleo'),
    );
    expect([answer.status, refusalOf(answer.body)]).toEqual([404, 'review.not-found']);
    expect(await tools.status(person, withdrawalId)).toEqual(['review', 'waiting']);
  });
});

describe('what the reviewer sees', () => {
  it('is who is paid what, beside the signals of published rules with the figures that they used', async () => {
    const person = await tools.saver();
    const friend = await tools.saver();
    await friend.withdraw('8500');
    const first = await person.withdraw('8000');
    const { withdrawalId } = await person.withdraw('9999');
    await desk.post('claimReview', { requestId: withdrawalId }, tools.token('ann'));
    const { body } = await desk.read<ReviewView>(`reviews/${withdrawalId}`, tools.token('ann').token);
    const fields = Object.fromEntries((body.details?.fields ?? []).map(({ name, value }) => [name, value]));
    expect(fields).toMatchObject({ amount: '9999 USDT', credited: '9499.05 USDT', address: OUTSIDE.ERC20 });
    const signals = new Map(body.details?.signals.map((sign) => [sign.name, sign]));
    expect(signals.get('shared-payee')).toMatchObject({ level: 'warning', inputs: { least: 1 } });
    expect(signals.get('structuring')).toEqual({
      ...{ name: 'structuring', level: 'info' },
      inputs: { count: 2, days: 7, least: 3, from: '8000', to: '10000' },
    });
    expect(signals.get('payee-age')).toMatchObject({ level: 'warning', inputs: { within: 7 } });
    expect(signals.get('factor-changed')).toBeDefined();
    await decided(desk, 'ann', first.withdrawalId);
    const audited = await desk.read<ReviewView>(`reviews/${withdrawalId}`, tools.token('auditor').token);
    expect(JSON.stringify(audited.body)).not.toContain(OUTSIDE.ERC20);
  });
});

describe('while withdrawals are paused', () => {
  it('no request is taken and nothing is paid out; what was approved goes out afterwards', async () => {
    const person = await tools.saver();
    const { withdrawalId } = await person.withdraw('500');
    await publish(desk, 'withdrawal.pause', { paused: true });
    const refused = await person.submit('500');
    expect([refused.refusal, refused.envelope.message]).toEqual([
      'withdrawal.paused',
      'We paused withdrawals for everyone. Your funds are safe; try again later.',
    ]);
    expect((await person.trader.get('getWithdrawalRules')).data.paused).toBe(true);
    await decided(desk, 'ann', withdrawalId);
    await payOut(desk.started);
    expect(await tools.status(person, withdrawalId)).toEqual(['approved', 'waiting']);
    await publish(desk, 'withdrawal.pause', { paused: false });
    await payOut(desk.started);
    expect(await tools.status(person, withdrawalId)).toEqual(['sent', 'waiting']);
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
    await decided(desk, 'ann', withdrawalId);
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
    const refused = async (amount: string, more: Record<string, string> = {}) => {
      const { status: http, refusal, field } = await person.submit(amount, more);
      return [http, refusal, field];
    };
    expect(await refused('')).toEqual([422, 'withdrawal.amount-required', 'amount']);
    expect(await refused('0')).toEqual([422, 'withdrawal.amount-required', 'amount']);
    expect(await refused('500', { payeeId: '' })).toEqual([422, 'withdrawal.payee-required', 'payeeId']);
    expect(await refused('500', { kind: 'bank', currency: 'BTC' })).toEqual([
      200,
      'withdrawal.bank-closed',
      'currency',
    ]);
    expect(await refused('500', { network: 'TRC20' })).toEqual([422, 'withdrawal.network-closed', 'network']);
    expect(await refused('500', { currency: 'BTC', network: 'BTC' })).toEqual([
      422,
      'withdrawal.network-closed',
      'network',
    ]);
    expect(await refused('500', { network: 'Nowhere' })).toEqual([422, 'withdrawal.network-closed', 'network']);
    expect(await refused('500', { payeeId: other.addressId })).toEqual([404, 'payee.not-found', 'payeeId']);
    expect(await refused('500', { payeeId: person.cardId })).toEqual([404, 'payee.not-found', 'payeeId']);
    if (fresh !== undefined)
      expect(await refused('500', { payeeId: fresh })).toEqual([200, 'payee.cooling-off', 'payeeId']);
    expect(await refused('500.1234567')).toEqual([422, 'withdrawal.amount-over-precise', 'amount']);
    expect(await refused('500.123', person.toCard)).toEqual([422, 'withdrawal.amount-over-precise', 'amount']);
    expect(await refused('99.999999')).toEqual([422, 'withdrawal.below-minimum', 'amount']);
    expect(await refused('200000.000001')).toEqual([422, 'withdrawal.above-maximum', 'amount']);
    expect(await refused('500', { tradePassword: '' })).toEqual([
      200,
      'security.trade-password-required',
      'tradePassword',
    ]);
    expect(await refused('500', { tradePassword: '908172' })).toEqual([
      200,
      'security.trade-password-wrong',
      'tradePassword',
    ]);
    const minimum = await person.submit('99');
    expect(minimum.envelope.message).toBe('This is below the minimum. Enter at least 100 USDT.');
    await person.withdraw('150000');
    await person.withdraw('100');
    expect(await refused('500')).toEqual([200, 'withdrawal.too-many-today', undefined]);
    clock.advance(11 * HOUR_MS - 1);
    expect(await refused('500')).toEqual([200, 'withdrawal.too-many-today', undefined]);
    clock.advance(1);
    expect(await refused('500')).toEqual([200, 'withdrawal.window-closed', undefined]);
    clock.advance(12 * HOUR_MS - 1);
    expect(await refused('500')).toEqual([200, 'withdrawal.window-closed', undefined]);
    clock.advance(1);
    expect(await refused('149900.01')).toEqual([200, 'asset.insufficient', 'amount']);
    expect((await person.submit('149900')).refusal).toBe('');
    expect(await tools.sum(`user/${person.userId}.1/spot/available`, 'USDT')).toBe('0');
    expect(await tools.sum(`user/${person.userId}.1/spot/frozen`, 'USDT')).toBe('300000');
  });

  it('by a trade password that is not set, and by Google verification once it is bound or asked for', async () => {
    const person = await tools.saver();
    await publish(desk, 'withdrawal.rules', { googleRequired: true });
    expect((await person.submit('500')).envelope.message).toBe('Set up an authenticator in the security centre first.');
    const { secret } = await bindGoogle(person.trader, person.password, clock);
    clock.advance(60_000);
    expect((await person.submit('500')).refusal).toBe('security.google-required');
    expect((await person.submit('500', { googleCode: '000000' })).refusal).toBe('security.google-wrong');
    expect((await person.submit('500', { googleCode: codeNow(secret, clock) })).refusal).toBe('');
    await publish(desk, 'withdrawal.rules', { googleRequired: false });
  });

  it('to a demo account', async () => {
    const demo = await Trader.demo(desk.started);
    const { envelope, refusal } = await demo.post('submitWithdrawal', { kind: 'crypto', amount: '500' });
    expect([refusal, envelope.message]).toEqual(['demo.real-only', 'Switch to a real account first.']);
  });

  it('without the turnover that the rules ask for, which the person sees beforehand', async () => {
    const person = await tools.saver('0.000001');
    // A deposit of 1000 USDT over the chain, and nothing traded with it.
    const { data } = await person.trader.get('getDepositAddress', {
      network: 'TRC20',
      currency: 'USDT',
    });
    const paid = await time.pay({ network: 'TRC20', asset: 'USDT', to: data.address, amount: '1000' });
    await time.untilFinal('TRC20', paid.hash);
    await until(async () => (await person.trader.funds('USDT')).startsWith('1000.000001'));
    clock.setTo(inTheWindow(clock.now()));
    const { turnover } = (await person.trader.get('getWithdrawalRules')).data;
    expect(turnover).toEqual({ mode: 'consumption', share: '0.9', done: '0', needed: '900', fulfilled: false });
    const refused = await person.submit('500');
    expect([refused.refusal, refused.params]).toEqual([
      'withdrawal.turnover-missing',
      { share: '90', done: '0', needed: '900', policy: 'withdrawal.rules', version: 3 },
    ]);
    const buy = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '950' };
    // The simulated market has to come along with the clock first.
    await until(async () => (await person.trader.post('placeOrder', buy)).refusal === '');
    const after = (await person.trader.get('getWithdrawalRules')).data.turnover;
    expect([after.fulfilled, Number(after.done) > 900]).toEqual([true, true]);
  });
});
