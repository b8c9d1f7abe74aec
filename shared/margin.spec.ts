import { describe, expect, it } from '@jest/globals';
import { amount, format, ONE, roundTo, ZERO, type Amount } from './money.js';
import {
  bankruptcyPrice,
  breakEvenPrice,
  deleveragingScore,
  fundingOwed,
  initialMargin,
  liquidationPrice,
  lotsAboveBracket,
  maintenanceMargin,
  openingCost,
  removableMargin,
  returnOnEquity,
  riskRate,
  unrealisedPnl,
  type MarginTerms,
  type OpenPosition,
  type PositionSide,
} from './margin.js';
import { BINANCE } from './margin.testkit.js';

const FREE: MarginTerms = { brackets: BINANCE, takerRate: ZERO };
const at = (taker: string): MarginTerms => ({ brackets: BINANCE, takerRate: amount(taker) });

const of = (side: PositionSide, quantity: string, price: string, margin: string, owed = '0'): OpenPosition => ({
  side,
  quantity: amount(quantity),
  entryNotional: (amount(quantity) * amount(price)) / ONE,
  margin: amount(margin),
  fundingOwed: amount(owed),
});
const to8 = (value: Amount | null): string => (value === null ? 'none' : format(roundTo(value, 8, 'half-even')));

/**
 * Worked by hand from what large venues publish; each names the page of the rule. Where a venue leaves the closing fee out of a formula, the
 * taker rate is zero here.
 */
const EXAMPLES: readonly (readonly [source: string, what: string, found: () => string, expected: string])[] = [
  ...(['0', '50', '1300', '16300', '266300', '1266300', '2516300', '5016300'] as const).map(
    (expected, n) =>
      [
        'Binance, Leverage and Margin of USDⓈ-M Futures',
        `maintenance amount of bracket ${n + 1} of BTCUSDT`,
        () => format(BINANCE[n]?.amount ?? -1n),
        expected,
      ] as const,
  ),
  // 40,000 x 0.4%.
  [
    'Binance, Leverage and Margin',
    'maintenance margin of 40,000',
    () => format(maintenanceMargin(amount('40000'), BINANCE)),
    '160',
  ],
  // 100,000 x 0.5% - 50.
  [
    'Binance, Leverage and Margin',
    'maintenance margin of 100,000',
    () => format(maintenanceMargin(amount('100000'), BINANCE)),
    '450',
  ],
  // 2,000,000 x 2.5% - 16,300.
  [
    'Binance, Leverage and Margin',
    'maintenance margin of 2,000,000',
    () => format(maintenanceMargin(amount('2000000'), BINANCE)),
    '33700',
  ],
  // 1 x 9,253.3 / 20.
  [
    'Binance, Initial Margin',
    'of 1 BTC at 9,253.3 and 20x',
    () => format(initialMargin(amount('9253.3'), 20)),
    '462.665',
  ],
  // 1,000 / 3, rounded up.
  ['Binance, Initial Margin', 'of 1,000 at 3x', () => format(initialMargin(amount('1000'), 3)), '333.33333334'],
  // (1,000 - 1 x 10,000) / (1 x (0.004 - 1)).
  [
    'Binance, Liquidation Price of isolated margin',
    'long of 1 BTC, 10x',
    () => to8(liquidationPrice(of('long', '1', '10000', '1000'), FREE)),
    '9036.14457831',
  ],
  // (1,000 + 10,000) / 1.004.
  [
    'Binance, Liquidation Price of isolated margin',
    'short of 1 BTC, 10x',
    () => to8(liquidationPrice(of('short', '1', '10000', '1000'), FREE)),
    '10956.1752988',
  ],
  // (20,000 + 50 - 200,000) / (20 x (0.005 - 1)): in bracket 2.
  [
    'Binance, Liquidation Price of isolated margin',
    'long of 20 BTC, bracket 2',
    () => to8(liquidationPrice(of('long', '20', '10000', '20000'), FREE)),
    '9042.71356784',
  ],
  // (20,000 + 50 + 200,000) / (20 x 1.005).
  [
    'Binance, Liquidation Price of isolated margin',
    'short of 20 BTC, bracket 2',
    () => to8(liquidationPrice(of('short', '20', '10000', '20000'), FREE)),
    '10947.76119403',
  ],
  // Entered at 260,000 in bracket 3, liquidated at 248,190.95 in bracket 2: (13,000 + 50 - 260,000) / (26 x -0.995).
  [
    'Binance, Liquidation Price of isolated margin',
    'long that falls into the bracket below',
    () => to8(liquidationPrice(of('long', '26', '10000', '13000'), FREE)),
    '9545.80595284',
  ],
  // Entered at 240,000 in bracket 2, liquidated at 262,673.27 in bracket 3: (24,000 + 1,300 + 240,000) / (24 x 1.01).
  [
    'Binance, Liquidation Price of isolated margin',
    'short that rises into the bracket above',
    () => to8(liquidationPrice(of('short', '24', '10000', '24000'), FREE)),
    '10944.71947195',
  ],
  // A long with more margin than it cost.
  [
    'Binance, Liquidation Price of isolated margin',
    'long that cannot be liquidated',
    () => to8(liquidationPrice(of('long', '1', '10000', '10001'), FREE)),
    'none',
  ],
  // 6,000 / 10 + 6,000 x 0.055% + 0.1 x 54,000 x 0.055%.
  [
    'Bybit, Order Cost (USDT contract)',
    'long of 0.1 BTC at 60,000 and 10x',
    () => format(cost('long').total),
    '606.27',
  ],
  // 6,000 / 10 + 6,000 x 0.055% + 0.1 x 66,000 x 0.055%.
  [
    'Bybit, Order Cost (USDT contract)',
    'short of 0.1 BTC at 60,000 and 10x',
    () => format(cost('short').total),
    '606.93',
  ],
  // 0.1 x 54,000 x 0.055%.
  ['Bybit, Order Cost (USDT contract)', 'fee to close of the long', () => format(cost('long').closingFee), '2.97'],
  // 60,000 x (1 - 1 / 10).
  [
    'Bybit, Bankruptcy Price (USDT contract)',
    'long at 60,000 and 10x',
    () => to8(bankruptcyPrice(of('long', '0.1', '60000', '600'), FREE)),
    '54000',
  ],
  // 60,000 x (1 + 1 / 10).
  [
    'Bybit, Bankruptcy Price (USDT contract)',
    'short at 60,000 and 10x',
    () => to8(bankruptcyPrice(of('short', '0.1', '60000', '600'), FREE)),
    '66000',
  ],
  // (6,000 - 600) / (0.1 x (1 - 0.055%)): the fee of closing is paid too.
  [
    'Bybit, Bankruptcy Price (USDT contract)',
    'long, fee reserved',
    () => to8(bankruptcyPrice(of('long', '0.1', '60000', '600'), at('0.00055'))),
    '54029.71634399',
  ],
  // (6,000 + 600) / (0.1 x (1 + 0.055%)).
  [
    'Bybit, Bankruptcy Price (USDT contract)',
    'short, fee reserved',
    () => to8(bankruptcyPrice(of('short', '0.1', '60000', '600'), at('0.00055'))),
    '65963.71995403',
  ],
  // (6,000 - 600) / (0.1 x (1 - 0.4% - 0.05%)).
  [
    'OKX, Isolated Margin: liquidation price with taker fee',
    'long',
    () => to8(liquidationPrice(of('long', '0.1', '60000', '600'), at('0.0005'))),
    '54244.09844299',
  ],
  // (6,000 + 600) / (0.1 x (1 + 0.4% + 0.05%)).
  [
    'OKX, Isolated Margin: liquidation price with taker fee',
    'short',
    () => to8(liquidationPrice(of('short', '0.1', '60000', '600'), at('0.0005'))),
    '65704.33051269',
  ],
  // 1 x (11,000 - 10,000), and the other way.
  [
    'Binance, Unrealized PNL',
    'long of 1 BTC from 10,000 to 11,000',
    () => format(unrealisedPnl(of('long', '1', '10000', '1000'), amount('11000'))),
    '1000',
  ],
  [
    'Binance, Unrealized PNL',
    'short of 1 BTC from 10,000 to 11,000',
    () => format(unrealisedPnl(of('short', '1', '10000', '1000'), amount('11000'))),
    '-1000',
  ],
  // 1,000 / (11,000 / 10).
  [
    'Binance, ROE',
    'long of 1 BTC at 10x, mark 11,000',
    () => to8(returnOnEquity(of('long', '1', '10000', '1000'), amount('11000'), 10)),
    '0.90909091',
  ],
  // (6,000 + 3.3) / (0.1 x (1 - 0.055%)).
  [
    'Bybit, Break-even Price',
    'long',
    () =>
      to8(
        breakEvenPrice(of('long', '0.1', '60000', '600'), at('0.00055'), {
          fees: amount('3.3'),
          funding: ZERO,
          realised: ZERO,
        }),
      ),
    '60066.03631998',
  ],
  // (6,000 - 3.3) / (0.1 x (1 + 0.055%)).
  [
    'Bybit, Break-even Price',
    'short',
    () =>
      to8(
        breakEvenPrice(of('short', '0.1', '60000', '600'), at('0.00055'), {
          fees: amount('3.3'),
          funding: ZERO,
          realised: ZERO,
        }),
      ),
    '59934.03628005',
  ],
  // (6,000 + 3.3 + 1.8) / (0.1 x (1 - 0.055%)).
  [
    'Bybit, Break-even Price',
    'long that paid 1.8 of funding',
    () =>
      to8(
        breakEvenPrice(of('long', '0.1', '60000', '600'), at('0.00055'), {
          fees: amount('3.3'),
          funding: amount('1.8'),
          realised: ZERO,
        }),
      ),
    '60084.04622542',
  ],
  // A tenth of 1 BTC is left of a long from 60,000; the rest was closed at 61,000. (6,000 + 66.9 - 900) / (0.1 x (1 - 0.055%)).
  [
    'Bybit, Break-even Price',
    'long of which nine tenths were closed with a profit of 900',
    () =>
      to8(
        breakEvenPrice(of('long', '0.1', '60000', '600'), at('0.00055'), {
          fees: amount('66.9'),
          funding: ZERO,
          realised: amount('900'),
        }),
      ),
    '51697.43358847',
  ],
  // The same with a profit of 9,000: whatever the rest brings, nothing is lost.
  [
    'Bybit, Break-even Price',
    'long whose profit is more than the rest can lose',
    () =>
      to8(
        breakEvenPrice(of('long', '0.1', '60000', '600'), at('0.00055'), {
          fees: amount('66.9'),
          funding: ZERO,
          realised: amount('9000'),
        }),
      ),
    '0',
  ],
  // 2 BTC x 30,000 x 0.01%; an index of 3 USDT a coin.
  [
    'Binance, Funding Rates',
    'long of 2 BTC, mark 30,000, rate 0.01%',
    () => format(fundingOwed({ side: 'long', quantity: amount('2') }, ZERO, amount('3'))),
    '6',
  ],
  [
    'Binance, Funding Rates',
    'short of the same',
    () => format(fundingOwed({ side: 'short', quantity: amount('2') }, ZERO, amount('3'))),
    '-6',
  ],
  // 10% x (11,000 / 2,000): profit ratio times effective leverage.
  [
    'BitMEX, Auto-Deleveraging',
    'a gain of 10% at 5.5x',
    () => to8(deleveragingScore(of('long', '1', '10000', '1000'), amount('11000'))),
    '0.55',
  ],
  // -5% / (9,500 / 500).
  [
    'BitMEX, Auto-Deleveraging',
    'a loss of 5% at 19x',
    () => to8(deleveragingScore(of('long', '1', '10000', '1000'), amount('9500'))),
    '-0.00263158',
  ],
  // (40 + 0) / (1,000 - 900): maintenance margin over balance; 9,100 x 0.4% = 36.4.
  [
    'Binance, Margin Ratio',
    'long of 1 BTC at 9,100',
    () => to8(riskRate(of('long', '1', '10000', '1000'), amount('9100'), FREE)),
    '0.364',
  ],
  // 260,000 of 10,000 a coin: 25 coins are 250,000, so 1 coin of 1,000 lots a coin has to go.
  [
    'Binance, Liquidation Protocols: smaller liquidations',
    'lots down to the bracket below',
    () => `${lotsAboveBracket(26_000, amount('10'), BINANCE)}`,
    '1000',
  ],
  // 1,500 on hold; 10,000 / 10 has to stay.
  [
    'Binance, Adjusting isolated margin',
    'what may be taken out at the entry',
    () => format(removableMargin(of('long', '1', '10000', '1500'), amount('10000'), 10, FREE)),
    '500',
  ],
  // The gain of 1,000 stays, and 11,000 / 10 has to: 1,500 + 1,000 - 1,100, but at the entry only 500 are free.
  [
    'Binance, Adjusting isolated margin',
    'an unrealised gain is not taken out',
    () => format(removableMargin(of('long', '1', '10000', '1500'), amount('11000'), 10, FREE)),
    '500',
  ],
];

function cost(side: PositionSide) {
  const order = { side, price: amount('60000'), quantity: amount('0.1'), leverage: 10 };
  const rates = { opening: amount('0.00055'), closing: amount('0.00055') };
  return openingCost(order, rates);
}

describe('what leaders publish of margin, worked by hand', () => {
  it.each(EXAMPLES)('%s: %s', (_source, _what, found, expected) => {
    expect(found()).toBe(expected);
  });
});
