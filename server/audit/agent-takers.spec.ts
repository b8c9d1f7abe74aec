import { describe, expect, it } from '@jest/globals';
import { noiseTakersOf } from '../market/flow-offset/backed-takers.js';
import { FlowedSource } from '../market/flow-offset/flowed-source.js';
import { FlowOffsets } from '../market/flow-offset/flow-offsets.js';
import { BEAT_MS } from '../market/simulator/beats.js';
import { commitmentOf, DEFAULT_EPOCH_MS, epochOf } from '../market/simulator/epochs.js';
import { NO_IMPACT } from '../market/simulator/impact.js';
import {
  TEST_LAUNCH_AT,
  testBeacon,
  testCatalogue,
  testChain,
  testModel,
} from '../market/simulator/simulator.testkit.js';
import type { LocatedFill } from './agent-fills.js';
import { auditFills, type Market } from './market.check.js';

const SYMBOL = 'BTCUSDT';
const FIRST = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);
/** Users pushed half a per cent up; by a minute later it is in the price. */
const offsets = new FlowOffsets();
offsets.push(SYMBOL, TEST_LAUNCH_AT + 60_000, 5_000);
const moved = new FlowedSource(testModel([SYMBOL]), offsets);

const seed = testChain.seedOf(FIRST);
const [spec] = testCatalogue.specs.filter(({ symbol }) => symbol === SYMBOL);
const market: Market = {
  launchAt: TEST_LAUNCH_AT,
  epochMs: DEFAULT_EPOCH_MS,
  calendars: testCatalogue.calendars,
  specs: new Map([[SYMBOL, new Map([[1, spec!]])]]),
  epochs: [{ epoch: FIRST, seed, beacon: testBeacon(FIRST), commitment: commitmentOf(seed) }],
  anchor: { epoch: FIRST, hash: '' },
  offsets: new Map([['demo', offsets]]),
};

const priceAt = (beat: number): number => moved.priceTicksAt(SYMBOL, beat);
/** A beat whose tape bought for more than anybody quotes at it. */
const at = beatWithBuyer();
const tape = moved.trades(SYMBOL, at - BEAT_MS, at);
const price = tape[0]!.limitTicks;

function beatWithBuyer(): number {
  for (let beat = TEST_LAUNCH_AT + 600_000; ; beat += BEAT_MS) {
    const [only, ...others] = moved.trades(SYMBOL, beat - BEAT_MS, beat);
    const isBuyer = only?.side === 'buy' && only.lots > 1 && only.limitTicks > priceAt(beat);
    if (isBuyer && others.length === 0) return beat;
  }
}

/** A resting order to sell that the market's beat filled. */
function sold(priceTicks: number, lots: number, paidTickLots: number): LocatedFill {
  const impact = { ...NO_IMPACT, paidTickLots, asOf: at };
  const where = {
    realm: 'demo',
    position: 7,
    version: 1,
    symbol: SYMBOL,
    at,
    fromMs: at - BEAT_MS,
    beat: at / BEAT_MS,
  };
  return { ...where, side: 'sell', role: 'maker', impact, levels: [[priceTicks, lots]], loose: true, closing: false };
}

/** What takers of the tape give at a price, by what users have paid. */
function taken(priceTicks: number, paidTickLots: number): number {
  const impact = { ...NO_IMPACT, paidTickLots, asOf: at };
  const ladder = moved.ladder(SYMBOL, at, impact);
  const takers = noiseTakersOf(moved, SYMBOL, { at, tape, impact, ladder });
  const reaching = takers.filter(({ side, limitTicks }) => side === 'buy' && limitTicks >= priceTicks);
  return reaching.reduce((sum, { lots }) => sum + lots, 0);
}

describe('a resting order that takers of a moved tape filled', () => {
  const enough = 1e12;

  it('is as it should be where users had paid for the price', () => {
    expect(taken(price, enough)).toBeGreaterThan(1);
    expect(auditFills(market, [sold(price, taken(price, enough), enough)])).toEqual([]);
  });

  it('is a difference where it got more lots than had been paid for', () => {
    let paid = 1;
    while (taken(price, paid) === 0) paid *= 1.01;
    const lots = taken(price, paid);
    expect(lots).toBeLessThan(taken(price, enough));
    expect(auditFills(market, [sold(price, lots, paid)])).toEqual([]);
    expect(auditFills(market, [sold(price, lots + 1, paid)])).toMatchObject([
      { what: 'fill', realm: 'demo', position: 7, found: `${lots + 1} lots at ${price}` },
    ]);
  });

  it('is a difference where nobody had paid for what it got beyond the fundamental price', () => {
    expect(taken(price, 0)).toBe(0);
    expect(auditFills(market, [sold(price, 1, 0)])).toMatchObject([
      { what: 'fill', expected: 'nothing that reaches the order', found: `1 lots at ${price}` },
    ]);
  });
});
