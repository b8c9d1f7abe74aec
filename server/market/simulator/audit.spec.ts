import { describe, expect, it } from '@jest/globals';
import { auditPrices, type AuditFill, type AuditInput, type AuditSample, type PublishedEpoch } from './audit.js';
import { commitmentOf, DEFAULT_EPOCH_MS, effectiveSeed, epochOf, SeedChain } from './epochs.js';
import { impactAfter, NO_IMPACT } from './impact.js';
import { TEST_LAUNCH_AT, testBeacon, testCatalogue, testChain, testModel } from './simulator.testkit.js';

const SYMBOLS = ['BTCUSDT', 'SPXUSDT'];
const specs = testCatalogue.specs.filter(({ symbol }) => SYMBOLS.includes(symbol));
const first = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);
const epochs: PublishedEpoch[] = [0, 1, 2].map((n) => {
  const seed = testChain.seedOf(first + n);
  return { epoch: first + n, seed, beacon: testBeacon(first + n), commitment: commitmentOf(seed) };
});
const model = testModel(SYMBOLS);
const at = TEST_LAUNCH_AT + 5 * 3_600_000 + 1_250;

const input: AuditInput = {
  ...{ specs, calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, epochs },
  anchor: { epoch: first, hash: testChain.anchor },
};
const price: AuditSample = { kind: 'price', symbol: 'BTCUSDT', at, priceTicks: model.priceTicksAt('BTCUSDT', at) };
const candle: AuditSample = {
  ...{ kind: 'candle', symbol: 'SPXUSDT', period: '1h', toMs: at },
  candle: model.candles('SPXUSDT', '1h', { beforeMs: at, limit: 1 })[0]!,
};

function takerFill(): AuditFill {
  const { asks } = model.ladder('BTCUSDT', at, NO_IMPACT);
  const levels = asks.slice(0, 3).map(([ticks, lots], i): [number, number] => [ticks, i === 2 ? 1 : lots]);
  const scale = model.impactScale('BTCUSDT', at);
  const bought = { side: 'buy', role: 'taker' } as const;
  const after = levels.reduce(
    (state, [priceTicks, lots]) => impactAfter(state, { ...bought, priceTicks, lots }, at, scale),
    NO_IMPACT,
  );
  return { symbol: 'BTCUSDT', at, impact: NO_IMPACT, ...bought, levels, impactAfter: after };
}

describe('the audit of prices', () => {
  it('says equal when seeds, prices, candles and fills are what was promised and recorded', () => {
    const answer = auditPrices({ ...input, samples: [price, candle], fills: [takerFill()] });
    expect(answer).toEqual({ equal: true, checked: { epochs: 3, samples: 2, fills: 1 } });
  });

  it('finds a seed that was not the committed one, or not a link of the chain', () => {
    const other = 'ab'.repeat(32);
    const swapped = epochs.map((epoch, i) => (i === 1 ? { ...epoch, seed: other } : epoch));
    expect(auditPrices({ ...input, epochs: swapped })).toMatchObject({
      difference: { what: 'commitment', epoch: first + 1, found: epochs[1]!.commitment },
    });
    const consistent = swapped.map((epoch) => ({ ...epoch, commitment: commitmentOf(epoch.seed) }));
    expect(auditPrices({ ...input, epochs: consistent })).toMatchObject({
      difference: { what: 'chain', epoch: first },
    });
    const anchor = { epoch: first, hash: other };
    expect(auditPrices({ ...input, anchor })).toMatchObject({ difference: { what: 'anchor', found: other } });
  });

  it('names symbol, time, expected and found of the first price that differs', () => {
    const wrong: AuditSample = { ...price, priceTicks: price.priceTicks + 1 };
    expect(auditPrices({ ...input, samples: [candle, wrong, wrong] })).toEqual({
      equal: false,
      difference: {
        ...{ what: 'price', epoch: first + 1, symbol: 'BTCUSDT', at },
        ...{ expected: String(price.priceTicks), found: String(price.priceTicks + 1) },
      },
    });
    const higher: AuditSample = { ...candle, candle: { ...candle.candle, highTicks: candle.candle.highTicks + 1 } };
    expect(auditPrices({ ...input, samples: [higher] })).toMatchObject({
      difference: { what: 'candle', symbol: 'SPXUSDT' },
    });
  });

  it('finds a fill at a price or size that agents did not quote, out of turn, or with another impact', () => {
    const fill = takerFill();
    const [best, second] = fill.levels as [[number, number], [number, number]];
    const broken: [Partial<AuditFill>, string][] = [
      [{ levels: [[best[0] + 1, 1]] }, 'ladder'],
      [{ levels: [[best[0], best[1] + 1]] }, 'ladder'],
      [{ levels: [second] }, 'ladder'],
      [{ side: 'sell' }, 'ladder'],
      [{ at: at + 60_000 }, 'ladder'],
      [{ impactAfter: NO_IMPACT }, 'impact'],
    ];
    for (const [change, what] of broken) {
      expect(auditPrices({ ...input, fills: [{ ...fill, ...change }] })).toMatchObject({ difference: { what } });
    }
  });

  it('accepts a resting order that the market reached, and finds one that nothing reached', () => {
    const bid = model.ladder('BTCUSDT', at, NO_IMPACT).bids[0]!;
    const maker = { symbol: 'BTCUSDT', at, impact: NO_IMPACT, side: 'buy', role: 'maker' } as const;
    const reached: AuditFill = { ...maker, levels: [[model.ladder('BTCUSDT', at, NO_IMPACT).asks[0]![0], 5]] };
    expect(auditPrices({ ...input, fills: [reached] })).toMatchObject({ equal: true });
    const deep: AuditFill = { ...maker, levels: [[Math.round(bid[0] * 0.9), 5]] };
    expect(auditPrices({ ...input, fills: [deep] })).toMatchObject({ difference: { what: 'ladder' } });
  });

  it('cannot vouch for an epoch whose seed is not revealed', () => {
    const late: AuditSample = { ...price, at: TEST_LAUNCH_AT + 3 * DEFAULT_EPOCH_MS };
    expect(auditPrices({ ...input, samples: [late] })).toMatchObject({
      difference: { what: 'seed', epoch: first + 3 },
    });
  });
});

describe('the seed chain', () => {
  it('goes backwards only: every seed follows from a later one', () => {
    const chain = new SeedChain('01'.repeat(32), 100, 300);
    const forward = new SeedChain(chain.seedOf(250), 100, 151);
    for (const epoch of [100, 163, 164, 250]) expect(forward.seedOf(epoch)).toBe(chain.seedOf(epoch));
    expect(forward.anchor).toBe(chain.anchor);
    expect(chain.seedOf(399)).toBe('01'.repeat(32));
    expect(() => chain.seedOf(400)).toThrow('outside');
    expect(() => chain.seedOf(99)).toThrow('outside');
  });

  it('mixes in a beacon, so that the operator’s seed alone does not fix the prices', () => {
    const seed = 'cd'.repeat(32);
    expect(effectiveSeed(seed, '00'.repeat(32))).not.toBe(effectiveSeed(seed, '01'.repeat(32)));
  });
});
