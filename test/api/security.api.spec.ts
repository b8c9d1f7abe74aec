import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SecurityView } from '../../contracts/security.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { bindGoogle, codeNow, realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { ownCode } from '../kit/people.js';
import { Trader } from '../kit/trader.js';

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 120_000);

afterAll(() => started.close());

const person = () => realPerson(started);
const security = (trader: Trader): Promise<SecurityView> => trader.given('getSecurity');

describe('Google verification', () => {
  it('is bound by a right test code only, and answers ten recovery codes', async () => {
    const { trader, password } = await person();
    const setup = await trader.post('setUpGoogle', { password });
    expect(setup.data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(setup.data.uri).toContain(`secret=${setup.data.secret}`);
    const { setupId, secret } = setup.data;
    const wrong = await trader.post('bindGoogle', { setupId, code: '000000', password });
    expect([wrong.refusal, wrong.field]).toEqual(['security.google-wrong', 'code']);
    expect((await security(trader)).google.boundAt).toBeNull();
    const bound = await trader.post('bindGoogle', {
      setupId,
      code: codeNow(secret, clock),
      password,
    });
    expect(bound.envelope.message).toBe('Authenticator turned on.');
    expect(new Set(bound.data.codes).size).toBe(10);
    expect((await security(trader)).google).toEqual({ boundAt: clock.now(), recoveryCodesLeft: 10 });
    await trader.when('setUpGoogle', { password, googleCode: '1' }).then('security.google-already-bound');
  });

  it('forgets a set-up after the minutes of the policy, and takes nobody else’s', async () => {
    const { trader, password } = await person();
    const other = await person();
    const { setupId, secret } = await trader.given('setUpGoogle', { password });
    const code = codeNow(secret, clock);
    await other.trader
      .when('bindGoogle', { setupId, code, password: other.password })
      .then('security.google-setup-gone');
    clock.advance(16 * MINUTE_MS);
    const late = await trader.post('bindGoogle', { setupId, code: codeNow(secret, clock), password });
    expect(late.refusal).toBe('security.google-setup-gone');
  });

  it('is asked for at the log-in, once for each code', async () => {
    const { account, password, trader } = await person();
    const { secret } = await bindGoogle(trader, password, clock);
    const logIn = (googleCode?: string) =>
      new Trader(started).post('userLogin', { account, password, ...(googleCode && { googleCode }) });
    expect((await logIn()).refusal).toBe('security.google-required');
    expect((await logIn(codeNow(secret, clock))).refusal).toBe('security.google-used');
    clock.advance(STEP_MS);
    const code = codeNow(secret, clock);
    expect((await logIn(code)).envelope.code).toBe(0);
    // Other devices in the same half minute have to wait; none of them is a wrong try.
    for (let n = 0; n < 6; n += 1) expect((await logIn(code)).refusal).toBe('security.google-used');
    expect((await logIn(code)).envelope.message).toBe('This code was already used. Enter the next one in 30 sec.');
    clock.advance(STEP_MS);
    expect((await logIn(codeNow(secret, clock))).envelope.code).toBe(0);
  });

  it('takes each recovery code once, however it is typed, and counts what is left', async () => {
    const { account, password, trader } = await person();
    const { codes } = await bindGoogle(trader, password, clock);
    const typed = ` ${(codes[0] as string).toUpperCase().replaceAll('-', ' ')} `;
    const logIn = () => new Trader(started).post('userLogin', { account, password, googleCode: typed });
    expect((await logIn()).envelope.code).toBe(0);
    expect((await logIn()).refusal).toBe('security.google-wrong');
    expect((await security(trader)).google.recoveryCodesLeft).toBe(9);
  });

  it('gets new recovery codes, after which the old ones are worth nothing', async () => {
    const { account, password, trader } = await person();
    const { codes } = await bindGoogle(trader, password, clock);
    const renewed = await trader.post('renewRecoveryCodes', {
      password,
      googleCode: codes[0] ?? '',
    });
    expect(renewed.data.codes).toHaveLength(10);
    const logIn = (googleCode = '') => new Trader(started).post('userLogin', { account, password, googleCode });
    expect((await logIn(codes[1])).refusal).toBe('security.google-wrong');
    expect((await logIn(renewed.data.codes[1])).envelope.code).toBe(0);
  });

  it('is unbound by password and code, and can be bound anew', async () => {
    const { trader, password } = await person();
    await trader.when('unbindGoogle', { password }).then('security.google-missing');
    await trader.when('renewRecoveryCodes', { password }).then('security.google-missing');
    const { codes } = await bindGoogle(trader, password, clock);
    await trader.when('unbindGoogle', { password }).then('security.google-required');
    const wrong = await trader.post('unbindGoogle', { password: 'guess', googleCode: codes[0] ?? '' });
    expect([wrong.refusal, wrong.field]).toEqual(['security.password-wrong', 'password']);
    // A wrong password has not used the code up.
    await trader.when('unbindGoogle', { password, googleCode: codes[0] ?? '' }).then();
    expect((await bindGoogle(trader, password, clock)).codes).toHaveLength(10);
  });
});

describe('a trade password', () => {
  it.each([
    ['12345', 'security.trade-password-digits'],
    ['123456', 'security.trade-password-weak'],
    ['111111', 'security.trade-password-weak'],
  ])('is not %s', async (tradePassword, refusal) => {
    const { trader, password } = await person();
    const answer = await trader.post('setTradePassword', { tradePassword, password });
    expect([answer.refusal, answer.field]).toEqual([refusal, 'tradePassword']);
    expect(answer.params).toMatchObject({ policy: 'security.rules', version: 1 });
  });

  it('is set once, shown in the session, and changed by the old one', async () => {
    const { trader, password } = await person();
    expect(await trader.given('hasTpassword')).toEqual({ transaction_password: 0, unlocked: false });
    const change = { oldTradePassword: TRADE_PASSWORD, tradePassword: '508271' };
    await trader.when('changeTradePassword', change).then('security.trade-password-missing');
    await trader.when('unlockTrading', { tradePassword: TRADE_PASSWORD }).then('security.trade-password-missing');
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    expect(await trader.given('hasTpassword')).toEqual({ transaction_password: 1, unlocked: true });
    expect((await trader.given('info')).transaction_password).toBe(1);
    await trader
      .when('setTradePassword', { tradePassword: '508271', password })
      .then('security.trade-password-already-set');
    const same = { oldTradePassword: TRADE_PASSWORD, tradePassword: TRADE_PASSWORD };
    await trader.when('changeTradePassword', same).then('security.trade-password-unchanged');
    const wrong = await trader.post('changeTradePassword', { ...change, oldTradePassword: '908172' });
    expect([wrong.refusal, wrong.field]).toEqual(['security.trade-password-wrong', 'oldTradePassword']);
    await trader.when('changeTradePassword', change).then();
    await trader.when('unlockTrading', { tradePassword: TRADE_PASSWORD }).then('security.trade-password-wrong');
    await trader.when('unlockTrading', { tradePassword: '508271' }).then();
  });

  it('is set anew by login password and a code when it is forgotten', async () => {
    const { account, trader, password } = await person();
    const reset = { tradePassword: '508271', password, target: 'email' };
    await trader.when('resetTradePassword', { ...reset, code: '1' }).then('security.trade-password-missing');
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    await trader.when('resetTradePassword', { ...reset, target: 'phone', code: '1' }).then('account.contact-missing');
    await trader.when('resetTradePassword', { ...reset, code: '000000' }).then('code.wrong');
    const code = await ownCode(started, trader, account, { purpose: 'trade-password' });
    await trader.when('resetTradePassword', { ...reset, code }).then();
    await trader.when('unlockTrading', { tradePassword: '508271' }).then();
  });

  it('lets nobody trade a real account before it is set, nor before the session has shown it', async () => {
    const { account, trader, password } = await person();
    const order = { price: '20000', quantity: '0.01' };
    const first = await trader.place(order);
    expect(first.refusal).toBe('security.trade-password-missing');
    expect(first.envelope.message).toBe('Set a trade password in the security centre first.');
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const second = new Trader(started, await tokenOf(account, password));
    expect((await second.place(order)).refusal).toBe('security.trade-password-required');
    const oco = { symbol: 'BTCUSDT', side: 'buy', quantity: '0.01', price: '20000', stopPrice: '90000' };
    await second.when('placeOco', oco).then('security.trade-password-required');
    await second.when('unlockTrading', { tradePassword: '000000' }).then('security.trade-password-wrong');
    await second.given('unlockTrading', { tradePassword: TRADE_PASSWORD });
    // Behind the gate the order is weighed like every other; there is no money yet.
    expect((await second.place(order)).refusal).toBe('order.insufficient-balance');
    expect((await trader.place(order)).refusal).toBe('order.insufficient-balance');
  });

  it('is asked of real accounts only', async () => {
    const demo = await Trader.demo(started);
    expect(await demo.given('hasTpassword')).toEqual({ transaction_password: 0, unlocked: true });
    expect((await demo.place({ price: await demo.away(-30), quantity: '0.01' })).envelope.code).toBe(0);
    await demo.when('setTradePassword', { tradePassword: TRADE_PASSWORD, password: 'x' }).then('demo.real-only');
    await demo.when('getSecurity').then('demo.real-only');
  });
});

describe('the security score', () => {
  it('says item by item what counts, by which version of the policy', async () => {
    const { trader, password } = await person();
    const before = (await security(trader)).score;
    expect(before).toMatchObject({ points: 25, max: 100, policy: 'security.score', version: 1 });
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    await bindGoogle(trader, password, clock);
    expect((await security(trader)).score.points).toBe(80);
  });
});

async function tokenOf(account: string, password: string): Promise<string> {
  return (await new Trader(started).given('userLogin', { account, password })).token;
}
