import { describe, expect, it } from '@jest/globals';
import type { Bar } from '../bars';
import { IndicatorRun, entryOf } from './catalogue';

/*
 * Figures that others published. "Tulip" is the table of Tulip Indicators (tulipindicators.org, tests/untest.txt): fifteen
 * candles and what each indicator makes of them, to three decimals.
 */
const HIGH = [82.15, 81.89, 83.03, 83.3, 83.85, 83.9, 83.33, 84.3, 84.84, 85, 85.9, 86.58, 86.98, 88, 87.87];
const LOW = [81.29, 80.64, 81.31, 82.65, 83.07, 83.11, 82.49, 82.3, 84.15, 84.11, 84.03, 85.39, 85.76, 87.17, 87.01];
const CLOSE = [81.59, 81.06, 82.87, 83, 83.61, 83.15, 82.84, 83.99, 84.55, 84.36, 85.53, 86.54, 86.89, 87.77, 87.29];
const OPEN = [81.85, 81.2, 81.55, 82.91, 83.1, 83.41, 82.71, 82.7, 84.2, 84.25, 84.03, 85.45, 86.18, 88, 87.6];
const VOLUME = [
  5653100, 6447400, 7690900, 3831400, 4455100, 3798000, 3936200, 4732000, 4841300, 3915300, 6830800, 6694100, 5293600,
  7985800, 4807900,
];
const HOUR = 3_600_000;
const TULIP = CLOSE.map((close, at) => ({
  at: at * HOUR,
  open: OPEN[at]!,
  high: HIGH[at]!,
  low: LOW[at]!,
  close,
  volume: VOLUME[at]!,
}));
const flat = (closes: readonly number[]): Bar[] =>
  closes.map((close, at) => ({ at: at * HOUR, open: close, high: close, low: close, close, volume: 1 }));

/** One output of an indicator over these bars, without the silence before it. */
function valuesOf(id: string, bars: readonly Bar[], params: readonly number[] = [], output = 0): number[] {
  const entry = entryOf(id);
  if (entry === undefined) throw new Error(`no indicator ${id}`);
  const run = new IndicatorRun(entry, params);
  run.load(bars);
  return run.values.map((values) => values[output] ?? null).filter((value) => value !== null);
}

/** The published figures are the last ones; a library may begin a candle or two earlier or later. */
function expectPublished(id: string, params: number[], published: readonly number[], output = 0, digits = 2): void {
  const ours = valuesOf(id, TULIP, params, output);
  const shared = Math.min(ours.length, published.length);
  expect(shared).toBeGreaterThanOrEqual(Math.min(2, published.length));
  for (let back = 1; back <= shared; back += 1) {
    expect(ours.at(-back)! / scaleOf(published)).toBeCloseTo(published.at(-back)! / scaleOf(published), digits);
  }
}

/** Volumes in millions are compared in millions. */
const scaleOf = (published: readonly number[]): number => 10 ** Math.max(0, Math.floor(Math.log10(max(published))) - 3);
const max = (values: readonly number[]): number => Math.max(1, ...values.map(Math.abs));

type Row = [id: string, params: number[], published: number[], output?: number];

describe('an indicator gives the figures that Tulip published', () => {
  const rows: Row[] = [
    ['sma', [5], [82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804]],
    ['wma', [5], [82.825, 83.066, 83.1, 83.399, 83.809, 84.053, 84.637, 85.399, 86.031, 86.763, 87.121]],
    ['hma', [5], [83.69, 83.038, 83.472, 84.55, 84.835, 85.36, 86.552, 87.346, 87.965, 87.916]],
    ['tema', [5], [87.042, 87.819, 87.721]],
    ['smma', [5], [82.426, 82.571, 82.625, 82.898, 83.228, 83.455, 83.87, 84.404, 84.901, 85.475, 85.838]],
    ['trima', [5], [82.437, 82.908, 83.204, 83.26, 83.44, 83.807, 84.302, 84.863, 85.537, 86.288, 86.901]],
    ['zlema', [5], [83.418, 82.969, 83.589, 84.479, 84.563, 85.212, 86.381, 87.004, 87.669, 87.676]],
    ['kama', [5], [83.61, 83.56, 83.452, 83.506, 83.647, 83.686, 84.126, 85.026, 85.69, 86.447, 86.673]],
    ['vwma', [5], [82.332, 82.61, 83.07, 83.354, 83.682, 83.822, 84.409, 85.165, 85.698, 86.418, 86.805]],
    ['lsma', [5], [83.622, 83.722, 83.112, 83.56, 84.172, 84.604, 85.404, 86.21, 86.946, 87.854, 87.754]],
    ['aroon', [5], [100, 80, 100, 100, 100, 100, 100, 100, 100, 80], 0],
    ['aroon', [5], [20, 0, 0, 80, 60, 40, 20, 0, 40, 20], 1],
    ['trix', [5], [0.492, 0.512]],
    ['dpo', [5], [-1.366, 0.132, -0.094, 0.292, -0.478, -0.938, -0.264, -0.444, -1.214, -0.688, -0.264]],
    ['rsi', [5], [72.034, 64.927, 75.936, 79.796, 74.713, 83.033, 87.478, 88.755, 91.483, 78.498]],
    ['stochastic', [5, 3, 3], [77.385, 83.126, 84.867, 88.361, 95.246, 96.74, 91.091], 0],
    ['stochastic', [5, 3, 3], [75.702, 78.011, 81.793, 85.452, 89.491, 93.449, 94.359], 1],
    ['cci', [5], [166.667, 82.02, 95.501, 130.912, 99.163, 116.342, 71.928]],
    ['williamsR', [5], [-7.477, -23.006, -40.927, -15.5, -11.417, -23.704, -10.278, -0.935, -3.051, -5.793, -17.884]],
    ['momentum', [5], [1.56, 1.78, 1.12, 1.55, 0.75, 2.38, 3.7, 2.9, 3.22, 2.93]],
    ['ultimate', [2, 3, 5], [43.499, 34.044, 65.883, 73.955, 53.388, 64.149, 81.282, 90.186, 86.114, 65.45]],
    ['cmo', [5], [44.068, 53.614, 42.105, 50.162, 28.09, 70.414, 90.686, 88.415, 89.444, 75.321]],
    ['ppo', [2, 5], [0.747, 0.424, 0.134, 0.5, 0.691, 0.503, 0.81, 1.088, 1.04, 1.133, 0.716]],
    ['fisher', [5], [0.343, 0.791, 0.825, 0.806, 1.066, 1.439, 1.851, 2.275, 2.698, 3.117, 3.185]],
    [
      'balanceOfPower',
      [],
      [-0.302, -0.112, 0.767, 0.138, 0.654, -0.329, 0.155, 0.645, 0.507, 0.124, 0.802, 0.916, 0.582, -0.277, -0.36],
    ],
    ['bollinger', [5, 2], [82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804], 0],
    ['bollinger', [5, 2], [84.322, 84.489, 83.655, 84.164, 84.838, 85.121, 85.997, 86.845, 87.612, 88.566, 88.319], 1],
    ['bollinger', [5, 2], [80.53, 80.987, 82.533, 82.472, 82.418, 82.435, 82.511, 83.143, 83.536, 83.87, 85.289], 2],
    ['atr', [5], [1.116, 1.051, 1.009, 1.207, 1.136, 1.086, 1.243, 1.233, 1.23, 1.206, 1.137]],
    ['natr', [5], [1.335, 1.264, 1.218, 1.437, 1.343, 1.288, 1.453, 1.424, 1.416, 1.374, 1.302]],
    ['stdDev', [5], [0.948, 0.875, 0.28, 0.423, 0.605, 0.671, 0.871, 0.926, 1.019, 1.174, 0.758]],
    ['chaikinVolatility', [5], [5.682, 44.088, 43.317, -0.494, 3.994, 1.824]],
    [
      'obv',
      [],
      [
        -6447400, 1243500, 5074900, 9530000, 5732000, 1795800, 6527800, 11369100, 7453800, 14284600, 20978700, 26272300,
        34258100, 29450200,
      ],
    ],
    [
      'accumulation',
      [],
      [
        -1709076.744, -3823823.944, 2436210.94, 2730934.016, 4444434.016, 1031041.611, 375008.278, 3640088.278,
        4411889.727, 2696196.469, 6823899.143, 13067975.613, 17580552.662, 21140487.602, 19463313.184,
      ],
    ],
    [
      'chaikinOscillator',
      [2, 5],
      [
        1900759.847, 399262.04, -241806.815, 757828.287, 1068830.285, 328526.246, 1466909.296, 3475262.287, 4653474.793,
        5067839.265, 3474675.616,
      ],
    ],
    ['mfi', [5], [61.172, 67.308, 62.796, 64.661, 45.238, 67.841, 85.578, 85.963, 87.504, 84.647]],
    [
      'klinger',
      [2, 5],
      [
        0, 80292599.241, 121572746.633, 117732669.219, -5942017.641, -71041561.798, 34448275.848, 84097903.128,
        -38366427.074, 40313036.023, 56681039.569, 52208374.664, 138983547.947, -68009735.443,
      ],
    ],
    [
      'nvi',
      [],
      [1001.569, 1001.569, 996.058, 996.058, 996.058, 996.058, 993.82, 993.82, 1005.556, 1009.623, 1009.623, 1004.101],
    ],
    [
      'pvi',
      [],
      [1023.153, 1023.153, 1019.338, 1033.489, 1040.38, 1040.38, 1054.809, 1054.809, 1054.809, 1065.492, 1065.492],
    ],
  ];
  it.each(rows.map(([id, params, published, output = 0]) => ({ id, params, published, output })))(
    '$id $params, line $output',
    ({ id, params, published, output }) => expectPublished(id, params, published, output),
  );

  it('stochasticRsi, given there as a share and here in per cent', () => {
    const ours = valuesOf('stochasticRsi', TULIP, [5, 5, 1, 1]);
    [0.658, 1, 1, 1, 1, 0].forEach((share, at) => expect(ours[at]! / 100).toBeCloseTo(share, 3));
  });

  it('roc, given there as a share and here in per cent', () => {
    expectPublished('roc', [5], [1.9, 2.2, 1.4, 1.9, 0.9, 2.9, 4.5, 3.5, 3.8, 3.5], 0, -0.3);
    expect(valuesOf('roc', TULIP, [5]).at(-1)).toBeCloseTo((87.29 / 84.36 - 1) * 100, 10);
  });
});

/** StockCharts ChartSchool, "Moving Averages": Intel, thirty closes, with averages over ten. */
const INTEL = [
  22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05, 23.75,
  23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17,
];

/** StockCharts ChartSchool, "Relative Strength Index (RSI)": QQQQ, thirty-three closes. */
const QQQQ = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
  46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
  44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
];

describe('an indicator gives the figures that StockCharts published', () => {
  it('exponential moving average over 10', () => {
    const published = [
      22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47, 23.4,
      23.39, 23.26, 23.23, 23.08, 22.92,
    ];
    const ours = valuesOf('ema', flat(INTEL), [10]);
    expect(ours).toHaveLength(published.length);
    ours.forEach((value, at) => expect(Math.abs(value - published[at]!)).toBeLessThan(0.0101));
  });

  it('relative strength index over 14', () => {
    const published = [
      70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
      37.3, 33.08, 37.77,
    ];
    const ours = valuesOf('rsi', flat(QQQQ), [14]);
    expect(ours).toHaveLength(published.length);
    ours.forEach((value, at) => expect(Math.abs(value - published[at]!)).toBeLessThan(0.02));
  });
});
