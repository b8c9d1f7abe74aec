import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WatchedCandle, WatchedSpan } from '../../core/ports/watched-prices.js';
import { dayBeforeTicks, SymbolWatch, type Hit, type ReadCandles, type WatchedAlert } from './alert.watch.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const LENGTH_MS = { '1h': 3_600_000, '1m': 60_000, '1s': SECOND_MS };
/** A full hour. */
const START = Date.UTC(2026, 10, 24, 12);

/** A price that is the same all day before, then one price a second; `null` while the market is shut. */
function market(prices: readonly (number | null)[], before: number | null = 1_000) {
  const read: WatchedSpan[] = [];
  const at = (instant: number): number | null =>
    instant < START ? before : (prices[Math.floor((instant - START) / SECOND_MS)] ?? null);
  const candles: ReadCandles = (span) => {
    read.push(span);
    const made: WatchedCandle[] = [];
    for (let openAt = span.fromMs; openAt < span.toMs; openAt += LENGTH_MS[span.period]) {
      const step = openAt < START ? LENGTH_MS[span.period] : SECOND_MS;
      const traded: number[] = [];
      for (let second = openAt; second < openAt + LENGTH_MS[span.period]; second += step) {
        const price = at(second);
        if (price !== null) traded.push(price);
      }
      const [openTicks] = traded;
      if (openTicks === undefined) continue;
      made.push({ openAt, openTicks, highTicks: Math.max(...traded), lowTicks: Math.min(...traded) });
    }
    return made;
  };
  return { candles, read };
}

function alert(given: Partial<WatchedAlert>): WatchedAlert {
  const terms = { kind: 'rises', level: 1_100, since: START, endsAt: START + DAY_MS, armed: true, side: 'up' } as const;
  return { alertId: 'alert-1', userId: 'real-1', round: 1, ...terms, ...given };
}

function watching(...alerts: readonly WatchedAlert[]): SymbolWatch {
  const watch = new SymbolWatch();
  for (const each of alerts) watch.add(each, START);
  return watch;
}

/** Looks up to a second after the start. */
function lookTo(watch: SymbolWatch, candles: ReadCandles, seconds: number): string[] {
  const hits: Hit[] = [];
  const to = START + seconds * SECOND_MS;
  while (watch.lookedTo < to) hits.push(...watch.look(candles, to));
  return hits.map(({ alert: { alertId }, direction, ticks, at }) => {
    return `${alertId} ${direction} ${ticks} at ${(at - START) / SECOND_MS}`;
  });
}

const flat = (seconds: number, price = 1_000): number[] => Array.from({ length: seconds }, () => price);

describe('watching a price', () => {
  it('tells a level with the second in which it was reached', () => {
    const { candles } = market([...flat(70), 1_099, 1_100, 1_101, ...flat(200)]);
    expect(lookTo(watching(alert({})), candles, 200)).toEqual(['alert-1 up 1100 at 71']);
  });

  it('tells the price that it opened at, where the market jumped over the level', () => {
    const { candles } = market([...flat(30), null, null, 1_250, ...flat(60)]);
    expect(lookTo(watching(alert({})), candles, 60)).toEqual(['alert-1 up 1250 at 32']);
  });

  it('tells a spike of a standstill with its time, and reads few candles for it', () => {
    const night = [...flat(5 * 3_600 + 600), 1_200, ...flat(3_000)];
    const { candles, read } = market(night);
    expect(lookTo(watching(alert({})), candles, 6 * 3_600)).toEqual(['alert-1 up 1200 at 18600']);
    expect(read.map(({ period }) => period)).toEqual(['1h', '1m', '1s']);
  });

  it('tells a fall, and a crossing from the side on which the price was', () => {
    const { candles } = market([...flat(10), 900, ...flat(10), 1_100, ...flat(60)]);
    const falls = alert({ alertId: 'falls', kind: 'falls', level: 900 });
    const up = alert({ alertId: 'up', kind: 'crosses', level: 1_050, side: 'up' });
    const down = alert({ alertId: 'down', kind: 'crosses', level: 950, side: 'down' });
    expect(lookTo(watching(falls, up, down), candles, 60)).toEqual([
      'down down 900 at 10',
      'falls down 900 at 10',
      'up up 1100 at 21',
    ]);
  });

  it('tells nothing of before an alert was set, nor of its end and after', () => {
    const { candles } = market([1_100, ...flat(30), 1_100, ...flat(60)]);
    const ends = alert({ alertId: 'ends', endsAt: START + 31 * SECOND_MS });
    const watch = watching(alert({ since: START + 500 }), ends);
    watch.drop('ends');
    watch.add({ ...ends, since: START + 500 }, 0);
    expect(lookTo(watch, candles, 60)).toEqual(['alert-1 up 1100 at 31']);
    expect(watch.over().map(({ alertId }) => alertId)).toEqual(['ends']);
  });

  it('waits after a notification until the price has left the level', () => {
    const { candles } = market([...flat(10, 1_200), ...flat(10), ...flat(10, 1_200)]);
    const again = alert({ armed: false });
    expect(lookTo(watching(again), candles, 30)).toEqual(['alert-1 up 1200 at 20']);
    expect(lookTo(watching({ ...again, kind: 'crosses' }), candles, 30)).toEqual(['alert-1 down 1000 at 10']);
    expect(lookTo(watching({ ...again, kind: 'falls', level: 1_000 }), candles, 30)).toEqual([
      'alert-1 down 1000 at 10',
    ]);
  });

  it('tells a move in 24 hours by the price that tickers count from, up and down', () => {
    const { candles } = market([...flat(90), 1_049, 1_060, ...flat(100), 940, ...flat(100)]);
    const up = alert({ alertId: 'up', kind: 'moves', level: 500 });
    const down = alert({ alertId: 'down', kind: 'moves', level: 600, since: START + 95 * SECOND_MS });
    expect(lookTo(watching(up, down), candles, 250)).toEqual(['up up 1060 at 91', 'down down 940 at 192']);
    expect(lookTo(watching({ ...up, level: 601 }), candles, 250)).toEqual([]);
  });

  it('has no move to tell where the market was shut all day', () => {
    const { candles } = market([...flat(60), 2_000, ...flat(60)], null);
    // After a minute the market's own opening is what it is compared with.
    expect(dayBeforeTicks(candles, START)).toBeUndefined();
    expect(dayBeforeTicks(candles, START + 60_000)).toBe(1_000);
    const moves = alert({ kind: 'moves', level: 500 });
    expect(lookTo(watching(moves), candles, 60)).toEqual([]);
    expect(lookTo(watching(moves), candles, 120)).toEqual(['alert-1 up 2000 at 60']);
  });

  it('sees by the price of an instant when candles are needed, and looks at a spike once its second is over', () => {
    const { candles, read } = market([...flat(5), 1_100, ...flat(60)]);
    const watch = watching(alert({}));
    lookTo(watch, candles, 5);
    read.length = 0;
    expect(watch.mayReach(1_099, START + 5_200, candles)).toBe(false);
    expect(watch.mayReach(1_100, START + 5_400, candles)).toBe(true);
    expect(lookTo(watch, candles, 5)).toEqual([]);
    expect(watch.mayReach(1_000, START + 6_400, candles)).toBe(true);
    expect(lookTo(watch, candles, 6)).toEqual(['alert-1 up 1100 at 5']);
    expect(watch.mayReach(1_000, START + 7_400, candles)).toBe(false);
    expect(read).toHaveLength(1);
  });

  it('finds again what could not be said, and looks back for an alert that begins earlier', () => {
    const { candles } = market([...flat(10), 1_100, ...flat(60)]);
    const watch = watching(alert({}));
    const [hit] = watch.look(candles, START + 30_000);
    watch.again(hit as Hit);
    expect(lookTo(watch, candles, 30)).toEqual(['alert-1 up 1100 at 10']);
    watch.add(alert({ alertId: 'alert-2', level: 1_050 }), 0);
    expect(lookTo(watch, candles, 30)).toEqual(['alert-2 up 1100 at 10']);
  });

  it('finds the same whether it looks every second or at hours together: 60 random markets', () => {
    const kinds = ['rises', 'falls', 'crosses', 'moves'] as const;
    const terms = fc.record({
      kind: fc.constantFrom(...kinds),
      away: fc.integer({ min: 2, max: 40 }),
      since: fc.nat(3_000),
      armed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(terms, { minLength: 1, maxLength: 12 }), fc.integer(), (all, seed) => {
        const prices = randomWalk(2 * 3_600 + 130, seed);
        const { candles } = market(prices);
        const alerts = all.map(({ kind, away, since, armed }, index) => {
          const level = kind === 'moves' ? away * 10 : kind === 'falls' ? 1_000 - away : 1_000 + away;
          return alert({ alertId: `a${index}`, kind, level, armed, since: START + since * SECOND_MS });
        });
        const [often, seldom] = [watching(...alerts), watching(...alerts)];
        const one = prices.flatMap((_, second) => lookTo(often, candles, second + 1));
        expect(lookTo(seldom, candles, prices.length).sort()).toEqual(one.sort());
      }),
      { numRuns: 60 },
    );
  });
});

function randomWalk(seconds: number, seed: number): number[] {
  let [state, price] = [seed >>> 0, 1_000];
  return Array.from({ length: seconds }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (price += Math.floor(state / 2 ** 30) - (state % 2 === 0 ? 1 : 2));
  });
}
