import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { barOf, heikinAshiRun, indexAt, instantAt, type Bar } from './bars';
import { countdownText } from './countdown';
import { depthOf, rowAt } from './depth';
import { fillMarks } from './fills';
import { offsetMs, zonedAxis } from './zone-axis';

const bar = (at: number, open: number, high: number, low: number, close: number): Bar => ({
  at,
  open,
  high,
  low,
  close,
  volume: 1,
});

describe('bars', () => {
  it('are candles as numbers', () => {
    expect(barOf([5, '1.5', '2', '1', '1.25', '7'])).toEqual({
      at: 5,
      open: 1.5,
      high: 2,
      low: 1,
      close: 1.25,
      volume: 7,
    });
  });

  it('make Heikin-Ashi candles: close is the mean, open the middle of the one before', () => {
    const [first, second] = heikinAshiRun([bar(0, 10, 14, 8, 12), bar(1, 12, 16, 11, 15)]);
    expect(first).toMatchObject({ open: 11, close: 11, high: 14, low: 8 });
    expect(second).toMatchObject({ open: 11, close: 13.5, high: 16, low: 11 });
  });

  it('have a place for every instant and an instant for every place', () => {
    const bars = [0, 10, 20, 50, 60].map((at) => ({ at }));
    expect(indexAt(bars, 20, 10)).toBe(2);
    expect(indexAt(bars, 35, 10)).toBe(2.5);
    expect(indexAt(bars, 80, 10)).toBe(6);
    expect(indexAt(bars, -10, 10)).toBe(-1);
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 900 }), (at) => {
        expect(instantAt(bars, indexAt(bars, at, 10), 10)).toBe(at);
      }),
    );
  });
});

describe('the countdown', () => {
  it('reads as a clock, and in days beyond one', () => {
    expect(countdownText(247_000)).toBe('04:07');
    expect(countdownText(3_753_000)).toBe('1:02:33');
    expect(countdownText(3 * 86_400_000 + 4 * 3_600_000)).toBe('3d 4h');
    expect(countdownText(-5)).toBe('00:00');
  });
});

describe('own fills', () => {
  const fill = (at: number, side: 'buy' | 'sell', quantity: string, price = '10') => ({ at, side, quantity, price });

  it('of one candle and side are one mark, at their average price', () => {
    const marks = fillMarks(
      [fill(105, 'buy', '0.1', '10'), fill(130, 'buy', '0.3', '14'), fill(131, 'sell', '1')],
      [100, 200],
    );
    expect(marks).toEqual([
      { at: 100, side: 'buy', quantity: '0.4', price: 13 },
      { at: 100, side: 'sell', quantity: '1', price: 10 },
    ]);
  });

  it('from before the first candle are not marked', () => {
    expect(fillMarks([fill(99, 'buy', '1')], [100, 200])).toEqual([]);
    expect(fillMarks([fill(99, 'buy', '1')], [])).toEqual([]);
  });
});

describe('the clock of a zone', () => {
  it('is ahead of UTC by its offset, in summer and in winter', () => {
    const [winter, summer] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
    expect(offsetMs('UTC', winter)).toBe(0);
    expect(offsetMs('Europe/Berlin', winter)).toBe(3_600_000);
    expect(offsetMs('Europe/Berlin', summer)).toBe(7_200_000);
    expect(offsetMs('Asia/Hong_Kong', summer)).toBe(28_800_000);
    expect(offsetMs('America/New_York', winter)).toBe(-18_000_000);
  });
});

describe('the time axis', () => {
  it.each([
    ['UTC', 0],
    ['Asia/Hong_Kong', 16],
    ['America/New_York', 5],
  ])('begins the days of %s at %d:00 UTC', (zone, hourUtc) => {
    const axis = zonedAxis(() => zone);
    const hours = Array.from({ length: 48 }, (_, hour) => Date.UTC(2026, 0, 14, hour) / 1000);
    const points = hours.map((originalTime) => ({
      originalTime,
      time: axis.convertHorzItemToInternal(originalTime as never),
      timeWeight: 0,
    }));
    axis.fillWeightsForPoints(points as never, 0);
    const heaviest = points.slice(1).reduce((best, each) => (each.timeWeight > best.timeWeight ? each : best));
    expect(new Date(heaviest.originalTime * 1000).getUTCHours()).toBe(hourUtc);
  });
});

describe('the depth', () => {
  const row = (price: string, sum: string) => ({ price, quantity: '1', sum }) as never;
  const bids = [row('99', '1'), row('98', '3'), row('90', '9')];
  const asks = [row('101', '2'), row('103', '5')];

  it('shows both sides as far as the nearer one reaches', () => {
    const depth = depthOf(bids, asks)!;
    expect([depth.low, depth.high, depth.most]).toEqual([97, 103, 5]);
    expect(depth.bids).toHaveLength(2);
  });

  it('says what rests up to a price', () => {
    const depth = depthOf(bids, asks)!;
    expect(rowAt(depth, 98.5)).toBe(bids[0]);
    expect(rowAt(depth, 97.5)).toBe(bids[1]);
    expect(rowAt(depth, 102)).toBe(asks[0]);
    expect(rowAt(depth, 103)).toBe(asks[1]);
  });

  it('is nothing while a side is empty', () => {
    expect(depthOf([], asks)).toBeNull();
    expect(depthOf(bids, [])).toBeNull();
  });
});
