import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { amount, ONE } from '../../shared/money.js';
import { RowBatch } from '../../server/engine/projections/row-batch.js';
import type { SinceThen } from '../../server/market/runtime/effective-actions.js';
import { BookTraces } from '../../server/trading/runtime/book-traces.js';
import type { OrderMatched } from '../../server/trading/venue/book.facts.js';
import { addBeatImpact, addBeatTrade } from '../../server/trading/venue/trace.tables.js';
import { openStore } from './projection-support.js';

const SYMBOL = 'BTCUSDT-PERP';
const START = Date.UTC(2026, 10, 20, 7, 13, 9, 250);
const [MINUTE_MS, ALWAYS] = [60_000, { from: 0, to: Number.MAX_SAFE_INTEGER, price: ONE, shares: ONE }];
/** Beats that find a push of the millisecond before, every twenty seconds, and between two of them a trade of two users. */
const PUSHES = Array.from({ length: 30 }, (_, n) => ({ at: START + n * 20_000, displacement: n + 0.25, basis: -n }));

let opened: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  opened = await openStore();
  const rows = new RowBatch();
  const trade = (at: number, priceTicks: number): void =>
    addBeatTrade(rows, { realm: 'demo', at }, {
      symbol: SYMBOL,
      price: `${priceTicks / 10}`,
      priceTicks,
    } as unknown as OrderMatched);
  for (const { at, displacement, basis } of PUSHES) {
    const impact = { displacementTicks: displacement, basisTicks: basis, asOf: at - 3 };
    trade(at - 1, 4_000 + displacement * 4);
    addBeatImpact(rows, { realm: 'demo', actor: 'user:u-1', at: at - 1 }, SYMBOL, impact);
    trade(at + 10_001, 3_000);
  }
  await rows.write(opened.pool, 'blue');
});
afterAll(() => opened.close());

const waited: unknown[][] = [];
function traces(since: readonly SinceThen[], { tickSize = '0.1', partImpacts = 1_000 } = {}): BookTraces {
  const market = { sinceThen: () => since, spec: () => ({ tickSize }) } as never;
  const projections = { waitFor: (...asked: unknown[]) => Promise.resolve(waited.push(asked) > 0) };
  return new BookTraces({ pool: opened.pool, projections, market, kinds: [], partImpacts });
}

async function read(of: BookTraces, fromMs: number, toMs: number) {
  const found = await of.within('demo', { symbol: SYMBOL, period: '1m', fromMs, toMs });
  return found && { fromMs: found.fromMs, ...(JSON.parse(found.text) as Record<'impacts' | 'trades', number[][]>) };
}

describe('what users left in a book', () => {
  it('comes with how it stood before the span', async () => {
    const [fromMs, toMs] = [START + 45_000, START + 100_000];
    const found = await read(traces([ALWAYS]), fromMs, toMs);
    const within = PUSHES.filter(({ at }) => at >= START + 40_000 && at <= toMs);
    expect(found?.impacts).toEqual(within.map(({ at, displacement, basis }) => [at, at - 3, displacement, basis]));
    expect(found?.trades.slice(0, 2)).toEqual([
      [START + 40_000, START + 39_999, 4_009],
      [START + 50_250, START + 50_001, 3_000],
    ]);
    expect(waited).toEqual([]);
    const touched = traces([ALWAYS]);
    touched.touch('demo', SYMBOL, 77);
    await read(touched, fromMs, toMs);
    expect(waited).toEqual([['book-traces', 'demo', 77]]);
  });

  it('is in ticks of now where a dividend or another tick came between', async () => {
    const since = [
      { ...ALWAYS, to: START + 30_000, price: amount('0.5') },
      { ...ALWAYS, from: START + 30_000 },
    ];
    const found = await read(traces(since, { tickSize: '0.05' }), START, START + 50_000);
    // Half the price at a tick of half the size; then the same price at such a tick.
    expect(found?.impacts.map(([, , displacement, basis]) => [displacement, basis])).toEqual([
      [0.25, 0],
      [1.25, -1],
      [4.5, -4],
    ]);
    expect(found?.trades.map(([, , ticks]) => ticks)).toEqual([4_001, 3_000, 4_005, 6_000, 8_018]);
  });

  it('is cut to whole candles where a part would be too long, and is never less than the newest', async () => {
    const toMs = START + 9 * MINUTE_MS;
    const cut = await read(traces([ALWAYS], { partImpacts: 5 }), START, toMs);
    expect([cut?.fromMs, cut?.impacts.length]).toEqual([Date.UTC(2026, 10, 20, 7, 21), 5]);
    const least = await read(traces([ALWAYS], { partImpacts: 0 }), START, toMs);
    expect(least?.fromMs).toBe(Date.UTC(2026, 10, 20, 7, 22));
  });

  it('is nothing in the other realm', async () => {
    const asked = { symbol: SYMBOL, period: '1m', fromMs: START, toMs: START + MINUTE_MS } as const;
    expect(await traces([ALWAYS]).within('real', asked)).toBeUndefined();
  });
});
