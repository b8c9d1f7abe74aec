import { describe, expect, it } from '@jest/globals';
import { amount, format, times } from '../../../shared/money.js';
import type { CorporateActionAnnounced } from '../corporate-action/corporate-action.events.js';
import { adjustmentWith, afterSplit, exDividend, type Ratio } from '../corporate-action/corporate-action.rules.js';
import { SETTLEMENT_MINUTES, tradedUntil } from '../mark-price/settlement.js';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { NO_IMPACT } from '../simulator/impact.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../simulator/simulator.testkit.js';
import { EffectiveActions } from './effective-actions.js';
import { Market } from './market.js';

const DAY_MS = 86_400_000;
const LEAD_MS = 15 * 60_000;
const UNTOUCHED = { impact: null, lastTrade: null };
const SYMBOLS = ['AAPLUSDT', 'XOMUSDT', 'SPYUSDT', 'SPXUSDT'];

/** A market in which one instrument may pay; `announce` and `effect` are what the house's history says of it. */
function marketOf() {
  const specs = testCatalogue.specs.filter(({ symbol }) => SYMBOLS.includes(symbol));
  const versions = new Map(specs.map((spec) => [spec.symbol, { spec, version: 1 }]));
  const actions = new EffectiveActions();
  const market = new Market({
    instruments: { versions } as never,
    actions,
    ...{ calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf: testSeedOf },
    maxNotional: () => '1000000',
    replaysOf: () => [],
  });
  const take = (fact: { type: string; data: object }): void => {
    if (actions.take(fact as Parameters<typeof actions.take>[0])) market.relist();
  };
  const announce = (symbol: string, perShare: string, dueAt: number): void =>
    take({ type: 'CorporateActionAnnounced', data: { symbol, actionId: 'a', kind: 'dividend', perShare, dueAt } });
  const effect = (symbol: string, perShare: string, dueAt: number): string => {
    const closePrice = market.closeBefore(symbol, dueAt);
    const terms = { dueAt, pricedFrom: dueAt, closePrice, newShares: null, oldShares: null };
    return takeEffect(symbol, exDividend(closePrice, perShare), terms);
  };
  const split = (symbol: string, ratio: Ratio, dueAt: number, pricedFrom = dueAt - LEAD_MS): string => {
    const closePrice = market.closeBefore(symbol, dueAt);
    const price = afterSplit(closePrice, ratio, market.spec(symbol).tickSize);
    return takeEffect(symbol, price, { dueAt, pricedFrom, closePrice, ...ratio });
  };
  const takeEffect = (
    symbol: string,
    ex: ReturnType<typeof exDividend>,
    when: { readonly dueAt: number; readonly pricedFrom: number; readonly closePrice: string },
  ): string => {
    if (ex === undefined) throw new Error('no price is left');
    take({ type: 'CorporateActionEffective', data: { symbol, actionId: 'a', ...when, ...ex } });
    const { spec, version } = versions.get(symbol) as { spec: (typeof specs)[number]; version: number };
    const adjustment = adjustmentWith(spec.adjustment, ex.factor);
    versions.set(symbol, { spec: { ...spec, adjustment }, version: version + 1 });
    market.relist();
    return when.closePrice;
  };
  const settle = (symbol: string): void => take({ type: 'CorporateActionSettled', data: { symbol, actionId: 'a' } });
  const ending = (type: 'CorporateActionAnnounced' | 'CorporateActionWithdrawn', symbol: string, dueAt: number): void =>
    take({ type, data: { symbol, actionId: 'a', kind: 'delisting', dueAt } });
  const delist = (symbol: string, delistedAt: number): void => {
    const { spec, version } = versions.get(symbol) as { spec: (typeof specs)[number]; version: number };
    versions.set(symbol, { spec: { ...spec, delistedAt }, version: version + 1 });
    market.relist();
  };
  return { market, announce, effect, split, delist, settle, ending };
}

/** The next opens of an instrument. */
function opensOf(market: Market, symbol: string, count: number): number[] {
  const opens: number[] = [];
  let at = TEST_LAUNCH_AT + DAY_MS;
  while (opens.length < count) {
    const { open, nextChangeAt } = market.view(symbol, at).session;
    if (nextChangeAt === null) throw new Error(`${symbol} has no next session`);
    if (!open) opens.push(nextChangeAt);
    at = nextChangeAt;
  }
  return opens;
}

const numbers = (text: string): number => Number(text);

describe.each(['AAPLUSDT', 'XOMUSDT', 'SPYUSDT'])('a dividend of %s', (symbol) => {
  const PER_SHARE = '2.5';

  it('leaves the price at its ex-date to within a tick, whatever the night has brought', () => {
    for (const dueAt of opensOf(marketOf().market, symbol, 5)) {
      const { market: without } = marketOf();
      const { market, effect } = marketOf();
      const close = numbers(effect(symbol, PER_SHARE, dueAt));
      const tick = numbers(market.spec(symbol).tickSize);
      const night = without.priceTicks(symbol, dueAt) / (close / tick);
      const expected = ((close - numbers(PER_SHARE)) / tick) * night;
      expect(Math.abs(market.priceTicks(symbol, dueAt) - expected)).toBeLessThan(1.01);
    }
  });

  it('earns nothing for who buys at the last quotes before it and sells at the first after it, but for the night', () => {
    for (const dueAt of opensOf(marketOf().market, symbol, 20)) {
      const { market: without } = marketOf();
      const { market, effect } = marketOf();
      const bought = market.ladder(symbol, lastOpen(market, symbol, dueAt), NO_IMPACT)?.asks[0]?.[0] ?? 0;
      const close = numbers(effect(symbol, PER_SHARE, dueAt));
      const tick = numbers(market.spec(symbol).tickSize);
      const sold = market.ladder(symbol, dueAt, NO_IMPACT)?.bids[0]?.[0] ?? 0;
      const night = without.priceTicks(symbol, dueAt) - close / tick;
      const gain = sold + numbers(PER_SHARE) / tick - bought - night;
      // The night moves the price without the dividend, so a part of its move as large as the dividend's share is not in it.
      const share = Math.abs(night) * (numbers(PER_SHARE) / close);
      expect(gain).toBeLessThanOrEqual(share + 1);
    }
  });

  it('leaves no gap in the chart: every candle of before is lower by the same ratio', () => {
    const [dueAt = 0] = opensOf(marketOf().market, symbol, 1);
    const { market: without } = marketOf();
    const { market, effect } = marketOf();
    const close = numbers(effect(symbol, PER_SHARE, dueAt));
    const factor = (close - numbers(PER_SHARE)) / close;
    const range = { beforeMs: dueAt, limit: 200 };
    const [adjusted, raw] = [market.rawCandles(symbol, '1h', range), without.rawCandles(symbol, '1h', range)];
    expect(adjusted.map(({ openAt }) => openAt)).toEqual(raw.map(({ openAt }) => openAt));
    for (const [index, { closeTicks }] of adjusted.entries())
      expect(Math.abs(closeTicks - (raw[index]?.closeTicks ?? 0) * factor)).toBeLessThan(1.01);
  });

  it('leaves what a share was worth before as it was', () => {
    const [dueAt = 0] = opensOf(marketOf().market, symbol, 1);
    const { market: without } = marketOf();
    const { market, effect } = marketOf();
    effect(symbol, PER_SHARE, dueAt);
    const base = market.spec(symbol).base;
    for (const at of [dueAt - 1, dueAt - DAY_MS, dueAt - 30 * DAY_MS]) {
      const [now, then] = [market.priceUsdt(base, at) ?? 0n, without.priceUsdt(base, at) ?? 0n];
      const off = now > then ? now - then : then - now;
      expect(off <= amount(market.spec(symbol).tickSize)).toBe(true);
    }
    const atOpen = market.priceUsdt(base, dueAt) ?? 0n;
    expect(format(atOpen)).toBe(market.price(symbol, market.priceTicks(symbol, dueAt)));
  });

  it('lets nobody trade from its effect until every holder is paid, nor at an open that it missed', () => {
    const [dueAt = 0] = opensOf(marketOf().market, symbol, 1);
    const { market, announce, effect, settle } = marketOf();
    const refusal = () => (market.moment(symbol, dueAt + 1_000, UNTOUCHED) as { refusal?: string }).refusal;
    const beat = () => market.beat(symbol, Math.ceil(dueAt / 250) + 40, UNTOUCHED);
    announce(symbol, PER_SHARE, dueAt);
    expect([refusal(), beat()]).toEqual(['market.halted', undefined]);
    effect(symbol, PER_SHARE, dueAt);
    expect([refusal(), beat()]).toEqual(['market.halted', undefined]);
    settle(symbol);
    expect(refusal()).toBeUndefined();
    expect(beat()).toBeDefined();
    const beatOfBefore = Math.floor(lastOpen(market, symbol, dueAt) / 250);
    expect(market.beat(symbol, beatOfBefore, UNTOUCHED)).toBeUndefined();
  });
});

describe.each<[string, Ratio]>([
  ['10-for-1', { newShares: 10, oldShares: 1 }],
  ['3-for-2', { newShares: 3, oldShares: 2 }],
  ['1-for-8', { newShares: 1, oldShares: 8 }],
])('a %s split', (_, ratio) => {
  const symbol = 'AAPLUSDT';
  const factor = ratio.oldShares / ratio.newShares;
  /** Ticks: both prices are whole ones. */
  const within = 0.51 * (1 + factor) + 0.5;
  const [dueAt = 0] = opensOf(marketOf().market, symbol, 1);

  it('continues the price by its ratio, before the open and after it, in candles, index and mark', () => {
    const { market: without } = marketOf();
    const { market, split } = marketOf();
    split(symbol, ratio, dueAt);
    for (const at of [dueAt - 2 * DAY_MS, dueAt - 1, dueAt, dueAt + 3_600_000])
      expect(Math.abs(market.priceTicks(symbol, at) - without.priceTicks(symbol, at) * factor)).toBeLessThan(within);
    const range = { beforeMs: dueAt, limit: 200 };
    const [adjusted, raw] = [market.rawCandles(symbol, '1h', range), without.rawCandles(symbol, '1h', range)];
    for (const [index, { closeTicks, volumeLots }] of adjusted.entries()) {
      const before = raw[index] ?? { closeTicks: 0, volumeLots: 0 };
      expect(Math.abs(closeTicks - before.closeTicks * factor)).toBeLessThan(within);
      // As many shares as were traded then, counted in those of today, but for whole lots.
      expect(volumeLots / (before.volumeLots / factor)).toBeCloseTo(1, 1);
    }
    const mark = (of: Market): number => of.marks.ticksAt(symbol, dueAt + 1_000, UNTOUCHED);
    expect(Math.abs(mark(market) - mark(without) * factor)).toBeLessThan(within);
  });

  it('leaves what a share was worth before it as it was, and changes that when holdings change', () => {
    const { market: without } = marketOf();
    const { market, split } = marketOf();
    split(symbol, ratio, dueAt);
    const tick = amount(market.spec(symbol).tickSize);
    const differs = (at: number, by: number): bigint => {
      const [now, then] = [market.priceUsdt('AAPL', at) ?? 0n, without.priceUsdt('AAPL', at) ?? 0n];
      const off = now - BigInt(Math.round(Number(then) * by));
      return off < 0n ? -off : off;
    };
    for (const at of [dueAt - LEAD_MS - 1, dueAt - DAY_MS, dueAt - 30 * DAY_MS])
      expect(differs(at, 1) <= tick).toBe(true);
    for (const at of [dueAt - LEAD_MS, dueAt, dueAt + 3_600_000])
      expect(differs(at, factor) < BigInt(Math.ceil(within)) * tick).toBe(true);
  });

  it('says of each stretch of time what prices and shares of then are now', () => {
    const { market, effect, split } = marketOf();
    const [first = 0, second = 0] = opensOf(market, symbol, 2);
    effect(symbol, '1', first);
    const [whole] = market.sinceThen(symbol);
    split(symbol, ratio, second);
    const [before, between, now] = market.sinceThen(symbol);
    expect([before?.from, between?.from, now?.from]).toEqual([0, first, second - LEAD_MS]);
    const shares = amount(`${ratio.newShares / ratio.oldShares}`);
    expect([before?.shares, between?.shares, now?.shares]).toEqual([shares, shares, amount('1')]);
    expect(now?.price).toBe(amount('1'));
    expect(Number(between?.price) / 1e18).toBeCloseTo(factor, 2);
    expect(before?.price).toBe(times(whole?.price ?? 0n, between?.price ?? 0n, 'half-even'));
  });

  it('is one of holdings from when prices are in new shares, however late that was', () => {
    for (const late of [0, DAY_MS]) {
      const { market, split } = marketOf();
      split(symbol, ratio, dueAt, late === 0 ? undefined : dueAt + late);
      const from = dueAt + late;
      expect(market.actionsBetween(symbol, 0, from - 1)).toEqual([]);
      expect(market.actionsBetween(symbol, from - 1, from)).toMatchObject([{ dueAt: from, ...ratio }]);
      const [before, after] = [market.priceUsdt('AAPL', from - LEAD_MS - 1), market.priceUsdt('AAPL', from)];
      expect(Math.abs(Number(after) / Number(before) / factor - 1)).toBeLessThan(0.1);
    }
  });

  it('lets nobody deal from its effect until every holding is split, not even at the last price of a closed market', () => {
    const { market, split, settle } = marketOf();
    expect(market.lastIndex(symbol, dueAt - 60_000)).toMatchObject({ opensAt: dueAt });
    split(symbol, ratio, dueAt);
    expect(market.lastIndex(symbol, dueAt - 60_000)).toMatchObject({ refusal: 'market.halted' });
    settle(symbol);
    expect(market.lastIndex(symbol, dueAt - 60_000)).toMatchObject({ opensAt: dueAt });
  });
});

describe('a delisting that is announced', () => {
  it('lets nobody trade in the minutes that it averages, for the average would be known before its price is', () => {
    const actions = new EffectiveActions();
    const symbol = 'AAPLUSDT';
    const closesAt = Date.UTC(2026, 11, 4, 21);
    const announced = { kind: 'delisting', symbol, actionId: 'a', dueAt: closesAt };
    actions.take({ type: 'CorporateActionAnnounced', data: announced as CorporateActionAnnounced });
    const first = closesAt - SETTLEMENT_MINUTES * 60_000;
    expect([first - 1, first, closesAt - 1].map((at) => actions.halts(symbol, at))).toEqual([false, true, true]);
    actions.take({ type: 'CorporateActionWithdrawn', data: announced as never });
    expect(actions.halts(symbol, closesAt - 1)).toBe(false);
  });
});

describe('a delisting', () => {
  const symbol = 'AAPLUSDT';
  const [opensAt = 0] = opensOf(marketOf().market, symbol, 1);
  const closesAt = marketOf().market.view(symbol, opensAt).session.nextChangeAt ?? 0;
  const endsAt = tradedUntil(closesAt);
  const delisted = () => {
    const { market, delist } = marketOf();
    delist(symbol, closesAt);
    return { market, without: marketOf().market };
  };

  it('leaves the lists, and is still known by its name', () => {
    const { market } = delisted();
    expect([market.symbols().includes(symbol), market.has(symbol)]).toEqual([false, true]);
    const { delistedAt, session } = market.view(symbol, closesAt);
    expect([delistedAt, session.open, session.nextChangeAt]).toEqual([closesAt, false, null]);
  });

  it('is traded until its average begins, and never again: neither at a price of now nor at the last one', () => {
    const { market } = delisted();
    expect(market.moment(symbol, endsAt - 1, UNTOUCHED)).toHaveProperty('liquidity');
    const refused = { refusal: 'market.delisted', params: { symbol, delistedAt: closesAt } };
    for (const at of [closesAt, closesAt + 3 * DAY_MS]) {
      const answers = [market.moment(symbol, at, UNTOUCHED), market.index(symbol, at), market.lastIndex(symbol, at)];
      expect(answers).toMatchObject([refused, refused, refused]);
      expect([market.beat(symbol, Math.ceil(at / 250) + 4, UNTOUCHED), market.touch(symbol, at)]).toEqual([
        undefined,
        undefined,
      ]);
      expect(market.lifeOf(symbol, at)).toBe('gone');
    }
  });

  it('keeps its past as it was, and its last price', () => {
    const { market, without } = delisted();
    for (const at of [endsAt - 1, endsAt - DAY_MS, endsAt - 30 * DAY_MS])
      expect(market.priceTicks(symbol, at)).toBe(without.priceTicks(symbol, at));
    const last = without.priceTicks(symbol, endsAt - 1);
    expect(market.priceTicks(symbol, closesAt + 5 * DAY_MS)).toBe(last);
    for (const period of ['1m', '1h', '1d'] as const) {
      const range = { beforeMs: endsAt, limit: 50 };
      const later = { beforeMs: closesAt + 5 * DAY_MS, limit: 50 };
      expect(market.rawCandles(symbol, period, later)).toEqual(without.rawCandles(symbol, period, range));
    }
    expect(market.tape(symbol, endsAt, closesAt + DAY_MS)).toEqual([]);
  });

  it('shows nothing of the half hour that it averages, from its announcement on', () => {
    const { market, ending } = marketOf();
    const without = marketOf().market;
    ending('CorporateActionAnnounced', symbol, closesAt);
    const last = without.priceTicks(symbol, endsAt - 1);
    const during = [endsAt, endsAt + 60_000, closesAt - 1];
    expect(new Set(during.map((at) => without.priceTicks(symbol, at))).size).toBeGreaterThan(1);
    for (const at of during) {
      expect([market.priceTicks(symbol, at), market.source.exactTicksAt(symbol, at)].map(Math.round)).toEqual([
        last,
        last,
      ]);
      expect([market.isOpen(symbol, at), market.touch(symbol, at)]).toEqual([false, undefined]);
      expect(market.moment(symbol, at, UNTOUCHED)).toMatchObject({ refusal: 'market.halted' });
      expect(market.lifeOf(symbol, at)).toBe('traded');
    }
    expect(market.tape(symbol, endsAt, closesAt)).toEqual([]);
    expect(market.rawCandles(symbol, '1m', { fromMs: endsAt, toMs: closesAt })).toEqual([]);
    expect(market.extremes(symbol, endsAt, closesAt)).toBeUndefined();
    expect(market.closeBefore(symbol, closesAt)).toBe(market.price(symbol, last));
    // No auction ends it, and it is paid by what nobody saw.
    expect(market.hours(symbol, endsAt - 1)).toEqual({ open: true, phase: 'open', nextChangeAt: endsAt });
    expect(market.averageBefore(symbol, closesAt)).toBe(without.averageBefore(symbol, closesAt));
    ending('CorporateActionWithdrawn', symbol, closesAt);
    expect(market.priceTicks(symbol, closesAt - 1)).toBe(without.priceTicks(symbol, closesAt - 1));
  });

  it('leaves every other instrument alone', () => {
    const { market, without } = delisted();
    for (const other of ['XOMUSDT', 'SPYUSDT', 'SPXUSDT'])
      for (const at of [closesAt, closesAt + DAY_MS])
        expect(market.priceTicks(other, at)).toBe(without.priceTicks(other, at));
  });
});

describe('an index', () => {
  it('does not follow the dividend of a fund on it', () => {
    const [dueAt = 0] = opensOf(marketOf().market, 'SPYUSDT', 1);
    const { market: without } = marketOf();
    const { market, effect } = marketOf();
    effect('SPYUSDT', '1.9', dueAt);
    expect(market.priceTicks('SPXUSDT', dueAt)).toBe(without.priceTicks('SPXUSDT', dueAt));
  });
});

/** The last whole second before an instant at which the market was open. */
function lastOpen(market: Market, symbol: string, before: number): number {
  for (let at = before - 1_000; ; at -= 1_000 * 60) if (market.isOpen(symbol, at)) return at;
}
