import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { FakeClock } from '../../server/core/clock.js';
import { amount, format, over, times } from '../../shared/money.js';
import { receivedFor, spreadFor, volatilityOf } from '../../server/features/conversion/conversion.rules.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
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

/** What is available of a currency in the spot account; `0` where nothing ever was. */
async function held(trader: Trader, currency = 'USDT'): Promise<string> {
  return (await trader.funds(currency)).replace('none', '0').split(' ')[0] ?? '';
}

const quoted = (trader: Trader, fields: Record<string, string> = {}) =>
  trader.when('quoteConversion', { from: 'USDT', to: 'BTC', amount: '1000', ...fields }).then();

const pool = (): Pool => started.app.get<Pool>(Pool, { strict: false });

/** USDT that an account has on hold. */
async function onHold(trader: Trader): Promise<string> {
  return (await trader.funds('USDT')).split(' ')[1] ?? '';
}

async function balanceOf(account: string): Promise<string> {
  const { rows } = await pool().query<{ sum: string }>(
    'SELECT trim_scale(coalesce(sum(amount), 0))::text AS sum FROM ledger_balances WHERE account = $1',
    [account],
  );
  return rows[0]?.sum ?? '';
}

describe('a conversion', () => {
  it('gives exactly what was offered, computed from the fundamental price and the spread', async () => {
    const demo = await Trader.demo(started);
    const offer = await quoted(demo);
    const [leg] = offer.legs;
    expect(offer).toMatchObject({ spreadRate: '0.002', validMs: 10_000, expiresAt: clock.now() + 10_000 });
    const computed = format(receivedFor(amount('1000'), '1', offer.to.priceUsdt, leg?.spreadRate ?? ''));
    expect([leg?.receives, offer.receives]).toEqual([computed, computed]);
    await demo.when('convert', { quoteId: offer.quoteId }).then({ conversionId: offer.quoteId, received: computed });
    expect([await held(demo), await held(demo, 'BTC')]).toEqual(['99000', computed]);
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
    const cheap = await demo.given('previewConversion', { from: 'ETH', to: 'DOGE', amount: '1' });
    const volatility = volatilityOf(await returnsOf('ETHUSDT'), await returnsOf('DOGEUSDT'), 10);
    expect(+volatility).toBeGreaterThan(0);
    expect(cheap.from).toMatchObject(spreadFor({ spreadRate: '0.002', volatilityFactor: '2' }, volatility));
    expect(cheap.spreadRate).toBe(cheap.from.spreadRate);
  });

  it('can be computed again from the event: prices, their instant, the spread and its rule', async () => {
    const demo = await Trader.demo(started);
    const offer = await quoted(demo, { to: 'ETH' });
    await demo.given('convert', { quoteId: offer.quoteId });
    const { rows } = await started.app
      .get<Pool>(Pool, { strict: false })
      .query<{ data: string }>(`SELECT data FROM events WHERE stream = $1 AND type = 'FundsConverted'`, [
        `conversion-${demo.userId}.1`,
      ]);
    const event = JSON.parse(rows[0]?.data ?? '{}') as Record<string, unknown>;
    expect(event).toMatchObject({
      ...{ userId: demo.userId, kind: 'single', quotedAt: offer.at, to: { currency: 'ETH', symbol: 'ETHUSDT' } },
      policy: {
        name: 'conversion.rules',
        version: 1,
        inputs: { spreadRate: '0.002', quotedSpread: offer.spreadRate, worthUsdt: '1000' },
      },
      legs: offer.legs,
    });
  });

  it('holds while the price moves little, and is refused with both amounts once it moved more than published', async () => {
    const demo = await Trader.demo(started);
    const seen = new Set<boolean>();
    for (let round = 0; round < 60 && seen.size < 2; round += 1) {
      const to = ['USDC', 'PEPE', 'SOL'][round % 3] as string;
      const offer = await quoted(demo, { to, amount: '100' });
      clock.advance(9_000);
      const now = await demo.given('previewConversion', { from: 'USDT', to, amount: '100' });
      const current = format(receivedFor(amount('100'), '1', now.to.priceUsdt, offer.spreadRate));
      const worth = (priceUsdt: string) => over(amount('100'), amount(priceUsdt), 'down');
      const least = times(worth(offer.to.priceUsdt), amount('1') - amount(offer.moveToleranceRate), 'up');
      const { data, envelope } = await demo.post('convert', { quoteId: offer.quoteId });
      const moved = worth(now.to.priceUsdt) < least;
      if (!moved) expect(data).toMatchObject({ received: offer.receives });
      else {
        const params = { offered: offer.receives, current, currency: to, moveToleranceRate: '0.0005' };
        expect(data).toMatchObject({ refusal: 'conversion.price-moved', params });
        expect(envelope.message).toMatch(/^The price moved against you.*We converted nothing.*Get a new quote\.$/);
        await demo.when('convert', { quoteId: offer.quoteId }).then('conversion.quote-refused');
        expect(await onHold(demo)).toBe('0');
      }
      seen.add(moved);
    }
    expect([...seen].sort()).toEqual([false, true]);
  });

  it('is priced more finely than an order, because a tick of the cheapest coins is worth a share of the spread', async () => {
    const demo = await Trader.demo(started);
    const { to } = await demo.given('previewConversion', { from: 'USDT', to: 'PEPE', amount: '1000' });
    expect(to.priceUsdt).toMatch(/^0\.0{5}\d{5,7}$/);
  });

  it('spends a quote once, in two tabs and by clicking twice', async () => {
    const demo = await Trader.demo(started);
    const { quoteId } = await quoted(demo);
    const tabs = await Promise.all(Array.from({ length: 8 }, () => demo.post('convert', { quoteId })));
    expect(tabs.filter(({ refusal }) => refusal === '')).toHaveLength(1);
    expect(tabs.filter(({ refusal }) => refusal === 'conversion.quote-used')).toHaveLength(7);
    const again = await quoted(demo);
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () => demo.post('convert', { quoteId: again.quoteId, requestToken: 'double-2' })),
    );
    expect(clicks.map(({ refusal }) => refusal)).toEqual(Array.from({ length: 8 }, () => ''));
    expect(await held(demo)).toBe('98000');
  });

  it('is nobody else’s', async () => {
    const [mine, other] = [await Trader.demo(started), await Trader.demo(started)];
    const { quoteId } = await quoted(mine);
    await other.when('convert', { quoteId }).then('conversion.quote-unknown', 'We don’t know this quote.');
    await other.when('cancelConversionQuote', { quoteId }).then('conversion.quote-unknown');
    await mine.when('convert', { quoteId: 'cv-none' }).then('conversion.quote-unknown');
    expect(await mine.funds('USDT')).toBe('99000 1000');
  });

  it.each([
    [{ to: 'USDT' }, 'conversion.same-currency', 'Choose two different currencies.'],
    [{ amount: '0.0' }, 'asset.amount-zero', 'Enter an amount above 0.'],
    [{ amount: '0.99' }, 'conversion.below-minimum', 'at least 1 USDT'],
    [{ amount: '100000.01' }, 'conversion.above-maximum', 'at most 100,000 USDT'],
    [{ amount: '5.123456789' }, 'asset.too-many-decimals', 'USDT has at most 8 decimals.'],
    [{ to: 'NOSUCH' }, 'market.symbol-unknown', 'NOSUCHUSDT'],
  ])('%j is neither previewed nor offered: %s', async (change, refusal, words) => {
    const demo = await Trader.demo(started);
    const fields = { from: 'USDT', to: 'BTC', amount: '1000', ...change };
    await demo.when('previewConversion', fields).then(refusal, words);
    await demo.when('quoteConversion', fields).then(refusal, words);
  });

  it('of more than there is may be looked at, but is not offered', async () => {
    const demo = await Trader.demo(started);
    const more = { from: 'BTC', to: 'USDT', amount: '0.5' };
    await demo.when('previewConversion', more).then();
    await demo.when('quoteConversion', more).then('asset.insufficient');
  });

  it('asks a real account for its trade password before its seconds run', async () => {
    const person = await openPerson(started, clock.now());
    const fields = { from: 'USDT', to: 'BTC', amount: '1000' };
    await person.when('previewConversion', fields).then();
    await person.when('quoteConversion', fields).then('security.trade-password-missing');
    await person.when('convert', { quoteId: 'cv-1' }).then('security.trade-password-missing');
  });
});

describe('the live quote of an account', () => {
  it('holds what it takes, and only while it is typed nothing happens', async () => {
    const demo = await Trader.demo(started);
    await demo.given('previewConversion', { from: 'USDT', to: 'BTC', amount: '1000' });
    await demo.when('getConversionQuote').then({ offer: null, last: null });
    expect(await demo.funds('USDT')).toBe('100000 0');
    const offer = await quoted(demo);
    expect(await demo.funds('USDT')).toBe('99000 1000');
    clock.advance(4_000);
    await demo.when('getConversionQuote').then({ offer: { ...offer, validMs: 6_000 }, last: null });
    // What is on hold for a quote cannot be spent elsewhere.
    await demo
      .when('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '99000.01' })
      .then('asset.insufficient');
  });

  it('is replaced by a newer one, in whatever tab', async () => {
    const demo = await Trader.demo(started);
    const first = await quoted(demo, { amount: '60000' });
    const second = await quoted(demo, { to: 'ETH', amount: '70000' });
    expect(await demo.funds('USDT')).toBe('30000 70000');
    await demo.when('getConversionQuote').then({ offer: second, last: { quoteId: first.quoteId, end: 'replaced' } });
    await demo
      .when('convert', { quoteId: first.quoteId })
      .then('conversion.quote-replaced', 'A newer quote replaced this one.');
    await demo.when('convert', { quoteId: second.quoteId }).then({ received: second.receives });
    expect(await demo.funds('USDT')).toBe('30000 0');
  });

  it('made twice by one click is one', async () => {
    const demo = await Trader.demo(started);
    const fields = { from: 'USDT', to: 'BTC', amount: '1000', requestToken: 'quote-1' };
    const clicks = await Promise.all(Array.from({ length: 5 }, () => demo.post('quoteConversion', fields)));
    expect(new Set(clicks.map(({ data }) => data.quoteId)).size).toBe(1);
    expect(await demo.funds('USDT')).toBe('99000 1000');
  });

  it('is cancelled by its owner, who has the money again', async () => {
    const demo = await Trader.demo(started);
    const { quoteId } = await quoted(demo);
    await demo.when('cancelConversionQuote', { quoteId }).then({ quoteId });
    expect(await demo.funds('USDT')).toBe('100000 0');
    await demo.when('getConversionQuote').then({ offer: null, last: { quoteId, end: 'cancelled' } });
    await demo.when('cancelConversionQuote', { quoteId }).then('conversion.quote-cancelled');
    await demo.when('convert', { quoteId }).then('conversion.quote-cancelled', 'This quote was cancelled.');
  });

  it('is accepted until it expires, and then its hold is released without anybody’s doing', async () => {
    const demo = await Trader.demo(started);
    // A price that hardly moves.
    const early = await quoted(demo, { to: 'USDC' });
    clock.advance(9_999);
    await demo.when('convert', { quoteId: early.quoteId }).then();
    const late = await quoted(demo, { to: 'USDC' });
    clock.advance(10_000);
    await demo.when('getConversionQuote').then({ offer: null, last: { quoteId: late.quoteId, end: 'expired' } });
    await eventually(() => demo.funds('USDT')).toBe('99000 0');
    await demo
      .when('convert', { quoteId: late.quoteId })
      .then('conversion.quote-expired', 'This quote expired after 10 s. We converted nothing. Get a new quote.');
  });

  it('can be had so many times a minute, and no more', async () => {
    const demo = await Trader.demo(started);
    for (let n = 0; n < 20; n += 1) await quoted(demo, { amount: '5' });
    clock.advance(12_000);
    const tooMany = 'You can get 20 quotes a minute. Wait 48 s.';
    await demo
      .when('quoteConversion', { from: 'USDT', to: 'BTC', amount: '5' })
      .then('conversion.too-many-quotes', tooMany);
    clock.advance(48_000);
    await quoted(demo, { amount: '5' });
  });

  it('ends with the life of a demo account, which leaves nothing on hold', async () => {
    const demo = await Trader.demo(started);
    await quoted(demo);
    await demo.given('exitDemo');
    const frozen = `user/${demo.userId}.1/spot/frozen`;
    await eventually(() => balanceOf(frozen)).toBe('0');
    const { rows } = await pool().query<{ data: string }>(
      `SELECT data FROM events WHERE stream = $1 AND type = 'ConversionQuoteEnded'`,
      [`conversion-${demo.userId}.1`],
    );
    expect(rows.map(({ data }) => (JSON.parse(data) as { reason: string }).reason)).toEqual(['stopped']);
  });
});

describe('the live quote of a frozen account', () => {
  it('ends at once, and the money is there when the account is unfrozen', async () => {
    const { trader, password } = await tradingPerson(started);
    await fund(started, trader.userId, 'USDT', '5000');
    await quoted(trader);
    expect(await trader.funds('USDT')).toBe('4000 1000');
    await trader.given('freezeAccount', { password });
    await eventually(() => balanceOf(`user/${trader.userId}.1/spot/frozen`)).toBe('0');
    expect(await balanceOf(`user/${trader.userId}.1/spot/available`)).toBe('5000');
  });
});

describe('what the house gives of a currency', () => {
  it('is limited by account, and said so before the click', async () => {
    const { trader } = await tradingPerson(started);
    await fund(started, trader.userId, 'USDT', '600000');
    for (let n = 0; n < 5; n++) {
      const { quoteId } = await quoted(trader, { amount: '100000' });
      await trader.when('convert', { quoteId }).then();
    }
    const sentence = 'Per account, we convert BTC up to 500,000 USDT net. You have 1,000 USDT left.';
    const more = { from: 'USDT', to: 'BTC', amount: '100000' };
    await trader.when('previewConversion', more).then('conversion.inventory-full', sentence);
    await trader.when('quoteConversion', more).then('conversion.inventory-full', sentence);
    // Another currency, and the way back, are open.
    await quoted(trader, { to: 'ETH', amount: '100000' });
    await trader.when('quoteConversion', { from: 'BTC', to: 'USDT', amount: '0.1' }).then();
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
      await demo.given('convert', { quoteId: (await quoted(demo, { to, amount: sold })).quoteId });
    const { items, ...preview } = await demo.given('previewDust');
    expect(items.map(({ currency }) => currency)).toEqual(['BTC', 'ETH']);
    expect(preview).toMatchObject({ dustBelowUsdt: '10', validMs: 60_000, skipped: [] });
    const first = await demo.given('quoteDust');
    expect(first.legs).toEqual(items);
    expect(await held(demo, 'BTC')).toBe('0');
    // What the first one holds is in the second as well.
    const data = await demo.given('quoteDust');
    expect(data).toMatchObject({ kind: 'dust', legs: items, receives: preview.receives, validMs: 60_000 });
    await demo.when('convert', { quoteId: first.quoteId }).then('conversion.quote-replaced');
    const before = amount(await held(demo));
    await demo.when('convert', { quoteId: data.quoteId }).then({ received: data.receives });
    expect(amount(await held(demo)) - before).toBe(amount(data.receives));
    expect([await held(demo, 'BTC'), await held(demo, 'ETH')]).toEqual(['0', '0']);
    expect(await held(demo, 'SOL')).not.toBe('0');
    await demo.when('previewDust').then({ items: [] });
    await demo.when('quoteDust').then('conversion.nothing-small', 'You have no small balances that can be converted.');
  });

  it('and single ones are refused once a market among them has closed; a repeated click gets its first answer', async () => {
    // Xetra closes at half past five in Frankfurt.
    clock.setTo(Date.UTC(2026, 0, 7, 16, 29, 55));
    const demo = await Trader.demo(started);
    // The epoch that the clock jumped into is promised first.
    await until(async () => (await demo.get('getTickers', { symbols: 'SAPUSDT' })).refusal === '');
    const few = await quoted(demo, { to: 'SAP', amount: '5' });
    const click = () => demo.post('convert', { quoteId: few.quoteId, requestToken: 'before-the-close' });
    const first = await click();
    const other = await Trader.demo(started);
    const single = await quoted(other, { to: 'SAP' });
    const dust = await demo.given('quoteDust');
    expect(dust.legs.map(({ currency }) => currency)).toEqual(['SAP']);
    clock.advance(5_000);
    await other.when('convert', { quoteId: single.quoteId }).then('market.closed');
    await demo.when('convert', { quoteId: dust.quoteId }).then('market.closed');
    expect(await click()).toMatchObject({ refusal: '', data: first.data });
    expect([await held(demo), await other.funds('USDT')]).toEqual(['99995', '100000 0']);
  });
});
