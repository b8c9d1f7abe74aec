import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Language } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openPerson } from '../kit/person.js';
import { Trader } from '../kit/trader.js';
import { bundle } from '../kit/words.js';

const DAY_MS = 86_400_000;
/** A Wednesday noon, UTC: the stock exchange in New York is not open yet. */
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12));
let started: StartedApp;
let ann: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  ann = await Trader.demo(started);
});
afterAll(() => started.close());

type Fields = Record<string, string | number>;
type Row = [
  fields: Fields,
  status: number,
  refusal: string,
  field: string | undefined,
  english: RegExp,
  german: RegExp,
];

const limit = { price: '50000', quantity: '0.01' };
const ROWS: Row[] = [
  [
    { ...limit, symbol: 'NOPEUSDT' },
    404,
    'market.symbol-unknown',
    undefined,
    /NOPEUSDT/,
    /„NOPEUSDT“ ist hier nicht gelistet/,
  ],
  // Contracts have books and prices, but no order of spot.
  [{ ...limit, symbol: 'BTCUSDT-PERP' }, 404, 'market.symbol-unknown', undefined, /BTCUSDT-PERP/, /„BTCUSDT-PERP“/],
  [{ ...limit, symbol: 'btcusdt' }, 404, 'market.symbol-unknown', undefined, /btcusdt/, /„btcusdt“/],
  [{ quantity: '0.01' }, 422, 'order.price-required', 'price', /limit price/, /Limitpreis/],
  [{ ...limit, price: '0' }, 422, 'order.price-not-positive', 'price', /above 0/, /über 0/],
  [{ ...limit, price: '-5' }, 400, 'request.field-invalid', 'price', /price/, /price/],
  [{ ...limit, price: '5e4' }, 400, 'request.field-invalid', 'price', /decimal number/, /Dezimalzahl/],
  [{ ...limit, price: '50000.001' }, 422, 'order.price-over-precise', 'price', /tick size 0\.01/, /Tickgröße 0,01/],
  [{ ...limit, quantity: '0' }, 422, 'order.quantity-not-positive', 'quantity', /above 0/, /über 0/],
  [{ ...limit, quantity: '-1' }, 400, 'request.field-invalid', 'quantity', /quantity/, /quantity/],
  [{ ...limit, quantity: '0.0000000001' }, 422, 'order.quantity-over-precise', 'quantity', /lot size/, /Lotgröße/],
  [{ ...limit, quantity: '999999999' }, 422, 'order.quantity-above-maximum', 'quantity', /maximum/, /Maximum/],
  [{ ...limit, quantity: '0.00001' }, 422, 'order.notional-below-minimum', 'quantity', /minimum is/, /Minimum ist/],
  [
    { ...limit, price: '9' },
    422,
    'order.notional-below-minimum',
    'quantity',
    /is worth 0\.09 USDT/,
    /Wert von 0,09 USDT/,
  ],
  [{ ...limit, price: '100', quantity: '1' }, 422, 'order.price-outside-band', 'price', /from .+ to/, /von .+ bis/],
  [{ ...limit, price: '900000' }, 422, 'order.price-outside-band', 'price', /from .+ to/, /von .+ bis/],
  [{ ...limit, price: '999999999999999999' }, 422, 'order.notional-above-maximum', 'quantity', /maximum/, /Maximum/],
  [
    { ...limit, quantity: '2.5' },
    200,
    'order.insufficient-balance',
    'quantity',
    /needs 125,125 USDT/,
    /braucht 125\.125 USDT/,
  ],
  [{ side: 'sell', ...limit }, 200, 'order.insufficient-balance', 'quantity', /needs 0\.01 BTC/, /braucht 0,01 BTC/],
  [{ ...limit, stopPrice: '1' }, 422, 'order.field-not-for-type', 'stopPrice', /stopPrice/, /stopPrice/],
  [{ type: 'market', quantity: '1', price: '1' }, 422, 'order.field-not-for-type', 'price', /price/, /price/],
  [{ type: 'stop', quantity: '1' }, 422, 'order.stop-price-required', 'stopPrice', /stop price/, /Stop-Preis/],
  [
    { type: 'stop', quantity: '1', stopPrice: '1.001' },
    422,
    'order.stop-price-over-precise',
    'stopPrice',
    /tick/,
    /Tick/,
  ],
  [
    { type: 'stop', quantity: '0.1', stopPrice: '50000' },
    200,
    'order.stop-already-reached',
    'stopPrice',
    /50,000/,
    /50\.000/,
  ],
  [{ type: 'market' }, 422, 'order.quantity-required', 'quantity', /quantity or an amount/, /Menge oder einen Betrag/],
  [
    { type: 'market', side: 'sell', quoteAmount: '50' },
    422,
    'order.quote-amount-only-for-market-buys',
    'quoteAmount',
    /market buys/,
    /Market-Käufen/,
  ],
  [{ type: 'market', quoteAmount: '0' }, 422, 'order.quantity-not-positive', 'quoteAmount', /above 0/, /über 0/],
  [
    { type: 'market', quoteAmount: '9000000' },
    422,
    'order.notional-above-maximum',
    'quantity',
    /maximum is/,
    /Maximum ist/,
  ],
  [
    { ...limit, postOnly: 'true', timeInForce: 'IOC' },
    422,
    'order.post-only-not-allowed',
    'postOnly',
    /Post-only/,
    /Post-only/,
  ],
  [
    { ...limit, price: '200000', postOnly: 'true', quantity: '0.001' },
    200,
    'order.post-only-would-cross',
    'price',
    /200,000/,
    /200\.000/,
  ],
  [
    { ...limit, price: '100000', timeInForce: 'ATC' },
    200,
    'order.no-closing-auction',
    'timeInForce',
    /BTCUSDT ends without an auction/,
    /BTCUSDT endet ohne Auktion/,
  ],
  [
    { type: 'market', quoteAmount: '50', timeInForce: 'ATC' },
    422,
    'order.auction-needs-quantity',
    'quoteAmount',
    /needs a quantity/,
    /braucht eine Menge/,
  ],
  [
    { ...limit, price: '200000', quantity: '0.00001', timeInForce: 'GTD' },
    400,
    'request.field-invalid',
    'timeInForce',
    /GTC, IOC, FOK, OPG, ATC/,
    /GTC, IOC, FOK, OPG, ATC/,
  ],
  [
    { ...limit, symbol: '7203USDT', price: '20', quantity: '1' },
    200,
    'market.closed',
    undefined,
    /opens Jan 8, 2026, 12:00 AM UTC/,
    /08\.01\.2026, 00:00 UTC/,
  ],
  [{ ...limit, requestToken: 'short' }, 400, 'request.token-invalid', 'requestToken', /6 to 16/, /6 bis 16/],
  [{ ...limit, requestToken: 'x'.repeat(17) }, 400, 'request.token-invalid', 'requestToken', /6 to 16/, /6 bis 16/],
];

/** What the sentence ends with: to deposit, as a screen of that language calls it. */
const DEPOSIT: Record<Language, RegExp> = {
  en: /or deposit\.$/,
  de: /oder zahlen Sie ein\.$/,
  xby: /o deposita\.$/,
  zh: /充值。$/,
  ft: /入金。$/,
  jp: /入金してください。$/,
  hy: /입금해 주세요\.$/,
  yn: /nạp thêm\.$/,
  ty: /ฝากเงินเพิ่ม$/,
};

/** What staff do where the owner may still read: the session stays, and so do all queries. */
async function freezeByStaff(userId: string): Promise<void> {
  const data = { userId, by: 'staff', reason: 'asked by phone', mayRead: true };
  const command = { type: 'FreezeAccount', data, at: clock.now(), actor: 'staff:test' };
  const frozen = await started.app.get(Writers, { strict: false }).execute('real', command);
  expect(frozen).toMatchObject({ ok: true });
}

describe('an order that cannot be', () => {
  it.each(ROWS)('%j is refused with %s %s, by name and in the asker’s language', async (fields, ...expected) => {
    const [status, refusal, field, english, german] = expected;
    for (const [lang, words] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const answer = await ann.place({ ...fields, lang });
      expect([answer.status, answer.refusal, answer.field]).toEqual([status, refusal, field]);
      expect(answer.envelope.message).toMatch(words);
      expect(answer.envelope).toMatchObject({ event: 'createOrder', code: status === 200 ? 1 : status });
    }
  });

  it('for want of money names the deposit as the way out, in nine languages', async () => {
    for (const [lang, words] of Object.entries(DEPOSIT)) {
      const { refusal, envelope } = await ann.place({ ...limit, quantity: '2.5', lang });
      expect([lang, refusal, words.test(envelope.message)]).toEqual([lang, 'order.insufficient-balance', true]);
    }
  });

  it('leaves nothing behind: no order, no hold, no event of the account', async () => {
    expect(await ann.open()).toEqual([]);
    expect(await ann.funds('USDT')).toBe('100000 0');
    expect((await ann.given('getOrderHistory')).items).toEqual([]);
  });

  it('is previewed with the same refusals', async () => {
    for (const [fields, status, refusal] of ROWS) {
      if (refusal === 'request.token-invalid') continue;
      const request = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', ...fields };
      const answer = await ann.get('previewOrder', request);
      const found = answer.status === 200 ? answer.refusal || answer.data.problems[0]?.refusal : answer.refusal;
      expect([fields, found]).toEqual([fields, refusal]);
      if (answer.refusal !== '') expect([fields, answer.status]).toEqual([fields, status]);
    }
  });

  it('is previewed with everything that stands against it, worded, at its fields', async () => {
    const request = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '0', quantity: '0', lang: 'de' };
    const { problems, total } = await ann.given('previewOrder', request);
    expect(problems.map(({ refusal, field }) => [refusal, field])).toEqual([
      ['order.price-not-positive', 'price'],
      ['order.quantity-not-positive', 'quantity'],
    ]);
    const german = bundle('de', 'order-refusal');
    expect(problems[0]?.message).toBe(german['order.price-not-positive']);
    expect(total).toBeNull();
  });

  it('is previewed with what stands against its account and its session first, as placing it says', async () => {
    const eve = await openPerson(started, clock.now());
    const request = { symbol: 'BTCUSDT', side: 'buy', type: 'limit', ...limit, lang: 'en' };
    const missing = 'Set a trade password in the security centre first.';
    const without = await eve.when('previewOrder', request).then();
    expect(without.problems[0]).toMatchObject({ refusal: 'security.trade-password-missing', message: missing });
    await eve.when('placeOrder', request).then('security.trade-password-missing', missing);

    await freezeByStaff(eve.userId);
    const frozen = 'This account is frozen. Unfreeze it, or contact support if we froze it.';
    const { problems, total } = await eve.when('previewOrder', request).then();
    expect(problems.map(({ refusal }) => refusal)).toEqual([
      'account.frozen',
      'security.trade-password-missing',
      'order.insufficient-balance',
    ]);
    expect(problems[0]).toMatchObject({ field: null, message: frozen });
    expect(total).toBe('500.5');
    await eve.when('placeOrder', request).then('account.frozen', frozen);
  });

  it('is previewed with its figures where only the balance is missing', async () => {
    const request = { symbol: 'BTCUSDT', side: 'sell', type: 'market', quantity: '0.1' };
    const { problems, filledQuantity } = await ann.given('previewOrder', request);
    expect(problems).toMatchObject([{ refusal: 'order.insufficient-balance', params: { asset: 'BTC' } }]);
    expect(filledQuantity).toBe('0.1');
  });

  it('is refused before it fills in part: fill or kill beyond all that is offered', async () => {
    const price = await ann.away(0.001);
    const answer = await ann.place({ price, quantity: '1.9', timeInForce: 'FOK' });
    expect([answer.status, answer.refusal]).toEqual([200, 'order.fok-unfillable']);
  });

  it('names the band in prices', async () => {
    const { params } = await ann.place({ ...limit, price: '900000' });
    const [low, high] = [Number(params['lowest']), Number(params['highest'])];
    expect(low).toBeGreaterThan(0);
    expect(high / low).toBeCloseTo(25, 2);
    expect((await ann.place({ price: `${params['lowest']}`, quantity: '0.1' })).refusal).toBe('');
    await ann.given('cancelAllOrders');
  });

  it('is a pair whose prices lie on the wrong sides', async () => {
    const pair = { symbol: 'BTCUSDT', side: 'buy', quantity: '0.01', price: '120000', stopPrice: '110000' };
    const answer = await ann.post('placeOco', pair);
    expect([answer.status, answer.refusal]).toEqual([422, 'order.oco-prices-out-of-order']);
    expect(answer.params).toEqual({ price: '120000', stopPrice: '110000' });
  });

  it('is one more than may be open', async () => {
    const bob = await Trader.demo(started);
    const price = await bob.away(-30);
    for (let n = 0; n < 200; n += 1) expect((await bob.place({ price, quantity: '0.001' })).refusal).toBe('');
    const answer = await bob.place({ price, quantity: '0.001' });
    expect([answer.status, answer.refusal, answer.params]).toEqual([200, 'order.too-many-open-orders', { limit: 200 }]);
    expect((await bob.open()).length).toBe(200);
    const { data } = await bob.post('cancelAllOrders');
    expect(data.orders).toHaveLength(200);
    expect(await bob.funds('USDT')).toBe('100000 0');
  });

  it('comes without a session, or from a demo account whose time is over', async () => {
    const visitor = await new Trader(started).place(limit);
    expect([visitor.status, visitor.refusal, visitor.envelope.code]).toEqual([401, 'session.missing', 2000]);
    const bob = await Trader.demo(started);
    clock.advance(30 * DAY_MS);
    const answer = await bob.place({ ...limit, lang: 'en' });
    expect([answer.status, answer.refusal]).toEqual([200, 'demo.expired']);
    expect(answer.envelope.message).toBe('Your demo account has expired. Reset it to continue.');
  });
});
