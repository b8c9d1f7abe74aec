import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { languageKeys } from '../../shared/language.js';
import type { PayeesView } from '../../contracts/payee.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { Payees } from '../../server/core/ports/payees.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { bindGoogle, codeNow, fund, realPerson, TRADE_PASSWORD, tradingPerson } from '../kit/factors.js';
import { ADDRESS_FORM, CARD_FORM, OUTSIDE, savedAddress, savedCard } from '../kit/payees.js';
import { messagesTo, register } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { wordsOf } from '../kit/words.js';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 5, 12);
const clock = new FakeClock(START);
let started: StartedApp;
/** A person who is refused again and again, for different reasons. */
let careless: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  careless = await trader();
}, 120_000);

afterAll(() => started.close());

const pool = () => started.app.get<Pool>(Pool, { strict: false });
const trader = async () => (await tradingPerson(started)).trader;
const book = (trader: Trader): Promise<PayeesView> => trader.given('getPayees');

describe('the address book', () => {
  it('keeps an address sealed, shows it to its owner alone, and cools it off for the hours of the policy', async () => {
    const mine = await trader();
    const added = await mine.post('addPayeeAddress', ADDRESS_FORM);
    expect(added.envelope.message).toBe('Address saved.');
    expect(added.data.usableAt - clock.now()).toBe(24 * HOUR_MS);
    expect(await book(mine)).toMatchObject({
      addresses: [{ currency: 'USDT', network: 'ERC20', address: OUTSIDE.ERC20, tag: null, label: 'Cold wallet' }],
      rules: { coolingHours: 24, policy: 'payee.rules', version: 1 },
    });
    expect((await book(await trader())).addresses).toEqual([]);
    const { rows } = await pool().query(`SELECT data FROM events WHERE type = 'PayeeAddressAdded'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/5aAeb6|Cold wallet/i);
  });

  it.each([
    ['payee.currency-not-on-network', 'network', { network: 'BTC' }],
    ['payee.address-format', 'address', { address: 'nonsense' }],
    ['payee.address-checksum', 'address', { address: OUTSIDE.ERC20.replace('5a', '5A') }],
    ['payee.address-network', 'address', { address: OUTSIDE.TRC20 }],
    ['payee.address-network', 'address', { network: 'TRC20' }],
    ['payee.tag-unused', 'tag', { tag: '77' }],
    ['security.trade-password-required', 'tradePassword', { tradePassword: '' }],
    ['security.trade-password-wrong', 'tradePassword', { tradePassword: '908172' }],
  ])('refuses as %s at %s', async (code, field, changes) => {
    const refused = await careless.post('addPayeeAddress', { ...ADDRESS_FORM, ...changes });
    expect([refused.refusal, refused.field]).toEqual([code, field]);
  });

  it('says in nine languages whose address it is instead', async () => {
    const mine = await trader();
    const wrong = { ...ADDRESS_FORM, address: OUTSIDE.TRC20 };
    const messages = await Promise.all(
      languageKeys.map(async (lang) => (await mine.post('addPayeeAddress', { ...wrong, lang })).envelope.message),
    );
    expect(new Set(messages).size).toBe(9);
    expect(messages.filter((text) => !text.includes('TRC20') || !text.includes('ERC20'))).toEqual([]);
  });

  it('refuses the same address twice, however its letters are written, and before a code is spent', async () => {
    const { trader: mine, password } = await tradingPerson(started);
    await savedAddress(mine);
    const { secret } = await bindGoogle(mine, password, clock);
    clock.advance(60_000);
    const googleCode = codeNow(secret, clock);
    const again = { ...ADDRESS_FORM, address: OUTSIDE.ERC20.toLowerCase(), googleCode };
    await mine.when('addPayeeAddress', again).then('payee.address-known');
    const other = { ...again, currency: 'ETH' };
    await mine.when('addPayeeAddress', { ...other, googleCode: '' }).then('security.google-required');
    await mine.when('addPayeeAddress', other).then();
  });

  it('tells its owner by a message and a letter, so that a stranger’s entry is found in time', async () => {
    const { trader: mine, account } = await tradingPerson(started);
    await savedAddress(mine);
    await until(async () => (await messagesTo(started, account)).some(({ template }) => template === 'payee-added'));
    await until(async () => {
      const { data } = await mine.get('getMessages');
      return data.items.some(({ title, link }) => title === 'New withdrawal address saved' && link === '/address');
    });
  });

  it('gives an entry another name without a proof, and it goes on cooling off as before', async () => {
    const mine = await trader();
    const payeeId = await savedAddress(mine);
    const before = (await book(mine)).addresses[0];
    clock.advance(60_000);
    const renamed = await mine.post('labelPayee', { payeeId, label: ' Savings ' });
    expect(renamed.envelope.message).toBe(wordsOf('en')('message:done.labelPayee'));
    expect((await book(mine)).addresses).toEqual([{ ...before, label: 'Savings' }]);
    expect((await mine.post('labelPayee', { payeeId, label: ' ' })).field).toBe('label');
    await mine.when('labelPayee', { payeeId: 'payee-0', label: 'x' }).then('payee.not-found');
    const cardId = await savedCard(mine);
    await mine.given('labelPayee', { payeeId: cardId, label: 'Salary' });
    expect((await book(mine)).cards).toMatchObject([{ label: 'Salary', bankName: 'Commerzbank' }]);
    const { rows } = await pool().query(`SELECT data FROM events WHERE type = 'PayeeLabelled'`);
    expect([rows.length, JSON.stringify(rows).includes('Salary')]).toEqual([2, false]);
  });

  it('tells its owner of what was removed and of payment settings that were set, by message and letter', async () => {
    const { trader: mine, account } = await tradingPerson(started);
    await mine.given('removePayee', { payeeId: await savedAddress(mine) });
    await mine.given('removePayee', { payeeId: await savedCard(mine) });
    const set = await mine.post('setPaymentSettings', { name: 'Anna', tradePassword: TRADE_PASSWORD });
    expect(set.envelope.code).toBe(0);
    const titles = async () => {
      const { data } = await mine.get('getMessages');
      return data.items.map(({ title, link }) => [title, link]);
    };
    const settings = 'Payment settings changed';
    await until(async () => (await titles()).some(([title]) => title === settings));
    expect(await titles()).toEqual(
      expect.arrayContaining([
        ['Withdrawal address removed', '/address'],
        ['Bank account removed', '/bank'],
        [settings, '/bank'],
      ]),
    );
    const letters = async () => (await messagesTo(started, account)).map(({ template }) => template);
    await until(async () => (await letters()).includes('payment-settings-set'));
    expect((await letters()).filter((one) => one === 'payee-removed')).toHaveLength(2);
    expect(await letters()).toContain('payment-settings-set');
  });

  it('may be paid to once it has cooled off, and never once it is removed', async () => {
    const mine = await trader();
    const payees = started.app.get<Payees>(Payees, { strict: false });
    const id = await savedAddress(mine);
    const entry = await payees.address(mine.userId, id);
    expect(entry).toMatchObject({ network: 'ERC20', usableAt: clock.now() + 24 * HOUR_MS });
    expect(await payees.address('real-somebody', id)).toBeUndefined();
    expect(await payees.card(mine.userId, id)).toBeUndefined();
    expect((await mine.post('removePayee', { payeeId: id })).envelope.message).toBe('Removed from your address book.');
    expect(await payees.address(mine.userId, id)).toBeUndefined();
    await mine.when('removePayee', { payeeId: id }).then('payee.not-found');
  });

  it('has room for as many as the policy says', async () => {
    const mine = await trader();
    const card = (n: number) =>
      mine.post('addPayeeCard', { ...CARD_FORM, country: 'JP', bic: 'BOTKJPJT', account: `${1_000_000 + n}` });
    for (let n = 0; n < 10; n += 1) expect((await card(n)).envelope.code).toBe(0);
    expect(await card(10)).toMatchObject({ refusal: 'payee.too-many', params: { limit: 10, policy: 'payee.rules' } });
  });
});

describe('bank cards and payment settings', () => {
  it('keep a checked IBAN in one spelling, and the phone in international form', async () => {
    const mine = await trader();
    await savedCard(mine, { bic: 'cobadeff', payeePhone: '0170 1234567', note: 'Savings' });
    expect((await book(mine)).cards).toMatchObject([
      {
        ...{ account: 'DE89370400440532013000', isIban: true, bic: 'COBADEFF', routingNumber: null, country: 'DE' },
        ...{ payeePhone: '+491701234567', note: 'Savings' },
      },
    ]);
  });

  it.each([
    ['payee.iban-checksum', 'account', { account: 'DE88 3704 0044 0532 0130 00' }],
    ['payee.iban-length', 'account', { account: 'DE89 3704 0044 0532 0130' }],
    ['payee.iban-country', 'account', { country: 'FR' }],
    ['payee.iban-required', 'account', { account: '532013000' }],
    ['payee.bic-required', 'bic', { country: 'JP', account: '1234567' }],
    ['payee.routing-checksum', 'routingNumber', { country: 'US', account: '123456789', routingNumber: '123456789' }],
    ['account.phone-invalid', 'payeePhone', { payeePhone: 'anna@example.com' }],
    ['security.trade-password-wrong', 'tradePassword', { tradePassword: '908172' }],
  ])('refuse as %s at %s', async (code, field, changes) => {
    const refused = await careless.post('addPayeeCard', { ...CARD_FORM, ...changes });
    expect([refused.refusal, refused.field]).toEqual([code, field]);
  });

  it('refuse the same account twice', async () => {
    const mine = await trader();
    await savedCard(mine);
    const again = await mine.post('addPayeeCard', { ...CARD_FORM, account: 'de89370400440532013000' });
    expect([again.refusal, again.field]).toEqual(['payee.card-known', 'account']);
  });

  it('set all six settings at once, with the trade password', async () => {
    const mine = await trader();
    const settings = { name: 'Anna', weixin_nickname: 'anna_m' };
    await mine.when('setPaymentSettings', settings).then('security.trade-password-required');
    await mine.given('setPaymentSettings', { ...settings, tradePassword: TRADE_PASSWORD });
    await mine.when('info').then({ weixin_nickname: 'anna_m', bank_number: '' });
    expect((await book(mine)).settings).toEqual({
      ...{ name: 'Anna', bank_name: '', bank_number: '', alipay_account: '', weixin_nickname: 'anna_m' },
      weixin_account: '',
    });
  });
});

describe('payees', () => {
  it('are for real accounts only', async () => {
    const demo = await Trader.demo(started);
    for (const call of ['addPayeeAddress', 'addPayeeCard', 'removePayee', 'setPaymentSettings'] as const)
      await demo.when(call, ADDRESS_FORM).then('demo.real-only', 'Switch to a real account first.');
    await demo.when('getPayees').then('demo.real-only');
  });

  it('need a trade password first', async () => {
    const { trader: mine } = await realPerson(started);
    const refused = await mine.post('addPayeeAddress', ADDRESS_FORM);
    expect(refused.refusal).toBe('security.trade-password-missing');
  });

  it('are gone for good once their owner is erased', async () => {
    const { trader: mine, password, userId } = await tradingPerson(started);
    const id = await savedAddress(mine);
    await mine.when('eraseMe', { password, confirm: userId }).then();
    const payees = started.app.get<Payees>(Payees, { strict: false });
    await until(async () => (await payees.address(userId, id)) === undefined);
  });
});

describe('the session of `web/info`', () => {
  it('names the own code, the calling code, the USDT to spend and the newest card that may be paid to', async () => {
    const entered = await register(started, { account: '+4915112345678' });
    const { userId, token } = entered.data;
    const mine = new Trader(started, token, userId);
    await mine.when('info').then({ area_code: '+49', usdt: '0', selected_bank: null });
    await mine.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password: 'blue4Whale' });
    await fund(started, userId, 'USDT', '150.25');
    await savedCard(mine, { bankName: 'An older bank', account: 'GB29 NWBK 6016 1331 9268 19', country: 'GB' });
    const id = await savedCard(mine);
    expect((await mine.given('info')).selected_bank).toBeNull();
    clock.advance(24 * HOUR_MS);
    const { data } = await mine.get('info');
    const { code } = await mine.given('getMyPromotion');
    expect(data).toMatchObject({ invitation_code: code, area_code: '+49', usdt: '150.25' });
    expect(data.selected_bank).toEqual({ id, bank_name: 'Commerzbank', bank_number: 'DE8***013000' });
  });

  it('has none of it for a demo account but the USDT', async () => {
    const { data } = await (await Trader.demo(started)).get('info');
    expect(data).toMatchObject({ invitation_code: '', area_code: '', usdt: '100000', selected_bank: null });
  });
});
