import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageKeys } from '../../../contracts/envelope.contract.js';
import { spotRefusals } from '../../../contracts/spot.contract.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { Messages } from '../../edge/http/messages.js';
import { LIMITS } from '../../market/matching/book.js';
import { inWords } from './spot-refusals.rules.js';
import { BTC_TERMS, spotWorld, type Outcome, type SpotWorld } from './spot.testkit.js';

const LOCALES = join(import.meta.dirname, '..', '..', '..', 'locales');
const messages = new Messages(LOCALES);

const limit = { side: 'buy', kind: 'limit', price: '98', quantity: '2' } as const;
const rest = (world: SpotWorld): string => world.place(limit).order().orderId;
const oco = { side: 'buy', quantity: '1', price: '95', stopPrice: '106' } as const;

/** The agents quote 99.00 / 101.00 around 100.00 in ticks of 0.01 and lots of 0.001. Every wish is refused by the code beside it. */
const REFUSED: [code: string, wish: (world: SpotWorld) => Outcome, english: string][] = [
  [
    'spot.field-not-for-type',
    (world) => world.place({ ...limit, stopPrice: '97' }),
    'The field “stopPrice” does not belong to this type of order.',
  ],
  [
    'spot.field-not-for-type',
    (world) => {
      const stop = world.place({ side: 'buy', kind: 'stop', stopPrice: '106', quantity: '1' }).order();
      return world.amend(stop.orderId, { price: '107' });
    },
    'The field “price” does not belong to this type of order.',
  ],
  ['spot.price-required', (world) => world.place({ ...limit, price: undefined }), 'Please enter a limit price.'],
  ['spot.price-not-positive', (world) => world.place({ ...limit, price: '0' }), 'The price must be above 0.'],
  [
    'spot.price-over-precise',
    (world) => world.place({ ...limit, price: '98.001' }),
    'The price 98.001 is not a multiple of the tick size 0.01.',
  ],
  [
    'spot.stop-price-required',
    (world) => world.place({ side: 'buy', kind: 'stop', quantity: '1' }),
    'Please enter a stop price.',
  ],
  [
    'spot.stop-price-not-positive',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '0', quantity: '1' }),
    'The stop price must be above 0.',
  ],
  [
    'spot.stop-price-over-precise',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '106.123', quantity: '1' }),
    'The stop price 106.123 is not a multiple of the tick size 0.01.',
  ],
  [
    'spot.quantity-required',
    (world) => world.place({ ...limit, quantity: undefined }),
    'Please enter a quantity or an amount.',
  ],
  [
    'spot.quantity-not-positive',
    (world) => world.place({ ...limit, quantity: '0' }),
    'The quantity or amount must be above 0.',
  ],
  [
    'spot.quantity-not-positive',
    (world) => world.place({ side: 'buy', kind: 'market', quoteAmount: '0' }),
    'The quantity or amount must be above 0.',
  ],
  [
    'spot.quantity-over-precise',
    (world) => world.place({ ...limit, quantity: '1.0001' }),
    'The quantity 1.0001 is not a multiple of the lot size 0.001 BTC.',
  ],
  [
    'spot.quantity-below-minimum',
    (world) => world.place({ ...limit, quantity: '0.001' }),
    'The quantity 0.001 is below the minimum of 0.005 BTC.',
  ],
  [
    'spot.quantity-above-maximum',
    (world) => world.place({ ...limit, quantity: '9001' }),
    'The quantity 9,001 is above the maximum of 9,000 BTC.',
  ],
  [
    'spot.quote-amount-only-for-market-buys',
    (world) => world.place({ side: 'sell', kind: 'market', quoteAmount: '50' }),
    'An amount to spend is possible for market buys only.',
  ],
  [
    'spot.quote-amount-below-one-lot',
    (world) => {
      const limits = { ...BTC_TERMS.limits, minNotional: '0.01' };
      return world.place({ side: 'buy', kind: 'market', quoteAmount: '0.05', limits });
    },
    'The amount does not buy the smallest quantity of 0.001 BTC.',
  ],
  [
    'spot.notional-below-minimum',
    (world) => world.place({ ...limit, quantity: '0.01' }),
    'The order is worth 0.98 USDT; the minimum is 1 USDT.',
  ],
  [
    'spot.notional-above-maximum',
    (world) => world.place({ ...limit, price: '480', quantity: '9000' }),
    'The order is worth 4,320,000 USDT; the maximum is 1,000,000 USDT.',
  ],
  [
    'spot.notional-above-maximum',
    (world) => world.place({ side: 'buy', kind: 'market', quoteAmount: '1000001' }),
    'The order is worth 1,000,001 USDT; the maximum is 1,000,000 USDT.',
  ],
  [
    'spot.price-outside-band',
    (world) => world.place({ ...limit, price: '500.01' }),
    'The price must lie between 20 and 500 USDT.',
  ],
  [
    'spot.price-outside-band',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '600', quantity: '1' }),
    'The price must lie between 20 and 500 USDT.',
  ],
  [
    'spot.time-in-force-not-allowed',
    (world) => world.place({ side: 'buy', kind: 'market', quantity: '1', timeInForce: 'GTC' }),
    'GTC is not possible for this type of order.',
  ],
  [
    'spot.post-only-not-allowed',
    (world) => world.place({ ...limit, postOnly: true, timeInForce: 'IOC' }),
    'Post-only is possible for limit orders that stay good till cancelled only.',
  ],
  [
    'spot.stop-already-reached',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '99', quantity: '1' }),
    'The last price 100 has already reached the stop price 99; the order was not placed.',
  ],
  [
    'spot.oco-prices-out-of-order',
    (world) => world.placeOco({ ...oco, price: '107' }),
    'Limit price 107 and stop price 106 are on the wrong sides: a buy has its limit below and its stop above the market, a sell the other way round.',
  ],
  [
    'spot.oco-not-amendable',
    (world) => world.amend(world.placeOco(oco).orders[0]?.orderId ?? '', { quantity: '0.5' }),
    'An OCO order cannot be amended; cancel it and place it anew.',
  ],
  ['spot.order-not-found', (world) => world.cancel('o-none'), 'There is no such order.'],
  ['spot.order-not-found', (world) => world.cancel(rest(world), 'bob'), 'There is no such order.'],
  [
    'spot.order-already-exists',
    (world) => world.place({ ...limit, orderId: rest(world) }),
    'There is already an order with this number.',
  ],
  [
    'spot.quantity-below-filled',
    (world) => {
      const { orderId } = world.place({ side: 'buy', kind: 'limit', price: '101', quantity: '15' }).order();
      return world.amend(orderId, { quantity: '9' });
    },
    '10 BTC are filled already; the new quantity must be above that.',
  ],
  [
    'spot.nothing-to-amend',
    (world) => world.amend(rest(world), { quantity: '2' }),
    'The order already has this price and quantity.',
  ],
  [
    'spot.too-many-open-orders',
    (world) => {
      for (let n = 0; n < LIMITS.openOrdersPerOwner; n += 1) world.place({ ...limit, quantity: '0.02' });
      return world.place(limit);
    },
    'At most 200 orders may be open in one market. Please cancel one first.',
  ],
  [
    'spot.post-only-would-cross',
    (world) => world.place({ ...limit, price: '101', postOnly: true }),
    'At 101 the post-only order would trade at once; it was not placed.',
  ],
  [
    'spot.fok-unfillable',
    (world) => world.place({ ...limit, price: '101', quantity: '11', timeInForce: 'FOK' }),
    'The order cannot be filled completely at once and was not placed.',
  ],
  [
    'spot.insufficient-balance',
    (world) => world.place({ ...limit, quantity: '2000' }),
    'Insufficient balance: 196,196 USDT needed, 100,000 USDT available.',
  ],
];

/** What the form's own rules keep from the book, and what takes a million orders. */
const BY_THE_BOOK: [refusal: Refusal, code: string, english: string][] = [
  [
    refuse('spot.quantity-above-limit', { lots: 5000, limitLots: 3000 }),
    'spot.quantity-above-maximum',
    'The quantity 5 is above the maximum of 3 BTC.',
  ],
  [
    refuse('spot.notional-above-limit', { notionalTickLots: 500_000, limitTickLots: 300_000 }),
    'spot.notional-above-maximum',
    'The order is worth 5 USDT; the maximum is 3 USDT.',
  ],
  [
    refuse('spot.stop-price-not-allowed', { kind: 'limit' }),
    'spot.field-not-for-type',
    'The field “stopPrice” does not belong to this type of order.',
  ],
  [
    refuse('spot.book-full', { limit: LIMITS.openOrdersPerBook }),
    'spot.book-full',
    'The order book is full at the moment. Please try again later.',
  ],
];

function expectCompleteTexts({ refusal, params }: Refusal): void {
  for (const lang of languageKeys) {
    const noun = refusal.startsWith('spot.') ? 'spot-refusal' : 'refusal';
    const texts = JSON.parse(readFileSync(join(LOCALES, lang, `${noun}.json`), 'utf8')) as Record<string, string>;
    const names = [...(texts[refusal] ?? '{{text}}').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
    const missing = names.filter((name) => params[name] === undefined || params[name] === '');
    expect([lang, refusal, missing]).toEqual([lang, refusal, []]);
  }
}

describe('a refused order', () => {
  it.each(REFUSED)('is told why: %s', (code, wish, english) => {
    const { refusal = 'nothing', params } = wish(spotWorld());
    expect(refusal).toBe(code);
    expect(messages.refusal('en', refuse(refusal, params))).toBe(english);
    expectCompleteTexts(refuse(refusal, params));
  });

  it.each(BY_THE_BOOK)('is told by the book in prices and quantities: %j', (refusal, code, english) => {
    const told = inWords(refusal, BTC_TERMS.spec);
    expect(isRefusal(told) && told.refusal).toBe(code);
    expect(messages.refusal('en', told)).toBe(english);
    expectCompleteTexts(told);
  });

  it('is told when a closed market opens, in the words of the language', () => {
    const world = spotWorld();
    world.closed = true;
    const { refusal = '', params } = world.place(limit);
    expect(messages.refusal('en', refuse(refusal, params))).toBe(
      'The market for BTCUSDT is closed; it opens Jan 1, 1970, 12:16 AM UTC.',
    );
    expect(messages.refusal('de', refuse(refusal, params))).toContain('01.01.1970, 00:16 UTC');
    expectCompleteTexts(refuse(refusal, params));
  });

  it('finds every reason of the contract here', () => {
    const shown = new Set([...REFUSED.map(([code]) => code), ...BY_THE_BOOK.map(([, code]) => code)]);
    expect(Object.keys(spotRefusals).filter((code) => !shown.has(code))).toEqual([]);
  });
});
