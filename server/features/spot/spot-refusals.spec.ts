import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageKeys } from '../../../shared/language.js';
import { spotRefusals } from '../../../contracts/spot.contract.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { Messages } from '../../edge/http/messages.js';
import { LIMITS } from '../../trading/matching/book.js';
import { toUserRefusal } from '../../trading/venue/refusals.rules.js';
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
    'This order type doesn’t use “stopPrice”. Remove it.',
  ],
  [
    'spot.field-not-for-type',
    (world) => {
      const stop = world.place({ side: 'buy', kind: 'stop', stopPrice: '106', quantity: '1' }).order();
      return world.amend(stop.orderId, { price: '107' });
    },
    'This order type doesn’t use “price”. Remove it.',
  ],
  ['spot.price-required', (world) => world.place({ ...limit, price: undefined }), 'Enter a limit price.'],
  ['spot.price-not-positive', (world) => world.place({ ...limit, price: '0' }), 'Enter a price above 0.'],
  [
    'spot.price-over-precise',
    (world) => world.place({ ...limit, price: '98.001' }),
    '98.001 isn’t a multiple of the tick size 0.01. Adjust the price.',
  ],
  [
    'spot.stop-price-required',
    (world) => world.place({ side: 'buy', kind: 'stop', quantity: '1' }),
    'Enter a stop price.',
  ],
  [
    'spot.stop-price-not-positive',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '0', quantity: '1' }),
    'Enter a stop price above 0.',
  ],
  [
    'spot.stop-price-over-precise',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '106.123', quantity: '1' }),
    'Stop price 106.123 isn’t a multiple of the tick size 0.01. Adjust it.',
  ],
  [
    'spot.quantity-required',
    (world) => world.place({ ...limit, quantity: undefined }),
    'Enter a quantity or an amount.',
  ],
  [
    'spot.quantity-not-positive',
    (world) => world.place({ ...limit, quantity: '0' }),
    'Enter a quantity or amount above 0.',
  ],
  [
    'spot.quantity-not-positive',
    (world) => world.place({ side: 'buy', kind: 'market', quoteAmount: '0' }),
    'Enter a quantity or amount above 0.',
  ],
  [
    'spot.quantity-over-precise',
    (world) => world.place({ ...limit, quantity: '1.0001' }),
    '1.0001 isn’t a multiple of the lot size 0.001 BTC. Adjust the quantity.',
  ],
  [
    'spot.quantity-below-minimum',
    (world) => world.place({ ...limit, quantity: '0.001' }),
    '0.001 is below the minimum of 0.005 BTC. Increase the quantity.',
  ],
  [
    'spot.quantity-above-maximum',
    (world) => world.place({ ...limit, quantity: '9001' }),
    '9,001 is above the maximum of 9,000 BTC. Reduce the quantity.',
  ],
  [
    'spot.quote-amount-only-for-market-buys',
    (world) => world.place({ side: 'sell', kind: 'market', quoteAmount: '50' }),
    'Only market buys take an amount. Enter a quantity instead.',
  ],
  [
    'spot.quote-amount-below-one-lot',
    (world) => {
      const limits = { ...BTC_TERMS.limits, minNotional: '0.01' };
      return world.place({ side: 'buy', kind: 'market', quoteAmount: '0.05', limits });
    },
    'This amount is too small to buy 0.001 BTC. Increase it.',
  ],
  [
    'spot.notional-below-minimum',
    (world) => world.place({ ...limit, quantity: '0.01' }),
    'This order is worth 0.98 USDT; the minimum is 1 USDT. Increase the amount.',
  ],
  [
    'spot.notional-above-maximum',
    (world) => world.place({ ...limit, price: '480', quantity: '9000' }),
    'This order is worth 4,320,000 USDT; the maximum is 1,000,000 USDT. Reduce the amount.',
  ],
  [
    'spot.notional-above-maximum',
    (world) => world.place({ side: 'buy', kind: 'market', quoteAmount: '1000001' }),
    'This order is worth 1,000,001 USDT; the maximum is 1,000,000 USDT. Reduce the amount.',
  ],
  [
    'spot.price-outside-band',
    (world) => world.place({ ...limit, price: '500.01' }),
    'This price is too far from the market. Enter a price from 20 to 500 USDT.',
  ],
  [
    'spot.price-outside-band',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '600', quantity: '1' }),
    'This price is too far from the market. Enter a price from 20 to 500 USDT.',
  ],
  [
    'spot.time-in-force-not-allowed',
    (world) => world.place({ side: 'buy', kind: 'market', quantity: '1', timeInForce: 'GTC' }),
    'This order type doesn’t support GTC. Choose another time in force.',
  ],
  [
    'spot.post-only-not-allowed',
    (world) => world.place({ ...limit, postOnly: true, timeInForce: 'IOC' }),
    'Post-only works with GTC limit orders only. Turn it off or change the order.',
  ],
  [
    'spot.stop-already-reached',
    (world) => world.place({ side: 'buy', kind: 'stop', stopPrice: '99', quantity: '1' }),
    'The last price 100 has already passed your stop 99. Change the stop price.',
  ],
  [
    'spot.oco-prices-out-of-order',
    (world) => world.placeOco({ ...oco, price: '107' }),
    'Limit 107 and stop 106 are on the wrong sides. To buy, set the limit below the market and the stop above. To sell, do the reverse.',
  ],
  [
    'spot.oco-prices-out-of-order',
    (world) => world.amend(world.placeOco(oco).orders[0]?.orderId ?? '', { price: '107' }),
    'Limit 107 and stop 106 are on the wrong sides. To buy, set the limit below the market and the stop above. To sell, do the reverse.',
  ],
  ['spot.order-not-found', (world) => world.cancel('o-none'), 'We can’t find this order. Refresh the list.'],
  ['spot.order-not-found', (world) => world.cancel(rest(world), 'bob'), 'We can’t find this order. Refresh the list.'],
  [
    'spot.order-already-exists',
    (world) => world.place({ ...limit, orderId: rest(world) }),
    'An order with this ID already exists. Refresh the list.',
  ],
  [
    'spot.quantity-below-filled',
    (world) => {
      const { orderId } = world.place({ side: 'buy', kind: 'limit', price: '101', quantity: '15' }).order();
      return world.amend(orderId, { quantity: '9' });
    },
    '10 BTC is already filled. Enter a larger quantity.',
  ],
  [
    'spot.nothing-to-amend',
    (world) => world.amend(rest(world), { quantity: '2' }),
    'Nothing changed. Enter a new price or quantity.',
  ],
  [
    'spot.too-many-open-orders',
    (world) => {
      for (let n = 0; n < LIMITS.openOrdersPerOwner; n += 1) world.place({ ...limit, quantity: '0.02' });
      return world.place(limit);
    },
    'You can have 200 open orders per market. Cancel one first.',
  ],
  [
    'spot.post-only-would-cross',
    (world) => world.place({ ...limit, price: '101', postOnly: true }),
    'At 101 this post-only order would fill at once. Change the price.',
  ],
  [
    'spot.fok-unfillable',
    (world) => world.place({ ...limit, price: '101', quantity: '11', timeInForce: 'FOK' }),
    'The book can’t fill this order completely now. Reduce the quantity or change the price.',
  ],
  [
    'spot.insufficient-balance',
    (world) => world.place({ ...limit, quantity: '2000' }),
    'Insufficient balance: you have 100,000 USDT; this order needs 196,196 USDT. Reduce the amount or deposit.',
  ],
];

/** What the form's own rules keep from the book, and what takes a million orders. */
const BY_THE_BOOK: [refusal: Refusal, code: string, english: string][] = [
  [
    refuse('spot.quantity-above-limit', { lots: 5000, limitLots: 3000 }),
    'spot.quantity-above-maximum',
    '5 is above the maximum of 3 BTC. Reduce the quantity.',
  ],
  [
    refuse('spot.notional-above-limit', { notionalTickLots: 500_000, limitTickLots: 300_000 }),
    'spot.notional-above-maximum',
    'This order is worth 5 USDT; the maximum is 3 USDT. Reduce the amount.',
  ],
  [
    refuse('spot.stop-price-not-allowed', { kind: 'limit' }),
    'spot.field-not-for-type',
    'This order type doesn’t use “stopPrice”. Remove it.',
  ],
  [
    refuse('spot.book-full', { limit: LIMITS.openOrdersPerBook }),
    'spot.book-full',
    'The order book is full right now. Try again in a minute.',
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
    const told = toUserRefusal(refusal, BTC_TERMS.spec);
    expect(isRefusal(told) && told.refusal).toBe(code);
    expect(messages.refusal('en', told)).toBe(english);
    expectCompleteTexts(told);
  });

  it('is told when a closed market opens, in the words of the language', () => {
    const world = spotWorld();
    world.closed = true;
    const { refusal = '', params } = world.place(limit);
    expect(messages.refusal('en', refuse(refusal, params))).toBe(
      'The market for BTCUSDT is closed. It opens Jan 1, 1970, 12:16 AM UTC.',
    );
    expect(messages.refusal('de', refuse(refusal, params))).toContain('01.01.1970, 00:16 UTC');
    expectCompleteTexts(refuse(refusal, params));
  });

  it('finds every reason of the contract here', () => {
    const shown = new Set([...REFUSED.map(([code]) => code), ...BY_THE_BOOK.map(([, code]) => code)]);
    expect(Object.keys(spotRefusals).filter((code) => !shown.has(code))).toEqual([]);
  });
});
