import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { languageKeys } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount } from '../../shared/money.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { bankOf, IBAN_CLOSED, IBAN_PAID, settleBank } from '../kit/bank.js';
import { openPerson } from '../kit/person.js';
import { Trader } from '../kit/trader.js';

// A Wednesday noon, so that every market is open.
const clock = new FakeClock(Date.UTC(2026, 0, 7, 15));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

const MOVE = { from: 'spot', to: 'contract', currency: 'USDT', amount: '250' };

/** What is available of a currency in a space; `0` where nothing ever was. */
async function held(trader: Trader, space: string, currency = 'USDT'): Promise<string> {
  const { rows } = await trader.given('getAsset2');
  return rows.find((row) => row.space === space && row.currency === currency)?.available ?? '0';
}

/** Sums over the whole realm by asset: all of them are always zero. */
async function conserved(): Promise<boolean> {
  const { rows } = await started.app
    .get<Pool>(Pool, { strict: false })
    .query('SELECT 1 FROM ledger_balances GROUP BY realm, asset HAVING sum(amount) <> 0');
  return rows.length === 0;
}

describe('a transfer', () => {
  it('is there at once, back as well, and stands in the account records', async () => {
    const demo = await Trader.demo(started);
    await demo.when('transfer', MOVE).then({ ...MOVE, at: clock.now() });
    expect([await held(demo, 'spot'), await held(demo, 'contract')]).toEqual(['99750', '250']);
    await demo.when('transfer', { ...MOVE, from: 'contract', to: 'spot' }).then();
    expect([await held(demo, 'spot'), await held(demo, 'contract')]).toEqual(['100000', '0']);
    const records = await demo.get('getAccountRecords');
    const lines = records.data.items.filter(({ event }) => event === 'FundsTransferred');
    expect(lines.map(({ space, amount: moved }) => `${space} ${moved}`).sort()).toEqual([
      'contract -250',
      'contract 250',
      'spot -250',
      'spot 250',
    ]);
  });

  it('never moves more than there is, in two tabs at once either', async () => {
    const demo = await Trader.demo(started);
    const tabs = await Promise.all(
      Array.from({ length: 8 }, () => demo.post('transfer', { ...MOVE, amount: '30000' })),
    );
    expect(tabs.filter(({ refusal }) => refusal === '')).toHaveLength(3);
    expect(tabs.filter(({ refusal }) => refusal === 'asset.insufficient')).toHaveLength(5);
    expect([await held(demo, 'spot'), await held(demo, 'contract')]).toEqual(['10000', '90000']);
  });

  it('happens once, however often it is clicked', async () => {
    const demo = await Trader.demo(started);
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () => demo.post('transfer', { ...MOVE, requestToken: 'double-1' })),
    );
    expect(new Set(clicks.map(({ data }) => data.transferId)).size).toBe(1);
    expect(await held(demo, 'contract')).toBe('250');
  });

  it.each([
    [{ to: 'spot' }, 'transfer.same-space', 'Choose two different accounts.'],
    [{ amount: '0' }, 'asset.amount-zero', 'Enter an amount above 0.'],
    [{ amount: '0.000000001' }, 'asset.too-many-decimals', 'USDT has at most 8 decimals.'],
    [{ amount: '100000.01' }, 'asset.insufficient', 'Reduce the amount or deposit.'],
    [{ currency: 'BTC' }, 'asset.insufficient', 'you have 0 BTC'],
    [{ amount: '-5' }, 'request.field-invalid', 'amount'],
    [{ from: 'savings' }, 'request.field-invalid', 'from'],
  ])('%j is refused: %s', async (change, refusal, words) => {
    const demo = await Trader.demo(started);
    await demo.when('transfer', { ...MOVE, ...change }).then(refusal, words);
    expect(await held(demo, 'spot')).toBe('100000');
  });
});

describe('a refusal', () => {
  it.each(languageKeys)(
    'of too large an amount names both figures in %s, and differs from the English words',
    async (lang) => {
      const demo = await Trader.demo(started);
      const answer = await demo.post('transfer', { ...MOVE, amount: '123456', lang });
      expect(answer.envelope.message).toMatch(/(?=.*123[.,]456).*100[.,]000/s);
      expect(answer.envelope.message.includes('Reduce the amount or deposit.')).toBe(lang === 'en');
    },
  );
});

describe('a wire', () => {
  it('arrives at once with its reference, and no demo account sends one', async () => {
    const person = await openPerson(started, clock.now());
    const wire = { toAccount: 'de89 3704 0044 0532 0130 00', amount: '99.95', currency: 'EUR', reference: 'GB-1234' };
    const { data } = await person.post('sendWire', wire);
    expect(await bankOf(started).wiresFor('GB-1234')).toMatchObject([{ id: data.wireId, toAccount: IBAN_PAID }]);
    await person.when('sendWire', { ...wire, amount: '0.00' }).then('asset.amount-zero');
    await person.when('sendWire', { ...wire, currency: 'JPY' }).then('bank.too-many-decimals');
    const demo = await Trader.demo(started);
    await demo.when('sendWire', wire).then('demo.real-only');
  });

  it('goes out by the bank when it is asked for, and comes back from a closed account', async () => {
    const { userId } = await openPerson(started, clock.now());
    const to = { payeeName: 'A', bic: null, routingNumber: null, bankName: 'B' };
    const bank = bankOf(started);
    await bank.pay({ key: 'w-1', userId, amount: amount('95'), to: { ...to, account: IBAN_PAID } });
    await bank.pay({ key: 'w-2', userId, amount: amount('95'), to: { ...to, account: IBAN_CLOSED } });
    expect((await bank.payout('w-1'))?.status).toBe('ordered');
    expect(await settleBank(started)).toBe(2);
    expect([(await bank.payout('w-1'))?.status, (await bank.payout('w-2'))?.status]).toEqual(['settled', 'returned']);
  });
});

describe('everything moved here', () => {
  it('sums to zero in every asset and realm', async () => {
    expect(await conserved()).toBe(true);
  });
});
