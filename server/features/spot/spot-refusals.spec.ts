import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../../shared/language.js';
import { orderRefusals } from '../../../contracts/order.contract.js';
import { funds } from '../../engine/writer/decider.testkit.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { Messages } from '../../edge/http/messages.js';
import { bundle } from '../../../test/kit/words.js';
import { LIMITS, type BookRefusal } from '../../trading/matching/book.js';
import { toUserRefusal } from '../../trading/venue/refusals.rules.js';
import {
  amend,
  BTC_TERMS,
  cancel,
  limit,
  market,
  ownerOf,
  place,
  placeOco,
  QuotedMarket,
  spot,
} from './spot.testkit.js';

const messages = new Messages();

const BEYOND_LIMITS = 'order.beyond-price-limits';
/** Refused in sessions that close by an auction alone. */
const AT_CLOSE = 'order.attached-not-at-close';
/** Proven where contracts are. */
const OF_POSITIONS = 'order.insufficient-margin';
const resting = limit('buy', '2', '98');
const stop = { side: 'buy', kind: 'stop', stopPrice: '106', quantity: '1' } as const;
const attached = (levels: string) => ({ ...limit('buy', '1', '99'), attached: levels });
const trailing = (callback: string | undefined) =>
  ({ side: 'buy', kind: 'trailing-stop', quantity: '1', callback }) as const;
const oco = { side: 'buy', quantity: '1', price: '95', stopPrice: '106' } as const;
const crossing = limit('buy', '15', '101');
const many = Array.from({ length: LIMITS.openOrdersPerOwner }, (_, n) =>
  place({ ...limit('buy', '0.02', '98'), orderId: `o-${n}` }),
);
const ORDER_OF_OCO =
  'Limit 107 and stop 106 are on the wrong sides. To buy, set the limit below the market and the stop above. To sell, do the reverse.';
const ONE_LOT = { ...BTC_TERMS.limits, minNotional: '0.01' };

type Sent = ReturnType<typeof place | typeof placeOco | typeof amend | typeof cancel>;

/**
 * The agents quote 99.00 / 101.00 around 100.00 in ticks of 0.01 and lots of 0.001. Every command is refused by the code before
 * it, after what is given.
 */
const REFUSED: [code: string, english: string, when: Sent, ...given: Sent[]][] = [
  [
    'order.field-not-for-type',
    'This order type doesn’t use “stopPrice”. Remove it.',
    place({ ...resting, stopPrice: '97' }),
  ],
  ['order.field-not-for-type', 'This order type doesn’t use “price”. Remove it.', amend({ price: '107' }), place(stop)],
  ['order.price-required', 'Enter a limit price.', place({ side: 'buy', kind: 'limit', quantity: '2' })],
  ['order.price-not-positive', 'Enter a price above 0.', place(limit('buy', '2', '0'))],
  [
    'order.price-over-precise',
    '98.001 isn’t a multiple of the tick size 0.01. Adjust the price.',
    place(limit('buy', '2', '98.001')),
  ],
  ['order.stop-price-required', 'Enter a stop price.', place({ side: 'buy', kind: 'stop', quantity: '1' })],
  ['order.stop-price-not-positive', 'Enter a stop price above 0.', place({ ...stop, stopPrice: '0' })],
  [
    'order.stop-price-over-precise',
    'Stop price 106.123 isn’t a multiple of the tick size 0.01. Adjust it.',
    place({ ...stop, stopPrice: '106.123' }),
  ],
  [
    'order.auction-needs-quantity',
    'An order for an auction needs a quantity. Enter how much to buy.',
    place({ side: 'buy', kind: 'market', quoteAmount: '50', timeInForce: 'ATC' }),
  ],
  [
    'order.no-closing-auction',
    'This session of BTCUSDT ends without an auction. Choose another time in force.',
    place({ ...limit('buy', '1', '98'), timeInForce: 'ATC' }),
  ],
  ['order.quantity-required', 'Enter a quantity or an amount.', place({ side: 'buy', kind: 'limit', price: '98' })],
  ['order.quantity-not-positive', 'Enter a quantity or amount above 0.', place(limit('buy', '0', '98'))],
  [
    'order.quantity-not-positive',
    'Enter a quantity or amount above 0.',
    place({ side: 'buy', kind: 'market', quoteAmount: '0' }),
  ],
  [
    'order.quantity-over-precise',
    '1.0001 isn’t a multiple of the lot size 0.001 BTC. Adjust the quantity.',
    place(limit('buy', '1.0001', '98')),
  ],
  [
    'order.quantity-below-minimum',
    '0.001 is below the minimum of 0.005 BTC. Increase the quantity.',
    place(limit('buy', '0.001', '98')),
  ],
  [
    'order.quantity-above-maximum',
    '9,001 is above the maximum of 9,000 BTC. Reduce the quantity.',
    place(limit('buy', '9001', '98')),
  ],
  [
    'order.quote-amount-only-for-market-buys',
    'Only market buys take an amount. Enter a quantity instead.',
    place({ side: 'sell', kind: 'market', quoteAmount: '50' }),
  ],
  [
    'order.quote-amount-below-one-lot',
    'This amount is too small to buy 0.001 BTC. Increase it.',
    place({ side: 'buy', kind: 'market', quoteAmount: '0.05', limits: ONE_LOT }),
  ],
  [
    'order.notional-below-minimum',
    'This order is worth 0.98 USDT; the minimum is 1 USDT. Increase the amount.',
    place(limit('buy', '0.01', '98')),
  ],
  [
    'order.notional-above-maximum',
    'This order is worth 4,320,000 USDT; the maximum is 1,000,000 USDT. Reduce the amount.',
    place(limit('buy', '9000', '480')),
  ],
  [
    'order.notional-above-maximum',
    'This order is worth 1,000,001 USDT; the maximum is 1,000,000 USDT. Reduce the amount.',
    place({ side: 'buy', kind: 'market', quoteAmount: '1000001' }),
  ],
  [
    'order.price-outside-band',
    'This price is too far from the market. Enter a price from 20 to 500 USDT.',
    place(limit('buy', '2', '500.01')),
  ],
  [
    'order.price-outside-band',
    'This price is too far from the market. Enter a price from 20 to 500 USDT.',
    place({ ...stop, stopPrice: '600' }),
  ],
  [
    'order.time-in-force-not-allowed',
    'This order type doesn’t support GTC. Choose another time in force.',
    place({ ...market('buy', '1'), timeInForce: 'GTC' }),
  ],
  [
    'order.post-only-not-allowed',
    'Post-only works with GTC limit orders only. Turn it off or change the order.',
    place({ ...resting, postOnly: true, timeInForce: 'IOC' }),
  ],
  [
    'order.stop-already-reached',
    'The price 100 has already passed your stop 99. Change the stop price.',
    place({ ...stop, stopPrice: '99' }),
  ],
  [
    'order.take-profit-already-reached',
    'The price 100 has already passed your trigger price 106. Change the trigger price.',
    place({ ...stop, kind: 'take-profit' }),
  ],
  ['order.callback-required', 'Enter a callback: 1% or an amount in the quote asset.', place(trailing(undefined))],
  [
    'order.field-not-for-type',
    'This order type doesn’t use “stopPrice”. Remove it.',
    place({ ...trailing('1%'), stopPrice: '97' }),
  ],
  [
    'order.field-not-for-type',
    'This order type doesn’t use “stopPrice”. Remove it.',
    amend({ stopPrice: '97' }),
    place(trailing('1%')),
  ],
  ['order.callback-over-precise', 'The callback has to be a multiple of 0.01%. Adjust it.', place(trailing('1.005%'))],
  ['order.callback-out-of-range', 'Enter a callback from 0.1% to 10%.', place(trailing('10.01%'))],
  ['order.callback-out-of-range', 'Enter a callback from 0.1 USDT to 10 USDT.', place(trailing('0.09'))],
  ['order.price-not-positive', 'Enter a price above 0.', place({ ...trailing('1%'), activationPrice: '0' })],
  [
    'order.activation-already-reached',
    'The price 100 has already passed your activation price 100. Change it or leave it out.',
    place({ ...trailing('1%'), activationPrice: '100' }),
  ],
  [
    'order.attached-not-for-closing',
    'Take-profit and stop-loss come with an order that opens. This order closes, so remove them.',
    place({ ...attached('100:90:'), side: 'sell' }),
  ],
  [
    'order.attached-level-empty',
    'A level needs a take-profit or a stop-loss. Enter a price or remove the level.',
    place(attached('50:110:,50::')),
  ],
  [
    'order.attached-share-above-whole',
    'Your levels cover 110% together. Reduce them to 100% or less.',
    place(attached('60:110:,50:120:')),
  ],
  [
    'order.attached-take-profit-on-wrong-side',
    'The take-profit 95 is on the wrong side of the entry price 99. Set it above for a buy, below for a sell.',
    place(attached('100:95:')),
  ],
  [
    'order.attached-stop-loss-on-wrong-side',
    'The stop-loss 99 is on the wrong side of the entry price 99. Set it below for a buy, above for a sell.',
    place(attached('100::99')),
  ],
  [
    'order.price-over-precise',
    '110.001 isn’t a multiple of the tick size 0.01. Adjust the price.',
    place(attached('100:110.001:')),
  ],
  ['order.oco-prices-out-of-order', ORDER_OF_OCO, placeOco({ ...oco, price: '107' })],
  ['order.oco-prices-out-of-order', ORDER_OF_OCO, amend({ orderId: 'o-limit', price: '107' }), placeOco(oco)],
  ['order.not-found', 'We can’t find this order. Refresh the list.', cancel('o-none')],
  ['order.not-found', 'We can’t find this order. Refresh the list.', cancel('o-1', 'bob'), place(resting)],
  ['order.already-exists', 'An order with this ID already exists. Refresh the list.', place(resting), place(resting)],
  [
    'order.quantity-below-filled',
    '10 BTC is already filled. Enter a larger quantity.',
    amend({ quantity: '9' }),
    place(limit('buy', '15', '100')),
    place({ ...market('buy', '10'), orderId: 'o-3' }, 'bob'),
    place({ ...limit('sell', '10', '100'), orderId: 'o-2' }, 'bob'),
  ],
  [
    'order.nothing-to-amend',
    'Nothing changed. Enter a new price or quantity.',
    amend({ quantity: '2' }),
    place(resting),
  ],
  [
    'order.too-many-open-orders',
    'You can have 200 open orders per market. Cancel one first.',
    place({ ...resting, orderId: 'o-last' }),
    ...many,
  ],
  [
    'order.post-only-would-cross',
    'At 101 this post-only order would fill at once. Change the price.',
    place({ ...crossing, postOnly: true }),
  ],
  [
    'order.fok-unfillable',
    'The book can’t fill this order completely now. Reduce the quantity or change the price.',
    place({ ...crossing, timeInForce: 'FOK' }),
  ],
  [
    'order.insufficient-balance',
    'Insufficient balance: you have 100,000 USDT; this order needs 196,196 USDT. Reduce the amount or deposit.',
    place(limit('buy', '2000', '98')),
  ],
];

/** What the form's own rules keep from the book, and what takes a million orders. */
const BY_THE_BOOK: [refusal: BookRefusal, code: string, english: string][] = [
  [
    refuse('book.quantity-above-limit', { lots: 5000, limitLots: 3000 }),
    'order.quantity-above-maximum',
    '5 is above the maximum of 3 BTC. Reduce the quantity.',
  ],
  [
    refuse('book.notional-above-limit', { notionalTickLots: 500_000, limitTickLots: 300_000 }),
    'order.notional-above-maximum',
    'This order is worth 5 USDT; the maximum is 3 USDT. Reduce the amount.',
  ],
  [
    refuse('book.stop-price-not-allowed', { kind: 'limit' }),
    'order.field-not-for-type',
    'This order type doesn’t use “stopPrice”. Remove it.',
  ],
  [
    refuse('order.not-in-call', { kind: 'market', timeInForce: 'IOC' }),
    'order.not-in-call',
    'Before the open, only GTC limit, stop, OPG and ATC orders are accepted, without post-only.',
  ],
  [
    refuse('order.only-in-call', { kind: 'limit', timeInForce: 'OPG' }),
    'order.only-in-call',
    'OPG orders are accepted before the open only. Choose another time in force.',
  ],
  [
    refuse('order.closing-cut-off', { timeInForce: 'ATC' }),
    'order.closing-cut-off',
    'The cut-off has passed. ATC orders can’t be placed, changed or cancelled until the close.',
  ],
  [
    refuse('order.crosses-own-order', { priceTicks: 9_950, ownTicks: 9_900 }),
    'order.crosses-own-order',
    'Your own order at 99 would trade with this one. Cancel or change it first.',
  ],
  [
    refuse('order.reduce-only-no-position', { lots: 1 }),
    'order.reduce-only-no-position',
    'You have no position that this order could close. Check side and mode.',
  ],
  [
    refuse('order.reduce-only-exceeds-position', { lots: 5000, positionLots: 3000 }),
    'order.reduce-only-exceeds-position',
    'Your position is 3 BTC. Enter that much or less to close it.',
  ],
  [
    refuse('order.book-full', { limit: LIMITS.openOrdersPerBook }),
    'order.book-full',
    'The order book is full right now. Try again in a minute.',
  ],
];

/** In these words, and in every language with all that they name. */
function expectSentence(refused: Refusal, english: string): void {
  expect(messages.refusal('en', refused)).toBe(english);
  const { refusal, params } = refused;
  for (const lang of languageKeys) {
    const noun = refusal.startsWith('order.') ? 'order-refusal' : 'refusal';
    const texts = bundle(lang, noun);
    const names = [...(texts[refusal] ?? '{{text}}').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
    const missing = names.filter((name) => params[name] === undefined || params[name] === '');
    expect([lang, refusal, missing]).toEqual([lang, refusal, []]);
  }
}

describe('a refused order', () => {
  it.each(REFUSED)('is told why: %s', (code, english, when, ...given) => {
    const { refusal } = spot()
      .and(...given)
      .when(when);
    expect(refusal?.refusal).toBe(code);
    expectSentence(refusal as Refusal, english);
  });

  it.each(BY_THE_BOOK)('is told by the book in prices and quantities: %j', (refusal, code, english) => {
    const refused = toUserRefusal(refusal, BTC_TERMS.spec);
    expect(isRefusal(refused) && refused.refusal).toBe(code);
    expectSentence(refused, english);
  });

  it('is told when a closed market opens, in the words of the language', () => {
    const agents = new QuotedMarket();
    agents.closed = true;
    const refusal = spot(agents).when(place(resting)).refusal as Refusal;
    expectSentence(refusal, 'The market for BTCUSDT is closed. It opens Jan 1, 1970, 12:16 AM UTC.');
    expect(messages.refusal('de', refusal)).toContain('01.01.1970, 00:16 UTC');
  });

  it('is told that no levels go with an order at the close', () => {
    const agents = new QuotedMarket();
    agents.session = { open: true, phase: 'open', cutOffAt: Number.MAX_SAFE_INTEGER };
    const refusal = spot(agents).when(place({ ...attached('100:110:'), timeInForce: 'ATC' })).refusal as Refusal;
    expect(refusal.refusal).toBe(AT_CLOSE);
    expectSentence(
      refusal,
      'An order at the close can’t carry take-profit and stop-loss. Choose another time in force.',
    );
  });

  it.each([
    ['price', place(limit('buy', '2', '84.99'))],
    ['price', place(limit('sell', '2', '115.01'))],
    ['stopPrice', place({ ...stop, stopPrice: '115.01' })],
    ['price', amend({ price: '84.99' })],
  ] as const)('is told between which prices the venue trades today: %s', (field, when) => {
    const agents = new QuotedMarket();
    agents.priceLimits = { lowTicks: 8_500, highTicks: 11_500 };
    const world = spot(agents).and(place(limit('buy', '2', '85')));
    const refusal = world.when(when).refusal as Refusal;
    expect(refusal).toMatchObject({ refusal: BEYOND_LIMITS, params: { field } });
    expectSentence(refusal, 'Today this price may only be from 85 to 115 USDT. Enter a price within these limits.');
  });

  it('is no market order that could trade beyond the limits of the day, with orders of an earlier one', () => {
    const agents = new QuotedMarket();
    agents.quotes = { bids: [], asks: [] };
    const world = spot(agents).and(
      funds(ownerOf('bob'), 'BTC', '10'),
      place({ ...limit('sell', '1', '104'), orderId: 'o-old' }, 'bob'),
    );
    agents.priceLimits = { lowTicks: 8_500, highTicks: 10_300 };
    const { events } = world.when(place(market('buy', '1')));
    expect(events.map(({ type }) => type)).not.toContain('SpotOrderMatched');
    agents.priceLimits = { lowTicks: 8_500, highTicks: 10_400 };
    world.and(place({ ...market('buy', '1'), orderId: 'o-2' }));
    expect(world.funds(ownerOf('alice'), 'BTC')).toBe('1 0');
  });

  it('finds every reason of the contract here', () => {
    const covered = new Set([
      BEYOND_LIMITS,
      OF_POSITIONS,
      AT_CLOSE,
      ...REFUSED.map(([code]) => code),
      ...BY_THE_BOOK.map(([, code]) => code),
    ]);
    expect(Object.keys(orderRefusals).filter((code) => !covered.has(code))).toEqual([]);
  });
});
