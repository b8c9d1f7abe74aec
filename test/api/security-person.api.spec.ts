import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SecurityView } from '../../contracts/security.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { fund, realPerson, TRADE_PASSWORD, tradingPerson } from '../kit/factors.js';
import { codeTo, messagesTo, ownCode } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const MINUTE_MS = 60_000;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 120_000);

afterAll(() => started.close());

const person = () => realPerson(started);
const security = (trader: Trader): Promise<SecurityView> => trader.given('getSecurity');

describe('phone, e-mail, questions and name', () => {
  const answers = { friend: 'Ana María', idol: 'Marie Curie', place: 'Kyōto' };

  it('change an e-mail address by codes to the old and the new one, and tell both', async () => {
    const { account, trader, password } = await person();
    const address = `new-${account}`;
    const open = { kind: 'email', password };
    await trader.when('openContactChange', open).then('code.required');
    const wrong = await trader.post('openContactChange', { ...open, oldCode: '000000' });
    expect([wrong.refusal, wrong.field]).toEqual(['code.wrong', 'oldCode']);
    const oldCode = await ownCode(started, trader, account, { purpose: 'change-contact' });
    const { ticket } = await trader.given('openContactChange', { ...open, oldCode });
    const change = { kind: 'email', ticket, address, code: '000000' };
    await trader.when('changeContact', change).then('code.wrong');
    await trader.when('changeContact', { ...change, address: account }).then('security.contact-unchanged');
    await trader.when('changeContact', { ...change, address: '+4917012345678' }).then('account.email-invalid');
    const code = await codeTo(started, address, 'bind-contact', trader);
    await trader.when('changeContact', { ...change, code }).then();
    await trader.when('changeContact', { ...change, code }).then('security.contact-proof-gone');
    for (const receiver of [account, address]) {
      await until(async () =>
        (await messagesTo(started, receiver)).some(({ template }) => template === 'contact-changed'),
      );
    }
    await new Trader(started).when('userLogin', { account, password }).then('account.credentials-wrong');
    await new Trader(started).when('userLogin', { account: address, password }).then();
  });

  it('link a first phone number by a code to it', async () => {
    const { trader, password } = await person();
    const { ticket } = await trader.given('openContactChange', { kind: 'phone', password });
    const address = '+4917012345678';
    const code = await codeTo(started, address, 'bind-contact', trader);
    await trader.when('changeContact', { kind: 'email', ticket, address, code }).then('security.contact-proof-gone');
    const bound = await trader.post('changeContact', { kind: 'phone', ticket, address, code });
    expect(bound.envelope.message).toBe('New contact linked.');
    expect((await security(trader)).phone).toBe('+49***345678');
  });

  it('send no code to an address that is somebody else’s, and say nothing of it', async () => {
    const other = await person();
    const { trader, password } = await person();
    const { ticket } = await trader.given('openContactChange', { kind: 'phone', password });
    const sent = await trader.get('getCode', { purpose: 'bind-contact', account: other.account });
    expect([sent.refusal, ticket.startsWith('ticket-')]).toEqual(['', true]);
    await until(async () => (await messagesTo(started, other.account))[0]?.template === 'contact-taken');
  });

  it('let the answers to the three questions stand for a lost address', async () => {
    const { trader, password } = await person();
    const open = { kind: 'email', password };
    await trader.when('openContactChange', { ...open, ...answers }).then('security.questions-missing');
    expect((await trader.post('setSecurityQuestions', { ...answers, friend: '...', password })).field).toBe('friend');
    await trader.when('setSecurityQuestions', { ...answers, password }).then();
    const wrong = await trader.post('openContactChange', { ...open, ...answers, idol: 'somebody' });
    expect(wrong.refusal).toBe('security.answers-wrong');
    const typed = { friend: 'ana maría ', idol: 'MARIE-CURIE', place: 'kyōto!' };
    expect((await trader.given('openContactChange', { ...open, ...typed })).ticket).toMatch(/^ticket-/);
  });

  it('change the name, keep it sealed, and keep it for the days of the policy', async () => {
    const { trader, password } = await person();
    await trader.when('changeName', { name: 'Support', password }).then('security.name-reserved');
    await trader.when('changeName', { name: 'Ada L.', password }).then();
    expect((await trader.given('info')).name).toBe('Ada L.');
    const soon = await trader.post('changeName', { name: 'Ada', password });
    expect(soon).toMatchObject({ refusal: 'security.name-too-soon', params: { policy: 'security.rules', version: 1 } });
  });
});

describe('proofs', () => {
  it('lock after five wrong ones of any kind, for as long as log-ins do', async () => {
    const { trader, password } = await person();
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const tries = [];
    for (let n = 1; n <= 3; n++) tries.push((await trader.post('unlockTrading', { tradePassword: '908172' })).refusal);
    for (let n = 4; n <= 5; n++)
      tries.push((await trader.post('changeName', { name: 'Ada', password: 'guess' })).refusal);
    expect(tries).toEqual([
      ...Array<string>(3).fill('security.trade-password-wrong'),
      'security.password-wrong',
      'account.locked',
    ]);
    const locked = await trader.post('unlockTrading', { tradePassword: TRADE_PASSWORD });
    expect([locked.status, locked.refusal, locked.params['retryAfterSeconds']]).toEqual([429, 'account.locked', 900]);
    clock.advance(15 * MINUTE_MS);
    await trader.when('unlockTrading', { tradePassword: TRADE_PASSWORD }).then();
  });

  it('give no more tries to whoever guesses many at once', async () => {
    const { trader, password } = await person();
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    const guesses = Array.from({ length: 20 }, (_, n) =>
      trader.post('unlockTrading', { tradePassword: `9081${70 + n}` }),
    );
    const refusals = (await Promise.all(guesses)).map(({ refusal }) => refusal);
    expect(refusals.filter((refusal) => refusal === 'security.trade-password-wrong')).toHaveLength(4);
    expect(refusals.filter((refusal) => refusal === 'account.locked')).toHaveLength(16);
  });

  it('end the other sessions when something changes, and tell the person', async () => {
    const { account, trader, password } = await person();
    const other = new Trader(started, await tokenOf(account, password));
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    await other.when('info').then('session.ended');
    await trader.when('info').then();
    await until(async () =>
      (await messagesTo(started, account)).some(({ template }) => template === 'trade-password-set'),
    );
  });
});

describe('a frozen account', () => {
  it('ends every session, lets nobody in, and is freed by password and code', async () => {
    const { account, trader, password } = await person();
    await trader.when('freezeAccount', { password: 'guess' }).then('security.password-wrong');
    await trader.when('freezeAccount', { password }).then();
    await trader.when('info').then('session.ended');
    const visitor = new Trader(started);
    await visitor.when('userLogin', { account, password: 'guess' }).then('account.credentials-wrong');
    await visitor.when('userLogin', { account, password }).then('account.frozen');
    const form = { account, password, code: '000000' };
    await visitor.when('unfreezeAccount', { ...form, code: '' }).then('code.required');
    await visitor.when('unfreezeAccount', { ...form, password: 'guess' }).then('account.credentials-wrong');
    await visitor.when('unfreezeAccount', form).then('code.wrong');
    const code = await codeTo(started, account, 'unfreeze-account');
    await visitor.when('unfreezeAccount', { ...form, code }).then();
    await visitor.when('userLogin', { account, password }).then();
  });

  it('has its orders taken out of the books, and their money back', async () => {
    const { trader, userId, password, account } = await tradingPerson(started);
    await fund(started, userId, 'USDT', '5000');
    const order = await trader.placed({ price: await trader.away(-30), quantity: '0.01' });
    expect(order.status).toBe('unfilled');
    await trader.given('freezeAccount', { password });
    const code = await codeTo(started, account, 'unfreeze-account');
    await new Trader(started).given('unfreezeAccount', { account, password, code });
    const again = new Trader(started, await tokenOf(account, password));
    await until(async () => (await again.open()).length === 0);
    await until(async () => (await again.funds('USDT')) === '5000 0');
  });

  it('is not erased while it has an order in the books', async () => {
    const { trader, userId, password } = await tradingPerson(started);
    await fund(started, userId, 'USDT', '5000');
    await trader.placed({ price: await trader.away(-30), quantity: '0.01' });
    await until(async () => (await trader.open()).length === 1);
    const held = await trader.post('eraseMe', { confirm: userId, password });
    expect([held.status, held.refusal, held.params]).toEqual([409, 'person.orders-open', { count: 1 }]);
    await trader.when('info').then();
  });

  it('sends a code to nobody whose account is not frozen', async () => {
    const { account } = await person();
    const sent = await new Trader(started).get('getCode', { purpose: 'unfreeze-account', account });
    expect(sent.refusal).toBe('');
    await until(async () => (await messagesTo(started, account))[0]?.template === 'nothing-frozen');
  });
});

async function tokenOf(account: string, password: string): Promise<string> {
  return (await new Trader(started).given('userLogin', { account, password })).token;
}
