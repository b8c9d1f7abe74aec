import { describe, expect, it } from '@jest/globals';
import type { Bar } from '../bars';
import { IndicatorRun, entryOf } from './catalogue';

/*
 * Where no published figures are at hand: the plain definition over the last candles, against the chart's values. Averages that
 * remember everything are compared once their beginning has faded.
 */
const bars: Bar[] = Array.from({ length: 900 }, (_, at) => {
  const price = (n: number) => 100 + 12 * Math.sin(n / 19) + 5 * Math.sin(n / 3.7) + 0.02 * n;
  const [open, close] = [price(at), price(at + 1)];
  return {
    at: at * 3_600_000,
    open,
    close,
    high: Math.max(open, close) + 1 + Math.sin(at * 1.3) * 0.6,
    low: Math.min(open, close) - 1 - Math.cos(at * 1.7) * 0.6,
    volume: 1000 + 300 * Math.sin(at / 5) + 50 * Math.cos(at * 2.1),
  };
});
const close = bars.map((bar) => bar.close);
const N = bars.length - 1;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;
const last = <T>(values: readonly T[], n: number, until = N): T[] => values.slice(until - n + 1, until + 1);
const high = (n: number, until = N): number => Math.max(...last(bars, n, until).map((bar) => bar.high));
const low = (n: number, until = N): number => Math.min(...last(bars, n, until).map((bar) => bar.low));
const smooth = (values: number[], weight: number): number[] => {
  let now = values[0]!;
  return values.map((value) => (now += (value - now) * weight));
};
const ema = (values: number[], n: number): number[] => smooth(values, 2 / (n + 1));
const wilder = (values: number[], n: number): number[] => smooth(values, 1 / n);
const trueRanges = bars.map((bar, at) =>
  at === 0 ? bar.high - bar.low : Math.max(bar.high, bars[at - 1]!.close) - Math.min(bar.low, bars[at - 1]!.close),
);
const end = (values: number[]): number => values.at(-1)!;
const minus = (a: number[], b: number[]): number[] => a.map((value, at) => value - b[at]!);
const deviation = (values: number[]): number => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const roc = (n: number, at: number): number => (100 * (close[at]! - close[at - n]!)) / close[at - n]!;

function drawn(id: string, params: number[]): readonly (number | null)[] {
  const run = new IndicatorRun(entryOf(id)!, params);
  run.load(bars);
  return run.values.at(-1)!;
}

function directions(n: number): [adx: number, plus: number, minus: number] {
  const up = bars.map((bar, at) => (at === 0 ? 0 : bar.high - bars[at - 1]!.high));
  const down = bars.map((bar, at) => (at === 0 ? 0 : bars[at - 1]!.low - bar.low));
  const ranges = wilder(trueRanges, n);
  const plus = wilder(
    up.map((move, at) => (move > down[at]! && move > 0 ? move : 0)),
    n,
  ).map((v, at) => (100 * v) / ranges[at]!);
  const less = wilder(
    down.map((move, at) => (move > up[at]! && move > 0 ? move : 0)),
    n,
  ).map((v, at) => (100 * v) / ranges[at]!);
  const dx = plus.map((value, at) => (100 * Math.abs(value - less[at]!)) / (value + less[at]! || 1));
  return [end(wilder(dx, n)), end(plus), end(less)];
}

function obviousSar(step: number, max: number): number {
  let [long, sar, extreme, pace] = [true, bars[0]!.low, bars[1]!.high, step];
  if (bars[1]!.high + bars[1]!.low < bars[0]!.high + bars[0]!.low)
    [long, sar, extreme] = [false, bars[0]!.high, bars[1]!.low];
  for (let at = 2; at <= N; at += 1) {
    const two = [bars[at - 1]!, bars[at - 2]!];
    const next = sar + pace * (extreme - sar);
    sar = long ? Math.min(next, ...two.map((b) => b.low)) : Math.max(next, ...two.map((b) => b.high));
    const now = bars[at]!;
    const turned = long ? now.low < sar : now.high > sar;
    if (turned) [long, sar, pace, extreme] = [!long, extreme, step, long ? now.low : now.high];
    else if (long && now.high > extreme) [extreme, pace] = [now.high, Math.min(max, pace + step)];
    else if (!long && now.low < extreme) [extreme, pace] = [now.low, Math.min(max, pace + step)];
  }
  return sar;
}

const fastSlow = minus(ema(close, 12), ema(close, 26));
const middles = bars.map((bar) => (bar.high + bar.low) / 2);
const awesome = (at: number): number => mean(last(middles, 5, at)) - mean(last(middles, 34, at));
const typical = bars.map((bar) => (bar.high + bar.low + bar.close) / 3);
const changes = close.map((value, at) => (at === 0 ? 0 : value - close[at - 1]!));
const today = bars.filter((bar) => Math.floor(bar.at / 86_400_000) === Math.floor(bars[N]!.at / 86_400_000));
const single = ema(
  bars.map((bar) => bar.high - bar.low),
  9,
);
const ratio = single.map((value, at) => value / ema(single, 9)[at]!);
const share = (bar: Bar): number => (2 * bar.close - bar.high - bar.low) / (bar.high - bar.low);

const rows: [id: string, params: number[], wanted: number[]][] = [
  ['macd', [12, 26, 9], [end(minus(fastSlow, ema(fastSlow, 9))), end(fastSlow), end(ema(fastSlow, 9))]],
  ['ema', [20], [end(ema(close, 20))]],
  ['dema', [9], [2 * end(ema(close, 9)) - end(ema(ema(close, 9), 9))]],
  ['dmi', [14], directions(14)],
  ['psar', [0.02, 0.2], [obviousSar(0.02, 0.2)]],
  ['donchian', [20], [(high(20) + low(20)) / 2, high(20), low(20)]],
  ['envelope', [20, 10], [mean(last(close, 20)), mean(last(close, 20)) * 1.1, mean(last(close, 20)) * 0.9]],
  ['keltner', [20, 10, 2], [0, 2, -2].map((times) => end(ema(close, 20)) + times * end(wilder(trueRanges, 10)))],
  [
    'ichimoku',
    [9, 26, 52, 26],
    [
      (high(9) + low(9)) / 2,
      (high(26) + low(26)) / 2,
      (high(9) + low(9) + high(26) + low(26)) / 4,
      (high(52) + low(52)) / 2,
      close[N]!,
    ],
  ],
  [
    'vwap',
    [],
    [sum(today.map((bar) => typical[bars.indexOf(bar)]! * bar.volume)) / sum(today.map((bar) => bar.volume))],
  ],
  [
    'historicalVolatility',
    [10, 365],
    [
      (() => {
        const returns = last(
          close.map((value, at) => Math.log(value / (close[at - 1] ?? value))),
          10,
        );
        return 100 * Math.sqrt((sum(returns.map((r) => (r - mean(returns)) ** 2)) / 9) * 365);
      })(),
    ],
  ],
  ['bandWidth', [20, 2], [(4 * deviation(last(close, 20))) / mean(last(close, 20))]],
  ['percentB', [20, 2], [(close[N]! - mean(last(close, 20))) / (4 * deviation(last(close, 20))) + 0.5]],
  ['awesome', [5, 34], [awesome(N)]],
  ['accelerator', [5, 34, 5], [awesome(N) - mean([0, 1, 2, 3, 4].map((back) => awesome(N - back)))]],
  [
    'vortex',
    [14],
    [
      (bar: Bar, before: Bar) => Math.abs(bar.high - before.low),
      (bar: Bar, before: Bar) => Math.abs(bar.low - before.high),
    ].map(
      (move) => sum(last(bars, 14).map((bar) => move(bar, bars[bars.indexOf(bar) - 1]!))) / sum(last(trueRanges, 14)),
    ),
  ],
  [
    'cmf',
    [20],
    [sum(last(bars, 20).map((bar) => share(bar) * bar.volume)) / sum(last(bars, 20).map((bar) => bar.volume))],
  ],
  ['forceIndex', [13], [end(ema(changes.map((change, at) => change * bars[at]!.volume).slice(1), 13))]],
  ['volumeRoc', [14], [(100 * (bars[N]!.volume - bars[N - 14]!.volume)) / bars[N - 14]!.volume]],
  ['elderRay', [13], [bars[N]!.high - end(ema(close, 13)), bars[N]!.low - end(ema(close, 13))]],
  ['tsi', [25, 13], [(100 * end(ema(ema(changes, 25), 13))) / end(ema(ema(changes.map(Math.abs), 25), 13))]],
  ['massIndex', [25], [sum(last(ratio, 25))]],
  [
    'coppock',
    [10, 14, 11],
    [sum([...Array(10).keys()].map((back) => (10 - back) * (roc(14, N - back) + roc(11, N - back)))) / 55],
  ],
  ['choppiness', [14], [(100 * Math.log10(sum(last(trueRanges, 14)) / (high(14) - low(14)))) / Math.log10(14)]],
  ['pvt', [], [sum(changes.map((change, at) => (at === 0 ? 0 : (bars[at]!.volume * change) / close[at - 1]!)))]],
  ['chandelier', [22, 3], [high(22) - 3 * end(wilder(trueRanges, 22)), low(22) + 3 * end(wilder(trueRanges, 22))]],
];

describe('an indicator is what its definition says', () => {
  it.each(rows)('%s %j', (id, params, wanted) => {
    const values = drawn(id, params);
    wanted.forEach((value, output) => {
      expect(Math.abs(values[output]! - value)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(value)));
    });
  });
});
