import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BrokenDataError } from './catalogue.js';
import { NO_IMPACT } from './impact.js';
import { aggregateCandles } from './reference-tree.js';
import { parseReplayCsv, type ReplayRow } from './replay-csv.js';
import { ReplaySource } from './replay-source.js';
import { RoutedSource } from './routed-source.js';
import { testCatalogue, testModel } from './simulator.testkit.js';

const FILE = 'node_modules/vega-datasets/data/sp500-2000.csv';
const rows = parseReplayCsv(FILE, readFileSync(FILE, 'utf8'));
const spec = testCatalogue.specs.find(({ symbol }) => symbol === 'SPXUSDT')!;
const calendar = testCatalogue.calendars.find(({ id }) => id === 'nyse')!;
const source = new ReplaySource({ spec, calendar, rows });
const ticks = (price: number): number => Math.round(price / 0.01);
const dayMs = (row: ReplayRow): number => row.day * 86_400_000;

describe('a replay of the real S&P 500, 2000 to 2020', () => {
  it('shows every given day exactly as the file has it, to the tick', () => {
    const candles = source.candles('SPXUSDT', '1d', {
      fromMs: dayMs(rows[0]!),
      toMs: dayMs(rows.at(-1)!) + 86_400_000,
    });
    expect(candles.map(({ openAt }) => openAt)).toEqual(rows.map(dayMs));
    expect(candles.map((c) => [c.openTicks, c.highTicks, c.lowTicks, c.closeTicks])).toEqual(
      rows.map((row) => [row.open, row.high, row.low, row.close].map(ticks)),
    );
    expect(candles).toHaveLength(5105);
  });

  it('draws finer candles inside the given ones, which add up to them exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: rows.length - 1 }),
        fc.constantFrom('1m', '15m', '1h' as const),
        (i, fine) => {
          const range = { fromMs: dayMs(rows[i]!), toMs: dayMs(rows[i]!) + 86_400_000 };
          const daily = source.candles('SPXUSDT', '1d', range);
          expect(aggregateCandles('1d', source.candles('SPXUSDT', fine, range))).toEqual(daily);
        },
      ),
      { numRuns: 60 },
    );
    const minute = source.candles('SPXUSDT', '1m', { beforeMs: dayMs(rows[3000]!), limit: 1 })[0]!;
    const seconds = source.candles('SPXUSDT', '1s', { fromMs: minute.openAt, toMs: minute.openAt + 60_000 });
    expect(aggregateCandles('1m', seconds)).toEqual([minute]);
  });

  it('keeps New York hours and is shut where the file has no day', () => {
    const after911 = Date.UTC(2001, 8, 12, 15);
    expect(source.sessionState('SPXUSDT', after911).open).toBe(false);
    expect(source.sessionState('SPXUSDT', Date.UTC(2001, 8, 17, 13, 30)).open).toBe(true);
    const candles = source.candles('SPXUSDT', '1m', { fromMs: Date.UTC(2010, 5, 1), toMs: Date.UTC(2010, 5, 2) });
    expect(candles).toHaveLength(390);
    expect(candles[0]?.openAt).toBe(Date.UTC(2010, 5, 1, 13, 30));
  });

  it('has the same agents on top: a ladder around the price, and a tape that agrees with the seconds', () => {
    const at = Date.UTC(2008, 9, 10, 15);
    const price = source.priceTicksAt('SPXUSDT', at);
    const { bids, asks } = source.ladder('SPXUSDT', at, NO_IMPACT);
    expect(bids[0]![0]).toBeLessThanOrEqual(price);
    expect(asks[0]![0]).toBeGreaterThanOrEqual(price);
    expect(bids.length).toBeGreaterThanOrEqual(20);
    const volume = source.candles('SPXUSDT', '1m', { fromMs: at, toMs: at + 60_000 })[0]!.volumeLots;
    const lots = source.trades('SPXUSDT', at, at + 60_000).reduce((sum, trade) => sum + trade.lots, 0);
    expect(lots).toBe(volume);
  });

  it('can play an old series now, beside simulated instruments', () => {
    const shiftDays = 7 * 600;
    const replay = new ReplaySource({ spec, calendar, rows, shiftDays });
    const market = new RoutedSource(testModel(['BTCUSDT', 'SPXUSDT']), [{ symbols: ['SPXUSDT'], source: replay }]);
    const old = source.candles('SPXUSDT', '1d', { beforeMs: dayMs(rows[4000]!), limit: 20 });
    const now = market.candles('SPXUSDT', '1d', { beforeMs: dayMs(rows[4000]!) + shiftDays * 86_400_000, limit: 20 });
    expect(now.map((candle) => ({ ...candle, openAt: candle.openAt - shiftDays * 86_400_000 }))).toEqual(old);
    expect(market.symbols()).toEqual(['BTCUSDT', 'SPXUSDT']);
    const open = dayMs(rows[4000]!) + 15 * 3_600_000;
    const shifted = open + shiftDays * 86_400_000;
    expect(market.priceTicksAt('SPXUSDT', shifted)).toBe(source.priceTicksAt('SPXUSDT', open));
    expect(market.ladder('SPXUSDT', shifted, NO_IMPACT)).toEqual(source.ladder('SPXUSDT', open, NO_IMPACT));
  });
});

describe('the replay file', () => {
  const HEADER = 'date,open,high,low,close,adjclose,volume';
  const GOOD = '2020-01-02,10,12,9,11,11,1000';
  const problem = (text: string): unknown => {
    try {
      return parseReplayCsv('x.csv', text);
    } catch (error) {
      if (error instanceof BrokenDataError) return `${error.problem.line}:${error.problem.column}`;
      throw error;
    }
  };

  it('may be quoted, start with a byte-order mark, end lines in CRLF and name its columns in any order', () => {
    const text =
      '\uFEFF"Volume",date,note,low,HIGH,open,close\r\n"1000",2020-01-02,"a ""b"",\r\nc",9,12,10,"11"\r\n\r\n';
    const day = Date.UTC(2020, 0, 2) / 86_400_000;
    expect(parseReplayCsv('x.csv', text)).toEqual([{ day, open: 10, high: 12, low: 9, close: 11, volume: 1000 }]);
  });

  it('names line and column of what is broken, and is never read in part', () => {
    const cases: [string, string][] = [
      ['', '1:1'],
      [HEADER, '1:1'],
      ['date,open,high,low,close\n', '1:1'],
      [`${HEADER},open\n`, '1:8'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,12,9,11\n`, '3:5'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,x,9,11,11,1000`, '3:3'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,-12,9,11,11,1000`, '3:3'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,1e3,9,11,11,1000`, '3:3'],
      [`${HEADER}\n${GOOD}\n2020-01-03,0,12,9,11,11,1000`, '3:2'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,10.5,9,11,11,1000`, '3:3'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,12,10.5,11,11,1000`, '3:4'],
      [`${HEADER}\n${GOOD}\n2020-02-30,10,12,9,11,11,1000`, '3:1'],
      [`${HEADER}\n${GOOD}\n03/01/2020,10,12,9,11,11,1000`, '3:1'],
      [`${HEADER}\n${GOOD}\n${GOOD}`, '3:1'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,12,9,11,11,`, '3:7'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,"12,9,11,11,1000`, '3:3'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,1"2,9,11,11,1000`, '3:3'],
      [`${HEADER}\n${GOOD}\n2020-01-03,10,"12"x,9,11,11,1000`, '3:3'],
    ];
    expect(cases.map(([text]) => problem(text))).toEqual(cases.map(([, at]) => at));
  });

  it('refuses or reads any text, and never breaks otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        problem(`${HEADER}\n${GOOD}\n${text}`);
      }),
    );
  });
});
