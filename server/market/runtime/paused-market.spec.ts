import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { FlowOffsets } from '../flow-offset/flow-offsets.js';
import { auditPrices, type AuditFill } from '../simulator/audit.js';
import { BEAT_MS } from '../simulator/beats.js';
import { commitmentOf, DEFAULT_EPOCH_MS, epochOf } from '../simulator/epochs.js';
import { impactOfFills, NO_IMPACT } from '../simulator/impact.js';
import { TEST_LAUNCH_AT, testBeacon, testCatalogue, testChain, testSeedOf } from '../simulator/simulator.testkit.js';
import { EffectiveActions } from './effective-actions.js';
import { Market } from './market.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SYMBOL = 'AAPLUSDT';
const TOKYO = '7203USDT';
const UNTOUCHED = { impact: null, lastTrade: null };
const terms = { calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS };

/** Shares that move as none does, so that trading in them pauses every day. */
const specs = testCatalogue.specs
  .filter(({ symbol }) => symbol === SYMBOL || symbol === TOKYO)
  .map((spec): InstrumentSpec => ({ ...spec, volatilityAnnual: 3.5, driftAnnual: 0 }));

const market = new Market({
  instruments: { versions: new Map(specs.map((spec) => [spec.symbol, { spec, version: 1 }])) } as never,
  actions: new EffectiveActions(),
  ...terms,
  seedOf: testSeedOf,
  maxNotional: () => '1000000',
  replaysOf: () => [],
});
market.follow(new Map([...['demo', 'real']].map((realm) => [realm, new FlowOffsets()])));

/** The first pause in so many days. */
function pauseOf(symbol: string) {
  for (let at = TEST_LAUNCH_AT; at < TEST_LAUNCH_AT + 10 * DAY_MS; at += MINUTE_MS) {
    const pause = market.pauseAt(symbol, at);
    if (pause !== undefined) return pause;
  }
  throw new Error(`${symbol} never pauses`);
}

describe('a market that pauses', () => {
  const { from, until } = pauseOf(SYMBOL);

  it('takes orders in a call, at the last price, and quotes nothing', () => {
    const during = market.moment(SYMBOL, from, UNTOUCHED);
    const referenceTicks = market.priceTicks(SYMBOL, from - BEAT_MS);
    expect(during).toMatchObject({ phase: 'call', referenceTicks, markTicks: referenceTicks });
    expect(during).toMatchObject({ liquidity: { bids: [], asks: [] } });
    expect([market.callAt(SYMBOL, from), market.isOpen(SYMBOL, from)]).toEqual([until, false]);
    expect(market.index(SYMBOL, from)).toMatchObject({ refusal: 'market.closed', params: { opensAt: until } });
    expect(market.moment(SYMBOL, from - BEAT_MS, UNTOUCHED)).toMatchObject({ phase: 'continuous' });
  });

  it('says why and until when, and keeps the hours of its calendar', () => {
    const { session } = market.view(SYMBOL, from);
    expect(session).toMatchObject({ open: false, phase: 'call', nextChangeAt: until });
    expect(session.pause).toEqual({ reason: 'volatility', from, until });
    expect(market.view(SYMBOL, until).session).toMatchObject({ open: true, pause: null, priceLimits: null });
    expect(market.calendarHours(SYMBOL, from)).toMatchObject({ open: true });
    expect(market.calendarHours(SYMBOL, from).nextChangeAt).toBeGreaterThan(until);
  });

  it('opens by an auction that ends the pause, and holds that of the close at the close alone', () => {
    const beatAt = (at: number) => market.beat(SYMBOL, at / BEAT_MS, UNTOUCHED);
    expect(beatAt(from - BEAT_MS)).toMatchObject({ opening: false, closing: false });
    expect(beatAt(from + BEAT_MS)).toBeUndefined();
    expect(beatAt(until - BEAT_MS)).toBeUndefined();
    expect(beatAt(until)).toMatchObject({ opening: true, closing: false });
    expect(beatAt(until + BEAT_MS)).toMatchObject({ opening: false });
    const { nextChangeAt: closesAt = 0 } = market.hours(SYMBOL, until);
    expect(beatAt(closesAt - BEAT_MS)).toMatchObject({ closing: true });
    const { nextChangeAt: opensAt = 0 } = market.hours(SYMBOL, closesAt);
    expect(beatAt(opensAt)).toMatchObject({ opening: true });
  });

  it('pauses in both realms at once, whoever trades', () => {
    for (const realm of ['demo', 'real'])
      for (const at of [from - 1, from, until - 1, until])
        expect(market.in(realm).hours(SYMBOL, at)).toEqual(market.hours(SYMBOL, at));
  });

  it('is recomputed by an audit: a fill right after it holds, and one within it does not', () => {
    const first = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);
    const epochs = Array.from({ length: epochOf(until, DEFAULT_EPOCH_MS) - first + 1 }, (_, n) => {
      const seed = testChain.seedOf(first + n);
      return { epoch: first + n, commitment: commitmentOf(seed), beacon: testBeacon(first + n), seed };
    });
    const fillAt = (at: number): AuditFill => {
      const [[priceTicks, lots] = [0, 0]] = market.source.unmasked?.(SYMBOL).ladder(SYMBOL, at, NO_IMPACT).asks ?? [];
      const fill = { side: 'buy', role: 'taker', priceTicks, lots } as const;
      const scale = market.source.impactScale(SYMBOL, at);
      const impactAfter = impactOfFills(NO_IMPACT, [fill], at, scale);
      const { side, role } = fill;
      return { symbol: SYMBOL, at, side, role, impact: NO_IMPACT, levels: [[priceTicks, lots]], impactAfter };
    };
    const answer = (at: number) => auditPrices({ ...terms, specs, epochs, fills: [fillAt(at)] });
    expect(answer(until)).toMatchObject({ equal: true });
    expect(answer(from)).toMatchObject({ equal: false, difference: { what: 'ladder' } });
  });
});

describe('a market with daily price limits', () => {
  const { from } = pauseOf(TOKYO);
  const limits = market.source.limitsAt?.(TOKYO, from);

  it('takes no order beyond them, and shows them', () => {
    expect(market.moment(TOKYO, from - BEAT_MS, UNTOUCHED)).toMatchObject({ priceLimits: limits });
    const price = (ticks = 0): string => market.price(TOKYO, ticks);
    const { priceLimits, pause } = market.view(TOKYO, from).session;
    expect(priceLimits).toEqual({ low: price(limits?.lowTicks), high: price(limits?.highTicks) });
    expect(pause?.reason).toBe('price-limit');
  });

  it('quotes nothing beyond them', () => {
    const { lowTicks = 0, highTicks = 0 } = limits ?? {};
    const { bids, asks } = market.source.ladder(TOKYO, from - BEAT_MS, NO_IMPACT);
    const whole = market.source.unmasked?.(TOKYO).ladder(TOKYO, from - BEAT_MS, NO_IMPACT);
    expect(bids.length + asks.length).toBeLessThan((whole?.bids.length ?? 0) + (whole?.asks.length ?? 0));
    for (const [ticks] of [...bids, ...asks]) expect(ticks >= lowTicks && ticks <= highTicks).toBe(true);
  });
});
