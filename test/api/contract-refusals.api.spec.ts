import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { Actors } from '../kit/actors.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import type { CallName } from '../kit/calls.js';
import { fund, realPerson, TRADE_PASSWORD, tradingPerson } from '../kit/factors.js';
import { expectInNineLanguages, expectRefused, type RefusedRow } from '../kit/refused.js';
import { Trader } from '../kit/trader.js';

type Fields = Record<string, string | number>;

const SYMBOL = 'BTCUSDT-PERP';
const clock = new FakeClock(WEDNESDAY_NOON);
let started: StartedApp;
/** Has a long position of 0.1 BTC, and 40,000 USDT less its margin for contracts. */
let ann: Trader;

const long = { symbol: SYMBOL, side: 'buy', positionSide: 'long', type: 'market', quantity: '0.1' };
const closing = { ...long, side: 'sell' };
const limit = { ...long, type: 'limit', price: '90000' };

async function funded(trader: Trader, amount = '40000'): Promise<Trader> {
  await trader.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount });
  return trader;
}

beforeAll(async () => {
  started = await startApp({ clock });
  ann = await funded(await Trader.demo(started));
  await ann.given('placeContractOrder', long);
}, 60_000);
afterAll(() => started.close());

const rows = (
  call: CallName,
  base: Fields,
  list: [Fields, string, string | undefined, string | RegExp][],
): RefusedRow[] => list.map(([fields, ...expected]) => [call, { ...base, ...fields }, ...expected]);

const UNKNOWN = (symbol: string): [Fields, string, undefined, string] => [
  { symbol },
  'market.symbol-unknown',
  undefined,
  `We don’t list “${symbol}”. Choose another instrument.`,
];
const DELIVERED: [Fields, string, undefined, string] = [
  { symbol: 'BTCUSDT-260102' },
  'market.delivered',
  undefined,
  'BTCUSDT-260102 was delivered on Jan 2, 2026, 8:00 AM UTC. Choose another contract.',
];
const NOT_LISTED: [Fields, string, undefined, string] = [
  { symbol: 'BTCUSDT-260213' },
  'market.not-listed',
  undefined,
  'BTCUSDT-260213 starts trading Jan 30, 2026, 8:00 AM UTC.',
];

/** An instrument of spot, a contract on nothing, and a day without a delivery. */
const NO_CONTRACTS = ['BTCUSDT', 'NOPEUSDT-PERP', 'BTCUSDT-260108'].map(UNKNOWN);
const BY_SYMBOL: [CallName, Fields][] = [
  ['placeContractOrder', limit],
  ['previewContractOrder', limit],
  ['amendContractOrder', { orderId: 'o-0000000000000000', price: '90000' }],
  ['setLeverage', { leverage: '5' }],
  ['setPositionMode', { mode: 'one-way' }],
  ['adjustPositionMargin', { side: 'long', amount: '10' }],
  ['setPositionProtection', { side: 'long', takeProfit: '200000' }],
];

const ROWS: RefusedRow[] = [
  ...BY_SYMBOL.flatMap(([call, fields]) => rows(call, fields, [...NO_CONTRACTS, DELIVERED, NOT_LISTED])),
  ...rows('cancelContractOrder', { orderId: 'o-0000000000000000' }, NO_CONTRACTS),
  ...rows('cancelAllContractOrders', {}, NO_CONTRACTS),
  ...rows('closePosition', { side: 'long' }, NO_CONTRACTS),
  ...rows('reversePosition', { side: 'long' }, NO_CONTRACTS),
  ...rows('closePositions', {}, NO_CONTRACTS),
  ...(['rollPosition', 'previewRoll'] as const).flatMap((call) =>
    rows(call, { side: 'long' }, [
      ...NO_CONTRACTS,
      [
        { symbol: SYMBOL },
        'contract.roll-perpetual',
        'symbol',
        'BTCUSDT-PERP never delivers, so there is nothing to roll. Keep or close the position.',
      ],
      [
        { symbol: 'BTCUSDT-260116' },
        'contract.no-later-contract',
        'symbol',
        'No later contract on BTCUSDT trades yet. Try again once the next one is listed.',
      ],
    ]),
  ),
  ...rows('rollPosition', { symbol: 'BTCUSDT-260109' }, [
    [
      { side: 'long' },
      'contract.no-position',
      'side',
      'You have no open position on this side of BTCUSDT-260109. Refresh the list.',
    ],
  ]),
  ...rows('placeContractOrder', limit, [
    [{ quantity: '0' }, 'order.quantity-not-positive', 'quantity', 'Enter a quantity or amount above 0.'],
    [
      { quantity: '0.10005' },
      'order.quantity-over-precise',
      'quantity',
      '0.10005 isn’t a multiple of the lot size 0.0001 BTC. Adjust the quantity.',
    ],
    [
      { quantity: '10.0001' },
      'order.quantity-above-maximum',
      'quantity',
      '10.0001 is above the maximum of 10 BTC. Reduce the quantity.',
    ],
    [
      { quantity: '10' },
      'order.insufficient-margin',
      'quantity',
      /^Not enough margin: you have 39,\d+\.\d+ USDT; this order needs 93,\d+\.\d+ USDT\. Reduce the quantity or transfer more first\.$/,
    ],
    [{ price: '0' }, 'order.price-not-positive', 'price', 'Enter a price above 0.'],
    [
      { price: '90000.001' },
      'order.price-over-precise',
      'price',
      '90,000.001 isn’t a multiple of the tick size 0.01. Adjust the price.',
    ],
    [
      { price: '900000' },
      'order.price-outside-band',
      'price',
      /^This price is too far from the market\. Enter a price from 4\d,\d+\.\d+ to 18\d,\d+\.\d+ USDT\.$/,
    ],
    [
      { type: 'stop-limit', stopPrice: '95000', price: '95000', trigger: 'last' },
      'contract.opening-trigger',
      'trigger',
      'An order that opens can only watch the mark price. Choose the mark price as trigger.',
    ],
    [
      { positionSide: 'both' },
      'contract.side-not-of-mode',
      'positionSide',
      'This order is for another position mode. Refresh the page and place it again.',
    ],
  ]),
  ...rows('placeContractOrder', long, [
    [
      { type: 'trailing-stop', callback: '1%' },
      'contract.trailing-stop-only-closes',
      'type',
      'A trailing stop of a contract only closes. Choose the side that closes your position.',
    ],
  ]),
  [
    'placeContractOrder',
    { ...long, symbol: 'SOLUSDT-PERP', quantity: '0.01' },
    'order.notional-below-minimum',
    'quantity',
    /^This order is worth 1\.\d+ USDT; the minimum is 5 USDT\. Increase the amount\.$/,
  ],
  ...rows('placeContractOrder', closing, [
    [
      { type: 'trailing-stop' },
      'order.callback-required',
      'callback',
      'Enter a callback: 1% or an amount in the quote asset.',
    ],
    [
      { type: 'trailing-stop', callback: '11%' },
      'order.callback-out-of-range',
      'callback',
      'Enter a callback from 0.1% to 10%.',
    ],
    [
      { type: 'trailing-stop', callback: '1%', activationPrice: '90000' },
      'order.activation-already-reached',
      'activationPrice',
      /^The price 9\d,\d+\.\d+ has already passed your activation price 90,000\. Change it or leave it out\.$/,
    ],
    [
      { quantity: '0.2' },
      'order.reduce-only-exceeds-position',
      'quantity',
      'Your position is 0.1 BTC. Enter that much or less to close it.',
    ],
    [
      { positionSide: 'short', side: 'buy' },
      'order.reduce-only-no-position',
      'quantity',
      'You have no position that this order could close. Check side and mode.',
    ],
    [
      { type: 'stop', stopPrice: '70000' },
      'contract.stop-beyond-liquidation',
      'stopPrice',
      /^Your position is liquidated at 83,\d+\.\d+ USDT, before this trigger\. Choose a trigger price nearer to the market\.$/,
    ],
    [
      { type: 'limit', price: '70000' },
      'contract.price-beyond-bankruptcy',
      'price',
      /^Your margin ends at 83,\d+\.\d+ USDT\. Choose a price that is no worse\.$/,
    ],
  ]),
  ...rows('closePosition', { symbol: SYMBOL, side: 'long' }, [
    [
      { quantity: '0.2' },
      'order.reduce-only-exceeds-position',
      'quantity',
      'Your position is 0.1 BTC. Enter that much or less to close it.',
    ],
    [{ quantity: '0' }, 'order.quantity-not-positive', 'quantity', 'Enter a quantity or amount above 0.'],
    [
      { side: 'short' },
      'contract.no-position',
      'side',
      'You have no open position on this side of BTCUSDT-PERP. Refresh the list.',
    ],
  ]),
  ...rows('setLeverage', { symbol: SYMBOL }, [
    [
      { leverage: '0' },
      'contract.leverage-out-of-range',
      'leverage',
      'For a position of this size, choose a leverage from 1x to 100x.',
    ],
    [
      { leverage: '101' },
      'contract.leverage-out-of-range',
      'leverage',
      'For a position of this size, choose a leverage from 1x to 100x.',
    ],
    [{ leverage: '10' }, 'contract.leverage-unchanged', 'leverage', 'Your leverage is already 10x. Choose another.'],
    [
      { leverage: '20' },
      'contract.quiz-needed',
      'leverage',
      'Leverage of 20x or more needs a passed quiz. Take the quiz or choose less.',
    ],
  ]),
  ...rows('setPositionMode', { symbol: SYMBOL }, [
    [{ mode: 'hedge' }, 'contract.mode-unchanged', 'mode', 'This position mode is already set. Choose the other one.'],
    [
      { mode: 'one-way' },
      'contract.mode-while-open',
      'mode',
      'You have a position or an open order in BTCUSDT-PERP. Close or cancel it first.',
    ],
  ]),
  ...rows('adjustPositionMargin', { symbol: SYMBOL, side: 'long' }, [
    [{ amount: '0' }, 'contract.margin-zero', 'amount', 'Enter an amount other than 0.'],
    [
      { amount: '999999' },
      'contract.margin-above-available',
      'amount',
      /^You have 39,\d+\.\d+ USDT available\. Reduce the amount or transfer more first\.$/,
    ],
    [
      { amount: '-500' },
      'contract.margin-not-removable',
      'amount',
      /^You can remove at most \d+(\.\d+)? USDT\. Reduce the amount\.$/,
    ],
  ]),
  ...rows('setPositionProtection', { symbol: SYMBOL }, [
    [
      { side: 'short', stopLoss: '120000' },
      'contract.no-position',
      'side',
      'You have no open position on this side of BTCUSDT-PERP. Refresh the list.',
    ],
    [
      { side: 'long', takeProfit: '90000.001' },
      'order.price-over-precise',
      'takeProfit',
      '90,000.001 isn’t a multiple of the tick size 0.01. Adjust the price.',
    ],
    [
      { side: 'long', takeProfit: '85000' },
      'contract.take-profit-on-wrong-side',
      'takeProfit',
      /^Your take-profit 85,000 is on the wrong side of [\d,.]+\. Set it above for a long, below for a short\.$/,
    ],
    [
      { side: 'long', stopLoss: '100000' },
      'contract.stop-loss-on-wrong-side',
      'stopLoss',
      /^Your stop-loss 100,000 is on the wrong side of [\d,.]+\. Set it below for a long, above for a short\.$/,
    ],
    [
      { side: 'long', stopLoss: '75000' },
      'contract.stop-beyond-liquidation',
      'stopLoss',
      /^Your position is liquidated at [\d,.]+ USDT, before this trigger\. Choose a trigger price nearer to the market\.$/,
    ],
  ]),
  [
    'passLeverageQuiz',
    { answers: '2,3,1,2,4' },
    'contract.quiz-failed',
    'answers',
    '4 of 5 answers are right; all must be. Check your answers and try again.',
  ],
];

describe('a call of contracts that cannot be', () => {
  it.each(ROWS)('%s %j is refused with %s at %s', (...row) => expectRefused(ann, row));

  it('says so in nine languages, each whole and in its own words', async () => {
    const once = new Map(ROWS.map((row) => [row[2], row]));
    for (const row of once.values()) await expectInNineLanguages(ann, row);
  });

  it('is previewed with the same refusals, at the same fields', async () => {
    for (const [call, fields, refusal, field] of ROWS) {
      if (call !== 'placeContractOrder') continue;
      const { refusal: refused, data } = await ann.get('previewContractOrder', fields);
      const found = refused === '' ? data.problems[0] : { refusal: refused, field: null };
      expect([fields, found?.refusal, found?.field]).toEqual([fields, refusal, field ?? null]);
    }
  });

  it('changes nothing: position, margin, settings and orders are as they were', async () => {
    const { positions, settings, quizPassed } = await ann.given('getPositions');
    expect(positions).toMatchObject([{ symbol: SYMBOL, side: 'long', quantity: '0.1' }]);
    expect([settings, quizPassed]).toEqual([[{ symbol: SYMBOL, mode: 'hedge', leverage: 10 }], false]);
    expect(await ann.given('getOpenOrders', { product: 'contract' })).toEqual([]);
  });
});

describe('the account that would trade contracts', () => {
  it('sets a trade password first, and enters it in each session; cancelling needs none', async () => {
    const { trader, account, password, userId } = await realPerson(started);
    await fund(started, userId, 'USDT', '3000');
    const missing = 'Set a trade password in the security centre first.';
    const order = { ...long, quantity: '0.01' };
    for (const [call, fields] of [
      ['placeContractOrder', order],
      ['amendContractOrder', { symbol: SYMBOL, orderId: 'o-0000000000000000', quantity: '0.02' }],
      ['adjustPositionMargin', { symbol: SYMBOL, side: 'long', amount: '10' }],
      ['setPositionProtection', { symbol: SYMBOL, side: 'long', stopLoss: '85000' }],
      ['closePositions', {}],
    ] as const)
      await trader.when(call, fields).then('security.trade-password-missing', missing);
    const { problems } = await trader.when('previewContractOrder', order).then();
    expect(problems[0]).toMatchObject({ refusal: 'security.trade-password-missing', message: missing });
    await trader.given('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    await funded(trader, '3000');
    await trader.given('placeContractOrder', order);
    const { token } = await new Trader(started).given('userLogin', { account, password });
    const elsewhere = new Trader(started, token, userId);
    for (const call of ['closePosition', 'reversePosition', 'closePositions'] as const)
      await elsewhere
        .when(call, { symbol: SYMBOL, ...(call !== 'closePositions' && { side: 'long' }) })
        .then('security.trade-password-required');
    await elsewhere.given('cancelAllContractOrders');
    expect((await elsewhere.given('getPositions')).positions).toHaveLength(1);
  });

  it('of a real person is held to the cap of the risk class; a demo account has none', async () => {
    const { trader, userId } = await tradingPerson(started);
    await fund(started, userId, 'USDT', '30000');
    await funded(trader, '30000');
    await trader.given('setLeverage', { symbol: SYMBOL, leverage: '5' });
    await trader
      .when('placeContractOrder', { ...long, quantity: '1' })
      .then('contract.cap-exceeded', 'Your risk class');
  });

  it('may not be frozen, and of a demo account not expired', async () => {
    const { trader, password } = await tradingPerson(started);
    await trader.given('freezeAccount', { password });
    await trader.when('placeContractOrder', long).then('session.ended');
    const demo = new Trader(started, await new Actors(started).token('demo-expired'));
    const expired = 'Your demo account has expired. Reset it to continue.';
    for (const [call, fields] of BY_SYMBOL)
      if (!call.startsWith('preview'))
        await demo.when(call, { ...fields, symbol: SYMBOL }).then('demo.expired', expired);
  });
});
