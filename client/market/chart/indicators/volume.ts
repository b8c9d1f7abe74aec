import { AD, ADOSC, CMF, EMV, ForceIndex, KVO, MFI, NVI, OBV, PVI, PVT, VROC } from 'trading-signals';
import { ofBar, ofVolume } from './study';
import { length, line, type IndicatorEntry, type ParamSpec, type Study } from './types';

type Start = (params: readonly number[]) => Study;

const flow = (
  id: string,
  short: string,
  colour: number,
  start: Start,
  params: readonly ParamSpec[] = [],
  levels: readonly number[] = [],
): IndicatorEntry => ({
  id,
  short,
  category: 'volume',
  pane: 'own',
  params,
  levels,
  outputs: [line(short, colour)],
  start,
});

/** Volume indicators, each in a pane of its own. */
export const VOLUME: readonly IndicatorEntry[] = [
  flow(
    'obv',
    'OBV',
    0,
    ofBar(() => new OBV(2)),
  ),
  flow(
    'accumulation',
    'A/D',
    1,
    ofBar(() => new AD()),
  ),
  flow(
    'chaikinOscillator',
    'CO',
    2,
    ofBar(([fastPeriod = 3, slowPeriod = 10]) => new ADOSC({ fastPeriod, slowPeriod })),
    [length(3, 'fast'), length(10, 'slow')],
    [0],
  ),
  flow(
    'cmf',
    'CMF',
    4,
    ofBar(([n = 20]) => new CMF(n)),
    [length(20)],
    [0],
  ),
  flow(
    'mfi',
    'MFI',
    6,
    ofBar(([n = 14]) => new MFI(n)),
    [length(14)],
    [20, 80],
  ),
  flow(
    'easeOfMovement',
    'EOM',
    5,
    ofBar(([n = 14]) => new EMV(n)),
    [length(14)],
    [0],
  ),
  flow(
    'forceIndex',
    'EFI',
    3,
    ofBar(([n = 13]) => new ForceIndex(n)),
    [length(13)],
    [0],
  ),
  flow(
    'klinger',
    'KVO',
    0,
    ofBar(([short = 34, long = 55]) => new KVO(short, long)),
    [length(34, 'fast'), length(55, 'slow')],
    [0],
  ),
  flow(
    'nvi',
    'NVI',
    3,
    ofBar(() => new NVI()),
  ),
  flow(
    'pvi',
    'PVI',
    4,
    ofBar(() => new PVI()),
  ),
  flow(
    'pvt',
    'PVT',
    7,
    ofBar(() => new PVT()),
  ),
  flow(
    'volumeRoc',
    'VROC',
    1,
    ofVolume(([n = 14]) => new VROC(n)),
    [length(14)],
    [0],
  ),
];
