import {
  AC,
  AO,
  BOP,
  CCI,
  CMO,
  ElderRay,
  FisherTransform,
  MOM,
  PPO,
  ROC,
  RSI,
  RelativeVigorIndex,
  SMI,
  STC,
  StochasticOscillator,
  TSI,
  UltimateOscillator,
  WaveTrend,
  WilliamsR,
} from 'trading-signals';
import { stochasticRsi } from './stochastic-rsi';
import { linesOfBar, ofBar, ofClose } from './study';
import { length, line, type IndicatorEntry, type OutputSpec, type ParamSpec, type Study } from './types';

type Start = (params: readonly number[]) => Study;

const oscillator = (
  id: string,
  short: string,
  params: readonly ParamSpec[],
  levels: readonly number[],
  start: Start,
  outputs: readonly OutputSpec[] = [line(short, 0)],
): IndicatorEntry => ({ id, short, category: 'momentum', pane: 'own', params, levels, start, outputs });

const bars = (label: string, colour: number): readonly OutputSpec[] => [line(label, colour, { kind: 'histogram' })];

/** Speed and strength of the price, each in a pane of its own. */
export const MOMENTUM: readonly IndicatorEntry[] = [
  oscillator(
    'rsi',
    'RSI',
    [length(14)],
    [30, 70],
    ofClose(([n = 14]) => new RSI(n)),
    [line('RSI', 6)],
  ),
  oscillator(
    'stochastic',
    'Stoch',
    [length(14, 'k'), length(3, 'smoothing'), length(3, 'd')],
    [20, 80],
    linesOfBar(
      ([kPeriod = 14, kSlowingPeriod = 3, dPeriod = 3]) =>
        new StochasticOscillator({ kPeriod, kSlowingPeriod, dPeriod }),
      (now) => [now.stochK, now.stochD],
    ),
    [line('%K', 0), line('%D', 1)],
  ),
  {
    id: 'stochasticRsi',
    short: 'StochRSI',
    category: 'momentum',
    pane: 'own',
    params: [length(14), length(14, 'stochastic'), length(3, 'k'), length(3, 'd')],
    levels: [20, 80],
    outputs: [line('K', 0), line('D', 1)],
    compute: stochasticRsi,
  },
  oscillator(
    'cci',
    'CCI',
    [length(20)],
    [-100, 100],
    ofBar(([n = 20]) => new CCI(n)),
    [line('CCI', 4)],
  ),
  oscillator(
    'williamsR',
    '%R',
    [length(14)],
    [-80, -20],
    ofBar(([n = 14]) => new WilliamsR(n)),
    [line('%R', 6)],
  ),
  oscillator('roc', 'ROC', [length(9)], [0], (params) => {
    const rate = new ROC(params[0] ?? 9);
    return {
      // The library gives a share; the field reads per cent.
      update(bar, replace) {
        const now = rate.update(bar.close, replace);
        return now === null ? [] : [now * 100];
      },
    };
  }),
  oscillator(
    'momentum',
    'MOM',
    [length(10)],
    [0],
    ofClose(([n = 10]) => new MOM(n)),
    [line('MOM', 2)],
  ),
  oscillator(
    'awesome',
    'AO',
    [length(5, 'fast'), length(34, 'slow')],
    [0],
    ofBar(([fast = 5, slow = 34]) => new AO(fast, slow)),
    bars('AO', 4),
  ),
  oscillator(
    'accelerator',
    'AC',
    [length(5, 'fast'), length(34, 'slow'), length(5, 'signal')],
    [0],
    ofBar(([fast = 5, slow = 34, signal = 5]) => new AC(fast, slow, signal)),
    bars('AC', 5),
  ),
  oscillator(
    'tsi',
    'TSI',
    [length(25, 'slow'), length(13, 'fast')],
    [0],
    ofClose(([longPeriod = 25, shortPeriod = 13]) => new TSI({ longPeriod, shortPeriod })),
  ),
  oscillator(
    'ultimate',
    'UO',
    [length(7, 'fast'), length(14, 'medium'), length(28, 'slow')],
    [30, 70],
    ofBar(
      ([shortPeriod = 7, mediumPeriod = 14, longPeriod = 28]) =>
        new UltimateOscillator({ shortPeriod, mediumPeriod, longPeriod }),
    ),
    [line('UO', 3)],
  ),
  oscillator(
    'cmo',
    'CMO',
    [length(9)],
    [-50, 50],
    ofClose(([n = 9]) => new CMO(n)),
  ),
  oscillator(
    'ppo',
    'PPO',
    [length(12, 'fast'), length(26, 'slow')],
    [0],
    ofClose(([fastPeriod = 12, slowPeriod = 26]) => new PPO({ fastPeriod, slowPeriod })),
    [line('PPO', 1)],
  ),
  oscillator(
    'fisher',
    'Fisher',
    [length(9)],
    [-1.5, 1.5],
    ofBar(([n = 9]) => new FisherTransform(n)),
  ),
  oscillator(
    'balanceOfPower',
    'BOP',
    [],
    [0],
    ofBar(() => new BOP()),
    [line('BOP', 3)],
  ),
  oscillator(
    'vigor',
    'RVGI',
    [length(10)],
    [0],
    linesOfBar(
      ([n = 10]) => new RelativeVigorIndex(n),
      (now) => [now.rvgi, now.signal],
    ),
    [line('RVGI', 4), line('Signal', 3)],
  ),
  oscillator(
    'elderRay',
    'Elder',
    [length(13)],
    [0],
    linesOfBar(
      ([n = 13]) => new ElderRay(n),
      (now) => [now.bullPower, now.bearPower],
    ),
    [line('Bull', 4), line('Bear', 3)],
  ),
  oscillator(
    'smi',
    'SMI',
    [length(10), length(3, 'fast'), length(3, 'slow')],
    [-40, 40],
    ofBar(([interval = 10, smooth1 = 3, smooth2 = 3]) => new SMI({ interval, smooth1, smooth2 })),
  ),
  oscillator(
    'schaff',
    'STC',
    [length(10), length(23, 'fast'), length(50, 'slow')],
    [25, 75],
    ofClose(
      ([cycleInterval = 10, fastInterval = 23, slowInterval = 50]) =>
        new STC({ cycleInterval, fastInterval, slowInterval }),
    ),
    [line('STC', 5)],
  ),
  oscillator(
    'waveTrend',
    'WT',
    [length(10, 'channel'), length(21, 'average'), length(4, 'smoothing')],
    [-60, 60],
    linesOfBar(
      ([channelInterval = 10, averageInterval = 21, smoothingInterval = 4]) =>
        new WaveTrend({ channelInterval, averageInterval, smoothingInterval }),
      (now) => [now.wt1, now.wt2],
    ),
    [line('WT1', 4), line('WT2', 3)],
  ),
];
