import {
  ATR,
  BollingerBands,
  BollingerBandsWidth,
  CVI,
  DonchianChannels,
  KeltnerChannels,
  NATR,
  PercentB,
  UlcerIndex,
} from 'trading-signals';
import { envelope, historicalVolatility, stdDev } from './own';
import { linesOfBar, linesOfClose, ofBar, ofClose } from './study';
import { factor, length, line, type IndicatorEntry } from './types';

const over = { category: 'volatility', pane: 'price' } as const;
const own = { category: 'volatility', pane: 'own' } as const;
const bands = (middle: number, edge: number) => [line('Mid', middle), line('Up', edge), line('Low', edge)];
const three = (now: { middle: number; upper: number; lower: number }) => [now.middle, now.upper, now.lower];

/** How far prices swing: bands over the price, measures below it. */
export const VOLATILITY: readonly IndicatorEntry[] = [
  {
    ...over,
    id: 'bollinger',
    short: 'BB',
    params: [length(20), factor(2)],
    outputs: bands(1, 0),
    fill: [1, 2],
    start: linesOfClose(([n = 20, times = 2]) => new BollingerBands(n, times), three),
  },
  {
    ...over,
    id: 'keltner',
    short: 'KC',
    params: [length(20), length(10, 'atr'), factor(2)],
    outputs: bands(4, 4),
    fill: [1, 2],
    start: linesOfBar(
      ([emaInterval = 20, atrInterval = 10, multiplier = 2]) =>
        new KeltnerChannels({ emaInterval, atrInterval, multiplier }),
      three,
    ),
  },
  {
    ...over,
    id: 'donchian',
    short: 'DC',
    params: [length(20)],
    outputs: bands(1, 0),
    fill: [1, 2],
    start: linesOfBar(([n = 20]) => new DonchianChannels(n), three),
  },
  {
    ...over,
    id: 'envelope',
    short: 'Env',
    params: [length(20), factor(10, 'percent', 0.1, 50)],
    outputs: bands(1, 5),
    fill: [1, 2],
    compute: envelope,
  },
  {
    ...own,
    id: 'atr',
    short: 'ATR',
    params: [length(14)],
    outputs: [line('ATR', 3)],
    start: ofBar(([n = 14]) => new ATR(n)),
  },
  {
    ...own,
    id: 'natr',
    short: 'NATR',
    params: [length(14)],
    outputs: [line('NATR', 1)],
    start: ofBar(([n = 14]) => new NATR(n)),
  },
  {
    ...own,
    id: 'bandWidth',
    short: 'BBW',
    params: [length(20), factor(2)],
    outputs: [line('BBW', 0)],
    start: ofClose(([n = 20, times = 2]) => new BollingerBandsWidth(new BollingerBands(n, times))),
  },
  {
    ...own,
    id: 'percentB',
    short: '%B',
    params: [length(20), factor(2)],
    outputs: [line('%B', 4)],
    levels: [0, 1],
    start: ofClose(([interval = 20, deviationMultiplier = 2]) => new PercentB({ interval, deviationMultiplier })),
  },
  { ...own, id: 'stdDev', short: 'StdDev', params: [length(20)], outputs: [line('StdDev', 5)], compute: stdDev },
  {
    ...own,
    id: 'historicalVolatility',
    short: 'HV',
    params: [length(10, 'length', 2), length(365, 'perYear', 1, 600_000)],
    outputs: [line('HV', 2)],
    compute: historicalVolatility,
  },
  {
    ...own,
    id: 'chaikinVolatility',
    short: 'CV',
    params: [length(10)],
    outputs: [line('CV', 6)],
    levels: [0],
    start: ofBar(([n = 10]) => new CVI(n)),
  },
  {
    ...own,
    id: 'ulcer',
    short: 'UI',
    params: [length(14)],
    outputs: [line('UI', 7)],
    start: ofClose(([n = 14]) => new UlcerIndex(n)),
  },
];
