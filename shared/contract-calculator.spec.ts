import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  leverageForStop,
  openedPosition,
  plannedLiquidation,
  plannedProfit,
  profitOfReturn,
  sizeByRisk,
  targetPrice,
  type PlannedPosition,
  type PlannedRates,
} from './contract-calculator.js';
import { breakEvenPrice, isLiquidated, marginBalance, type PositionSide } from './margin.js';
import { BINANCE } from './margin.testkit.js';
import { amount, format, ONE, roundTo, ZERO, type Amount } from './money.js';

const TICK = amount('0.1');
const LOT = amount('0.001');
const NO_FEES: PlannedRates = { opening: ZERO, closing: ZERO };
const both = (rate: string): PlannedRates => ({ opening: amount(rate), closing: amount(rate) });
const terms = (taker: string) => ({ brackets: BINANCE, takerRate: amount(taker) });

const plan = (side: PositionSide, leverage: number, quantity: string, entry: string): PlannedPosition => ({
  side,
  leverage,
  entry: amount(entry),
  quantity: amount(quantity),
});
const text = (value: Amount | null): string => (value === null ? 'none' : format(roundTo(value, 8, 'half-even')));
const profit = (planned: PlannedPosition, exit: string, rates = NO_FEES) => plannedProfit(planned, amount(exit), rates);
const byReturn = (planned: PlannedPosition, share: string, rates = NO_FEES): string =>
  text(targetPrice(planned, profitOfReturn(planned, amount(share)), rates, TICK));
const liquidated = (planned: PlannedPosition, added: string, taker = '0') =>
  plannedLiquidation(planned, amount(added), terms(taker), TICK);

const SAMPLE = plan('long', 10, '2', '36000');
const SHORT_OF_BYBIT = plan('short', 10, '0.4', '6000');

/** Worked by hand from what large venues publish; each names the page of the rule. Those that leave fees out have rates of zero here. */
const EXAMPLES: readonly (readonly [source: string, what: string, found: () => string, expected: string])[] = [
  // 2 x 36,000 / 10.
  [
    'Bybit, Calculator for Perpetual and Futures',
    'initial margin of a long of 2 from 36,000 at 10x',
    () => text(profit(SAMPLE, '40000').initialMargin),
    '7200',
  ],
  // 2 x (40,000 - 36,000).
  ['Bybit, Calculator for Perpetual and Futures', 'its PnL at 40,000', () => text(profit(SAMPLE, '40000').pnl), '8000'],
  // 8,000 / 7,200.
  [
    'Bybit, Calculator for Perpetual and Futures',
    'its ROI',
    () => text(profit(SAMPLE, '40000').returnOnEquity),
    '1.11111111',
  ],
  // 0.4 x 6,000 x 0.055%.
  [
    'Bybit, P&L Calculations (USDT Contract)',
    'fee to open a short of 0.4 at 6,000',
    () => text(profit(SHORT_OF_BYBIT, '5000', both('0.00055')).openingFee),
    '1.32',
  ],
  // 0.4 x 5,000 x 0.055%.
  [
    'Bybit, P&L Calculations (USDT Contract)',
    'its fee to close at 5,000',
    () => text(profit(SHORT_OF_BYBIT, '5000', both('0.00055')).closingFee),
    '1.1',
  ],
  // 0.4 x (6,000 - 5,000) - 1.32 - 1.1.
  [
    'Bybit, P&L Calculations (USDT Contract)',
    'its closed P&L, funding apart',
    () => text(profit(SHORT_OF_BYBIT, '5000', both('0.00055')).profit),
    '397.58',
  ],
  // 30,000 x (1 + 29% / 10).
  [
    'Bybit, Calculator for Perpetual and Futures',
    'target of 29% for a long from 30,000 at 10x',
    () => byReturn(plan('long', 10, '1', '30000'), '0.29'),
    '30870',
  ],
  // 10,000 x (50% / 20 + 1).
  [
    'Binance, How to Use the Futures Calculator',
    'target of 50% for a long from 10,000 at 20x',
    () => byReturn(plan('long', 20, '1', '10000'), '0.5'),
    '10250',
  ],
  // 10,000 x (1 - 50% / 20).
  [
    'Binance, How to Use the Futures Calculator',
    'the same for a short',
    () => byReturn(plan('short', 20, '1', '10000'), '0.5'),
    '9750',
  ],
  // 10,000 x (1 - 20% / 20): a loss of a fifth of the margin.
  [
    'Binance, How to Use the Futures Calculator',
    'where a long has lost 20%',
    () => byReturn(plan('long', 20, '1', '10000'), '-0.2'),
    '9900',
  ],
  // 10,000 x (1 - 1,100% / 10) is below zero.
  [
    'Binance, How to Use the Futures Calculator',
    'a return that no short can have',
    () => byReturn(plan('short', 10, '1', '10000'), '11'),
    'none',
  ],
  // (10,000 + 5 + 100) / (1 - 0.05%) = 10,110.055...: the next tick pays both fees of 0.05%.
  [
    'Bybit, P&L Calculations (USDT Contract)',
    'target of 10% after fees',
    () => byReturn(plan('long', 10, '1', '10000'), '0.1', both('0.0005')),
    '10110.1',
  ],
  // (10,000 - 5 - 100) / (1 + 0.05%) = 9,890.054...
  [
    'Bybit, P&L Calculations (USDT Contract)',
    'the same for a short',
    () => byReturn(plan('short', 10, '1', '10000'), '0.1', both('0.0005')),
    '9890',
  ],
  // (1,000 - 10,000) / (0.004 - 1) = 9,036.144...
  [
    'Binance, Liquidation Price of isolated margin',
    'long of 1 from 10,000 at 10x',
    () => text(liquidated(plan('long', 10, '1', '10000'), '0').liquidationPrice),
    '9036.2',
  ],
  // (1,500 - 10,000) / (0.004 - 1) = 8,534.136...
  [
    'Binance, Liquidation Price of isolated margin',
    'the same with 500 of margin added',
    () => text(liquidated(plan('long', 10, '1', '10000'), '500').liquidationPrice),
    '8534.2',
  ],
  // (1,000 + 10,000) / 1.004 = 10,956.175...
  [
    'Binance, Liquidation Price of isolated margin',
    'short of 1 from 10,000 at 10x',
    () => text(liquidated(plan('short', 10, '1', '10000'), '0').liquidationPrice),
    '10956.1',
  ],
  // (10,000 - 9,036.2) / 10,000.
  [
    'Binance, Liquidation Price of isolated margin',
    'how far that long may fall',
    () => text(liquidated(plan('long', 10, '1', '10000'), '0').distance),
    '0.09638',
  ],
  // 600 + 0.1 x 54,000 x 0.055%.
  [
    'Bybit, Order Cost (USDT contract)',
    'margin of a long of 0.1 from 60,000 at 10x, closing fee reserved',
    () => text(liquidated(plan('long', 10, '0.1', '60000'), '0', '0.00055').margin),
    '602.97',
  ],
  // What is reserved pays for closing at 60,000 x (1 - 1 / 10).
  [
    'Bybit, Bankruptcy Price (USDT contract)',
    'of that long',
    () => text(liquidated(plan('long', 10, '0.1', '60000'), '0', '0.00055').bankruptcyPrice),
    '54000',
  ],
  // 1% of 1,000 = 10, over 100 - 95.
  [
    'Binance Square, Position Sizing',
    'size that loses 10 from 100 to 95',
    () => text(size('long', '100', '95', '10')),
    '2',
  ],
  // 20 / 200, and the other way round.
  [
    'Binance Square, Position Sizing',
    'that loses 20 over 200',
    () => text(size('long', '60000', '59800', '20')),
    '0.1',
  ],
  ['Binance Square, Position Sizing', 'of a short', () => text(size('short', '59800', '60000', '20')), '0.1'],
  // 50 / (1,000 + 60,000 x 0.05% + 59,000 x 0.05%) = 0.0471920...: both fees are lost too.
  [
    'Binance Square, Position Sizing',
    'that loses 50 with both fees',
    () => text(size('long', '60000', '59000', '50', both('0.0005'))),
    '0.047',
  ],
  ['Binance Square, Position Sizing', 'with a stop above a long', () => text(size('long', '100', '101', '10')), '0'],
];

function size(side: PositionSide, entry: string, stop: string, risk: string, rates = NO_FEES): Amount {
  return sizeByRisk({ side, entry: amount(entry), stop: amount(stop), risk: amount(risk) }, rates, LOT);
}

describe('calculators of contracts, worked by hand', () => {
  it.each(EXAMPLES)('%s: %s', (_source, _what, found, expected) => {
    expect(found()).toBe(expected);
  });

  it('finds the highest leverage by which a stop comes before liquidation', () => {
    // At 20x it is liquidated at (500 - 10,000) / -0.996 = 9,538.15, at 16x at 9,412.65; at 17x at 9,449.56.
    const planned = plan('long', 20, '1', '10000');
    expect(leverageForStop(planned, amount('9600'), terms('0'))).toBe(20);
    expect(leverageForStop(planned, amount('9449'), terms('0'))).toBe(16);
    expect(leverageForStop(planned, amount('1'), terms('0'))).toBe(1);
  });
});

const sides = fc.constantFrom<PositionSide>('long', 'short');
const plans = fc
  .record({
    side: sides,
    leverage: fc.integer({ min: 1, max: 100 }),
    lots: fc.integer({ min: 1, max: 1_000_000 }),
    ticks: fc.integer({ min: 1_000, max: 10_000_000 }),
  })
  .map(({ side, leverage, lots, ticks }) => ({
    side,
    leverage,
    quantity: BigInt(lots) * LOT,
    entry: BigInt(ticks) * TICK,
  }));
/** From a rebate of 0.01% to a fee of 0.1%. */
const rates = fc.record({
  opening: fc.integer({ min: -100, max: 1_000 }).map((millionths) => (BigInt(millionths) * ONE) / 1_000_000n),
  closing: fc.integer({ min: 0, max: 1_000 }).map((millionths) => (BigInt(millionths) * ONE) / 1_000_000n),
});
/** A return from the loss of half the margin to twice of it. */
const returns = fc.integer({ min: -500, max: 2_000 }).map((thousandths) => (BigInt(thousandths) * ONE) / 1_000n);
const towards = ({ side }: PlannedPosition): Amount => (side === 'long' ? TICK : -TICK);

describe('calculators of contracts', () => {
  it('agree with each other: the target is the nearest tick whose profit is enough', () => {
    fc.assert(
      fc.property(plans, rates, returns, (planned, cost, share) => {
        const wanted = profitOfReturn(planned, share);
        const target = targetPrice(planned, wanted, cost, TICK);
        if (target === null) return;
        expect(plannedProfit(planned, target, cost).profit).toBeGreaterThanOrEqual(wanted);
        const nearer = target - towards(planned);
        if (nearer > ZERO) expect(plannedProfit(planned, nearer, cost).profit).toBeLessThan(wanted);
      }),
    );
  });

  it('find a target wherever prices above zero reach it', () => {
    fc.assert(
      fc.property(plans, rates, fc.integer({ min: 1, max: 20_000_000 }), (planned, cost, ticks) => {
        const exit = BigInt(ticks) * TICK;
        const { profit: wanted } = plannedProfit(planned, exit, cost);
        expect(targetPrice(planned, wanted, cost, TICK)).toBe(exit);
      }),
    );
  });

  it('put the target of no profit next to the break-even price', () => {
    fc.assert(
      fc.property(plans, rates, (planned, cost) => {
        const { openingFee } = plannedProfit(planned, planned.entry, cost);
        const position = openedPosition(planned, terms('0'));
        const even = breakEvenPrice(
          position,
          { takerRate: cost.closing },
          { fees: openingFee, funding: ZERO, realised: ZERO },
        );
        const target = targetPrice(planned, ZERO, cost, TICK) ?? ZERO;
        const beyond = planned.side === 'long' ? target - even : even - target;
        expect(beyond).toBeGreaterThan(-amount('0.00001'));
        expect(beyond).toBeLessThanOrEqual(TICK + TICK);
      }),
    );
  });

  it('never size a position that loses more than the risk, nor one that a lot more would fit', () => {
    const stops = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(plans, rates, stops, fc.integer({ min: 1, max: 1_000_000 }), (planned, cost, share, cents) => {
        const away = (planned.entry * BigInt(share)) / 1_000n;
        const stop = planned.side === 'long' ? planned.entry - away : planned.entry + away;
        const risk = (BigInt(cents) * ONE) / 100n;
        const quantity = sizeByRisk({ side: planned.side, entry: planned.entry, stop, risk }, cost, LOT);
        const lossOf = (held: Amount): Amount => -plannedProfit({ ...planned, quantity: held }, stop, cost).profit;
        if (quantity > ZERO) expect(lossOf(quantity)).toBeLessThanOrEqual(risk);
        // Of rebates a plan may gain whatever it loses.
        if (lossOf(LOT) > ZERO) expect(lossOf(quantity + LOT + LOT)).toBeGreaterThan(risk);
      }),
    );
  });

  it('never lose more than the margin before liquidation', () => {
    fc.assert(
      fc.property(plans, (planned) => {
        const at = terms('0.0005');
        const { liquidationPrice: price, bankruptcyPrice: end } = plannedLiquidation(planned, ZERO, at, TICK);
        const position = openedPosition(planned, at);
        if (price === null || isLiquidated(position, planned.entry, at)) return;
        expect(isLiquidated(position, price - towards(planned), at)).toBe(true);
        expect(marginBalance(position, price)).toBeGreaterThan(ZERO);
        expect(planned.side === 'long' ? price >= end : price <= end).toBe(true);
      }),
    );
  });

  it('name no leverage by which the stop comes too late', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 500 }), (planned, share) => {
        const away = (planned.entry * BigInt(share)) / 1_000n;
        const stop = planned.side === 'long' ? planned.entry - away : planned.entry + away;
        const leverage = leverageForStop(planned, stop, terms('0.0005'));
        const survives = (by: number): boolean =>
          !isLiquidated(openedPosition({ ...planned, leverage: by }, terms('0.0005')), stop, terms('0.0005'));
        if (leverage > 0) expect(survives(leverage)).toBe(true);
        if (leverage < planned.leverage) expect(survives(leverage + 1)).toBe(false);
      }),
    );
  });
});
