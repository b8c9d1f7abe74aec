import {
  ALMA,
  DEMA,
  HMA,
  KAMA,
  LinearRegression,
  McGinleyDynamic,
  SMA,
  T3,
  TEMA,
  TRIMA,
  VIDYA,
  VWMA,
  WMA,
  WSMA,
  ZLEMA,
} from 'trading-signals';
import { emaOfClose, vwap } from './own';
import { linesOfClose, ofBar, ofClose } from './study';
import { factor, length, line, type IndicatorEntry, type ParamSpec, type Study } from './types';

type Start = (params: readonly number[]) => Study;

const average = (id: string, short: string, colour: number, start: Start, ...params: ParamSpec[]): IndicatorEntry => ({
  id,
  short,
  category: 'average',
  pane: 'price',
  params,
  outputs: [line(short, colour)],
  start,
});

/** Averages of the price, drawn over it. */
export const AVERAGES: readonly IndicatorEntry[] = [
  average(
    'sma',
    'SMA',
    0,
    ofClose(([n = 20]) => new SMA(n)),
    length(20),
  ),
  {
    id: 'ema',
    short: 'EMA',
    category: 'average',
    pane: 'price',
    params: [length(20)],
    outputs: [line('EMA', 1)],
    compute: emaOfClose,
  },
  average(
    'wma',
    'WMA',
    2,
    ofClose(([n = 20]) => new WMA(n)),
    length(20),
  ),
  average(
    'hma',
    'HMA',
    3,
    ofClose(([n = 9]) => new HMA(n)),
    length(9, 'length', 2),
  ),
  average(
    'dema',
    'DEMA',
    4,
    ofClose(([n = 9]) => new DEMA(n)),
    length(9),
  ),
  average(
    'tema',
    'TEMA',
    5,
    ofClose(([n = 9]) => new TEMA(n)),
    length(9),
  ),
  average(
    'smma',
    'SMMA',
    6,
    ofClose(([n = 7]) => new WSMA(n)),
    length(7),
  ),
  average(
    'trima',
    'TRIMA',
    7,
    ofClose(([n = 20]) => new TRIMA(n)),
    length(20),
  ),
  average(
    'zlema',
    'ZLEMA',
    0,
    ofClose(([n = 20]) => new ZLEMA(n)),
    length(20, 'length', 2),
  ),
  average(
    'alma',
    'ALMA',
    1,
    ofClose(([n = 9, offset = 0.85, sigma = 6]) => new ALMA(n, offset, sigma)),
    length(9),
    factor(0.85, 'offset', 0, 1, 0.01),
    factor(6, 'sigma', 1, 20, 0.5),
  ),
  average(
    'kama',
    'KAMA',
    2,
    ofClose(([n = 10]) => new KAMA(n)),
    length(10),
  ),
  average(
    't3',
    'T3',
    3,
    ofClose(([n = 5, v = 0.7]) => new T3(n, v)),
    length(5),
    factor(0.7, 'volumeFactor', 0, 1, 0.05),
  ),
  average(
    'vidya',
    'VIDYA',
    4,
    ofClose(([n = 14]) => new VIDYA(n)),
    length(14, 'length', 2),
  ),
  average(
    'mcginley',
    'MD',
    5,
    ofClose(([n = 14]) => new McGinleyDynamic(n)),
    length(14),
  ),
  average(
    'vwma',
    'VWMA',
    6,
    ofBar(([n = 20]) => new VWMA(n)),
    length(20),
  ),
  {
    id: 'vwap',
    short: 'VWAP',
    category: 'average',
    pane: 'price',
    params: [],
    outputs: [line('VWAP', 7)],
    compute: vwap,
  },
  average(
    'lsma',
    'LSMA',
    0,
    linesOfClose(
      ([n = 25]) => new LinearRegression(n),
      // The library predicts the next candle; the average is the line's end at this one.
      (fit) => [fit.prediction - fit.slope],
    ),
    length(25, 'length', 2),
  ),
];
