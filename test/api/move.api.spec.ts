import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { languageKeys } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount, format, over, times } from '../../shared/money.js';
import { receivedFor, spreadFor, volatilityOf } from '../../server/features/conversion/conversion.rules.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { bankOf, IBAN_CLOSED, IBAN_PAID, settleBank } from '../kit/bank.js';
import { openPerson } from '../kit/person.js';
import { until } from '../kit/until.js';
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

const quoted = (trader: Trader, fields: Record<string, string> = {}) =>
  trader.when('quoteConversion', { from: 'USDT', to: 'BTC', amount: '1000', ...fields }).then();

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

describe('a conversion', () => {
  it('gives exactly what was offered, computed from the index price and the spread', async () => {
    const demo = await Trader.demo(started);
    const offer = await quoted(demo);
    expect(offer).toMatchObject({ spreadRate: '0.002', validMs: 10_000, expiresAt: clock.now() + 10_000 });
    const computed = format(receivedFor(amount('1000'), '1', offer.to.priceUsdt, offer.spreadRate));
    expect(offer.from.receives).toBe(computed);
    await demo.when('convert', { quote: offer.quote }).then({ conversionId: offer.quoteId, received: computed });
    expect([await held(demo, 'spot'), await held(demo, 'spot', 'BTC')]).toEqual(['99000', computed]);
  });

  it('costs more the more both prices moved in their last minutes, as anybody computes from public candles', async () => {
    const returnsOf = async (symbol: string): Promise<number[]> => {
      const before = clock.now() - (clock.now() % 60_000);
      const range = { period: '1m', before, limit: 30 };
      const { candles } = await new Trader(started).given('getCandles', { symbol, ...range });
      const { tickSize } = (await new Trader(started).given('getInstrument', { symbol })) as { tickSize: string };
      const ticks = (price: string): number => Math.round(+price / +tickSize);
      return candles.map(([, open, , , close]) => (ticks(close) - ticks(open)) / ticks(open));
    };
    const demo = await Trader.demo(started);
    const cheap = await quoted(demo, { from: 'ETH', to: 'DOGE', amount: '1' });
    const volatility = volatilityOf(await returnsOf('ETHUSDT'), await returnsOf('DOGEUSDT'), 10);
    expect(+volatility).toBeGreaterThan(0);
    expect(cheap.from).toMatchObject(spreadFor({ spreadRate: '0.002', volatilityFactor: '2' }, volatility));
    expect(cheap.spreadRate).toBe(cheap.from.spreadRate);
  });

  it('can be computed again from the event: prices, their instant, the spread and its rule', async () => {
    const demo = await Trader.demo(started);
    const offer = await quoted(demo, { to: 'ETH' });
    await demo.given('convert', { quote: offer.quote });
    const { rows } = await started.app
      .get<Pool>(Pool, { strict: false })
      .query<{ data: string }>('SELECT data FROM events WHERE stream = $1', [`conversion-${offer.quoteId}`]);
    const event = JSON.parse(rows[0]?.data ?? '{}') as Record<string, unknown>;
    expect(event).toMatchObject({
      ...{ userId: demo.userId, kind: 'single', quotedAt: offer.at, to: { currency: 'ETH', symbol: 'ETHUSDT' } },
      policy: {
        name: 'conversion.rules',
        version: 1,
        inputs: { spreadRate: '0.002', quotedSpread: offer.spreadRate, worthUsdt: '1000' },
      },
      legs: [{ spreadRate: offer.spreadRate, volatility: offer.from.volatility }],
    });
  });

  it('is accepted until the quote expires, and then nothing happens', async () => {
    const demo = await Trader.demo(started);
    // A price that hardly moves.
    const [early, late] = [await quoted(demo, { to: 'USDC' }), await quoted(demo, { to: 'USDC' })];
    clock.advance(10_000);
    await demo.when('convert', { quote: early.quote }).then();
    clock.advance(1);
    await demo
      .when('convert', { quote: late.quote })
      .then('conversion.quote-expired', 'This quote expired after 10 s. We converted nothing. Get a new quote.');
    expect(await held(demo, 'spot')).toBe('99000');
  });

  it('holds while the price moves little, and is refused with both amounts once it moved more than published', async () => {
    const demo = await Trader.demo(started);
    const coins = ['BTC', 'ETH', 'SOL', 'PEPE', 'DOGE', 'USDC'];
    const seen = new Set<boolean>();
    for (let round = 0; round < 20 && seen.size < 2; round += 1) {
      const offers = await Promise.all(coins.map((to) => quoted(demo, { to, amount: '100' })));
      clock.advance(9_000);
      for (const { quote, from, to, moveToleranceRate } of offers) {
        const offered = from.receives;
        const now = await quoted(demo, { to: to.currency, amount: '100' });
        const current = now.from.receives;
        const worth = (priceUsdt: string) => over(amount('100'), amount(priceUsdt), 'down');
        const least = times(worth(to.priceUsdt), amount('1') - amount(moveToleranceRate), 'up');
        const { data, envelope } = await demo.post('convert', { quote });
        const moved = worth(now.to.priceUsdt) < least;
        if (!moved) expect(data).toMatchObject({ received: offered });
        else {
          const params = { offered, current, currency: to.currency, moveToleranceRate: '0.0005' };
          expect(data).toMatchObject({ refusal: 'conversion.price-moved', params });
          expect(envelope.message).toMatch(/^The price moved against you.*We converted nothing. Check the new quote.$/);
        }
        seen.add(moved);
      }
    }
    expect([...seen].sort()).toEqual([false, true]);
  });

  it('is priced more finely than an order, because a tick of the cheapest coins is worth a share of the spread', async () => {
    const { to } = await quoted(await Trader.demo(started), { to: 'PEPE' });
    expect(to.priceUsdt).toMatch(/^0\.0{5}\d{5,7}$/);
  });

  it('spends a quote once, in two tabs and by clicking twice', async () => {
    const demo = await Trader.demo(started);
    const { quote } = await quoted(demo);
    const tabs = await Promise.all(Array.from({ length: 8 }, () => demo.post('convert', { quote })));
    expect(tabs.filter(({ refusal }) => refusal === '')).toHaveLength(1);
    expect(tabs.filter(({ refusal }) => refusal === 'conversion.quote-used')).toHaveLength(7);
    const again = await quoted(demo);
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () => demo.post('convert', { quote: again.quote, requestToken: 'double-2' })),
    );
    expect(clicks.map(({ refusal }) => refusal)).toEqual(Array.from({ length: 8 }, () => ''));
    expect(await held(demo, 'spot')).toBe('98000');
  });

  it('is nobody else’s, and not to be changed by a letter', async () => {
    const [mine, other] = [await Trader.demo(started), await Trader.demo(started)];
    const { quote } = await quoted(mine);
    await other.when('convert', { quote }).then('conversion.quote-unknown');
    const swapped = quote.slice(0, -3) + (quote.endsWith('AAA') ? 'BBB' : 'AAA');
    await mine.when('convert', { quote: swapped }).then('conversion.quote-unknown');
    await mine.when('convert', { quote: 'v1.x' }).then('conversion.quote-unknown');
    expect(await held(mine, 'spot')).toBe('100000');
  });

  it.each([
    [{ to: 'USDT' }, 'conversion.same-currency', 'Choose two different currencies.'],
    [{ amount: '0.0' }, 'asset.amount-zero', 'Enter an amount above 0.'],
    [{ amount: '0.99' }, 'conversion.below-minimum', 'at least 1 USDT'],
    [{ amount: '100000.01' }, 'conversion.above-maximum', 'at most 100,000 USDT'],
    [{ amount: '5.123456789' }, 'asset.too-many-decimals', 'USDT has at most 8 decimals.'],
    [{ to: 'NOSUCH' }, 'market.symbol-unknown', 'NOSUCHUSDT'],
  ])('%j is not even offered: %s', async (change, refusal, words) => {
    const demo = await Trader.demo(started);
    await demo.when('quoteConversion', { from: 'USDT', to: 'BTC', amount: '1000', ...change }).then(refusal, words);
  });

  it('of more than there is is offered, because a price costs nothing, and refused', async () => {
    const demo = await Trader.demo(started);
    const { quote } = await quoted(demo, { from: 'BTC', to: 'USDT', amount: '0.5' });
    await demo.when('convert', { quote }).then('asset.insufficient');
  });

  it('asks a real account for its trade password first', async () => {
    const person = await openPerson(started, clock.now());
    const { quote } = await quoted(person);
    await person.when('convert', { quote }).then('security.trade-password-missing');
  });
});

describe('small balances', () => {
  it('become USDT all at once, as the preview said, and the preview leaves out what is not small', async () => {
    const demo = await Trader.demo(started);
    for (const [to, sold] of [
      ['BTC', '3'],
      ['ETH', '4'],
      ['SOL', '500'],
    ] as const)
      await demo.post('convert', { quote: (await quoted(demo, { to, amount: sold })).quote });
    const { data } = await demo.post('quoteDust');
    expect(data.items.map(({ currency }) => currency)).toEqual(['BTC', 'ETH']);
    expect(data).toMatchObject({ dustBelowUsdt: '10', validMs: 60_000, skipped: [] });
    const before = amount(await held(demo, 'spot'));
    await demo.when('convert', { quote: data.quote ?? '' }).then({ received: data.receives });
    expect(amount(await held(demo, 'spot')) - before).toBe(amount(data.receives));
    expect([await held(demo, 'spot', 'BTC'), await held(demo, 'spot', 'ETH')]).toEqual(['0', '0']);
    expect(await held(demo, 'spot', 'SOL')).not.toBe('0');
    await demo.when('quoteDust').then({ quote: null, items: [] });
  });

  it('and single ones are refused once a market among them has closed; a repeated click gets its first answer', async () => {
    // Xetra closes at half past five in Frankfurt.
    clock.setTo(Date.UTC(2026, 0, 7, 16, 29, 55));
    const demo = await Trader.demo(started);
    // The epoch that the clock jumped into is promised first.
    await until(async () => (await demo.get('getTickers', { symbols: 'SAPUSDT' })).refusal === '');
    const few = await quoted(demo, { to: 'SAP', amount: '5' });
    const click = () => demo.post('convert', { quote: few.quote, requestToken: 'before-the-close' });
    const first = await click();
    const single = await quoted(demo, { to: 'SAP' });
    const dust = await demo.given('quoteDust');
    expect(dust.items.map(({ currency }) => currency)).toEqual(['SAP']);
    clock.advance(5_000);
    for (const quote of [single.quote, dust.quote ?? '']) await demo.when('convert', { quote }).then('market.closed');
    expect(await click()).toMatchObject({ refusal: '', data: first.data });
    expect(await held(demo, 'spot')).toBe('99995');
  });
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
