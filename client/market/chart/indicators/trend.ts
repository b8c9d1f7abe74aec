import {
  Alligator,
  Aroon,
  CHOP,
  ChandeKrollStop,
  ChandelierExit,
  CoppockCurve,
  DPO,
  EMA,
  GannHiLo,
  IchimokuCloud,
  KST,
  MACD,
  MassIndex,
  SuperTrend,
  TRIX,
  VolatilityStop,
  VortexIndicator,
} from 'trading-signals';
import { dmi, psar } from './own';
import { linesOfBar, linesOfClose, ofBar, ofClose } from './study';
import { factor, length, line, type IndicatorEntry } from './types';

const over = { category: 'trend', pane: 'price' } as const;
const own = { category: 'trend', pane: 'own' } as const;
const ahead = (params: readonly number[]): number => params[3] ?? 26;

/** Trends drawn over the price. */
const OVERLAYS: readonly IndicatorEntry[] = [
  {
    ...over,
    id: 'ichimoku',
    short: 'Ichimoku',
    params: [length(9, 'conversion'), length(26, 'base'), length(52, 'spanB'), length(26, 'displacement', 0, 200)],
    outputs: [
      line('Tenkan', 0),
      line('Kijun', 3),
      line('Senkou A', 4, { shift: ahead }),
      line('Senkou B', 1, { shift: ahead }),
      line('Chikou', 2, { shift: (params) => -ahead(params) }),
    ],
    fill: [2, 3],
    start: (params) => {
      const [conversionInterval = 9, baseInterval = 26, spanBInterval = 52] = params;
      const cloud = new IchimokuCloud({ conversionInterval, baseInterval, spanBInterval });
      return {
        update(bar, replace) {
          const now = cloud.update(bar, replace);
          if (now === null) return [null, null, null, null, bar.close];
          return [now.conversion, now.base, now.spanA, now.spanB, bar.close];
        },
      };
    },
  },
  {
    ...over,
    id: 'psar',
    short: 'SAR',
    params: [factor(0.02, 'step', 0.001, 0.5, 0.001), factor(0.2, 'max', 0.01, 2, 0.01)],
    outputs: [line('SAR', 0, { kind: 'dots' })],
    compute: psar,
  },
  {
    ...over,
    id: 'supertrend',
    short: 'Supertrend',
    params: [length(10), factor(3)],
    outputs: [line('Up', 4), line('Down', 3)],
    start: linesOfBar(
      ([interval = 10, multiplier = 3]) => new SuperTrend({ interval, multiplier }),
      (now) => (now.trend === 'BULLISH' ? [now.supertrend, NaN] : [NaN, now.supertrend]),
    ),
  },
  {
    ...over,
    id: 'alligator',
    short: 'Alligator',
    params: [length(13, 'jaw'), length(8, 'teeth'), length(5, 'lips')],
    outputs: [line('Jaw', 0), line('Teeth', 3), line('Lips', 4)],
    start: linesOfBar(
      ([jawInterval = 13, teethInterval = 8, lipsInterval = 5]) =>
        new Alligator({ jawInterval, teethInterval, lipsInterval }),
      (now) => [now.jaw, now.teeth, now.lips],
    ),
  },
  {
    ...over,
    id: 'chandelier',
    short: 'CE',
    params: [length(22), factor(3)],
    outputs: [line('Long', 4), line('Short', 3)],
    start: linesOfBar(
      ([interval = 22, multiplier = 3]) => new ChandelierExit({ interval, multiplier }),
      (now) => [now.long, now.short],
    ),
  },
  {
    ...over,
    id: 'chandeKroll',
    short: 'CKS',
    params: [length(10), factor(1), length(9, 'stop')],
    outputs: [line('Long', 4), line('Short', 3)],
    start: linesOfBar(
      ([interval = 10, multiplier = 1, stopInterval = 9]) =>
        new ChandeKrollStop({ interval, multiplier, stopInterval }),
      (now) => [now.longStop, now.shortStop],
    ),
  },
  {
    ...over,
    id: 'volatilityStop',
    short: 'VStop',
    params: [length(20), factor(2)],
    outputs: [line('VStop', 6, { kind: 'dots' })],
    start: linesOfBar(
      ([interval = 20, multiplier = 2]) => new VolatilityStop({ interval, multiplier }),
      (now) => [now.stop],
    ),
  },
  {
    ...over,
    id: 'gannHiLo',
    short: 'HiLo',
    params: [length(13, 'highLength'), length(21, 'lowLength')],
    outputs: [line('HiLo', 7)],
    start: linesOfBar(
      ([highInterval = 13, lowInterval = 21]) => new GannHiLo({ highInterval, lowInterval }),
      (now) => [now.line],
    ),
  },
];

/** Trends in a pane of their own. */
const OSCILLATORS: readonly IndicatorEntry[] = [
  {
    ...own,
    id: 'macd',
    short: 'MACD',
    params: [length(12, 'fast'), length(26, 'slow'), length(9, 'signal')],
    outputs: [line('Hist', 6, { kind: 'histogram' }), line('MACD', 0), line('Signal', 1)],
    start: linesOfClose(
      ([fast = 12, slow = 26, signal = 9]) => new MACD(new EMA(fast), new EMA(slow), new EMA(signal)),
      (now) => [now.histogram, now.macd, now.signal],
    ),
  },
  {
    ...own,
    id: 'dmi',
    short: 'DMI',
    params: [length(14)],
    outputs: [line('ADX', 1), line('+DI', 4), line('−DI', 3)],
    levels: [25],
    compute: dmi,
  },
  {
    ...own,
    id: 'aroon',
    short: 'Aroon',
    params: [length(14)],
    outputs: [line('Up', 4), line('Down', 3)],
    levels: [30, 70],
    start: linesOfBar(
      ([n = 14]) => new Aroon(n),
      (now) => [now.aroonUp, now.aroonDown],
    ),
  },
  {
    ...own,
    id: 'vortex',
    short: 'VI',
    params: [length(14, 'length', 2)],
    outputs: [line('VI+', 4), line('VI−', 3)],
    levels: [1],
    start: linesOfBar(
      ([n = 14]) => new VortexIndicator(n),
      (now) => [now.plus, now.minus],
    ),
  },
  {
    ...own,
    id: 'trix',
    short: 'TRIX',
    params: [length(18)],
    outputs: [line('TRIX', 0)],
    levels: [0],
    start: ofClose(([n = 18]) => new TRIX(n)),
  },
  {
    ...own,
    id: 'massIndex',
    short: 'MI',
    params: [length(25)],
    outputs: [line('MI', 2)],
    levels: [26.5, 27],
    start: ofBar(([n = 25]) => new MassIndex(n)),
  },
  {
    ...own,
    id: 'dpo',
    short: 'DPO',
    params: [length(21)],
    outputs: [line('DPO', 5)],
    levels: [0],
    start: ofClose(([n = 21]) => new DPO(n)),
  },
  {
    ...own,
    id: 'kst',
    short: 'KST',
    params: [length(10, 'roc1'), length(15, 'roc2'), length(20, 'roc3'), length(30, 'roc4')],
    outputs: [line('KST', 4)],
    levels: [0],
    start: ofClose(([roc1 = 10, roc2 = 15, roc3 = 20, roc4 = 30]) => new KST({ roc1, roc2, roc3, roc4 })),
  },
  {
    ...own,
    id: 'coppock',
    short: 'Coppock',
    params: [length(10, 'smoothing'), length(14, 'slow'), length(11, 'fast')],
    outputs: [line('Coppock', 6)],
    levels: [0],
    start: ofClose(
      ([wmaInterval = 10, longRocInterval = 14, shortRocInterval = 11]) =>
        new CoppockCurve({ wmaInterval, longRocInterval, shortRocInterval }),
    ),
  },
  {
    ...own,
    id: 'choppiness',
    short: 'CHOP',
    params: [length(14, 'length', 2)],
    outputs: [line('CHOP', 7)],
    levels: [38.2, 61.8],
    start: ofBar(([n = 14]) => new CHOP(n)),
  },
];

export const TREND: readonly IndicatorEntry[] = [...OVERLAYS, ...OSCILLATORS];
