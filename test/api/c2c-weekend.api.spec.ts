import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { C2cQuoteView } from '../../contracts/c2c.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount, roundTo, times } from '../../shared/money.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import type { Trader } from '../kit/trader.js';

/** Foreign exchange trades from Sunday 17:00 to Friday 17:00 in New York. */
const CLOSED_AT = Date.UTC(2026, 0, 9, 22);
const SUNDAY_EVENING = Date.UTC(2026, 0, 11, 20);
const OPENS_AT = Date.UTC(2026, 0, 11, 22);
const clock = new FakeClock(SUNDAY_EVENING);
let desk: C2cDesk;
let buyer: Trader;

beforeAll(async () => {
  desk = await startC2cDesk(clock);
  buyer = await desk.verified();
}, 120_000);
afterAll(() => desk.started.close());

async function quoteOf(currency: string): Promise<C2cQuoteView> {
  const { quotes } = await buyer.given('getC2c');
  const quote = quotes.find((one) => one.currency === currency);
  if (quote === undefined) throw new Error(`${currency} has no price`);
  return quote;
}

const withMargin = ({ index, margin }: C2cQuoteView) =>
  roundTo(times(amount(index), amount('1') + amount(margin), 'up'), 4, 'up');

describe('buying by wire at a weekend', () => {
  it('is quoted at the last index, with a margin and a limit of its own', async () => {
    await buyer.when('getC2c').then({ closedMargin: '0.0075', closedMax: '10000', closed: [] });
    for (const currency of ['EUR', 'GBP', 'JPY']) {
      const quote = await quoteOf(currency);
      expect(quote).toMatchObject({ indexAt: CLOSED_AT, opensAt: OPENS_AT, margin: '0.0175', max: '10000' });
      expect(amount(quote.price)).toBe(withMargin(quote));
    }
    expect(await quoteOf('USD')).toMatchObject({ opensAt: null, margin: '0.01', max: '50000', price: '1.01' });
  });

  it('is refused above the limit of a closed market, and at a price without its margin', async () => {
    const { index, price } = await quoteOf('EUR');
    const inEuro = (form: Record<string, string>) => buyer.when('createC2c', { currency: 'EUR', ...form });
    // The advanced level changes nothing about it.
    expect(await quoteOf('EUR')).toMatchObject({ primaryMax: '10000', advancedMax: '10000' });
    await inEuro({ price, amount: '10000.01' }).then({ refusal: 'c2c.amount-above-maximum', params: { max: '10000' } });
    const moved = { price, policy: 'c2c.rules' };
    await inEuro({ price: index, amount: '250' }).then({ refusal: 'c2c.price-moved', params: moved });
  });

  it('keeps index, margin and the version of the rule with the order, also after the market opened', async () => {
    const { index, price } = await quoteOf('EUR');
    const { orderId } = await buyer.given('createC2c', { currency: 'EUR', price, amount: '250' });
    const kept = { index, price, indexAt: CLOSED_AT, opensAt: OPENS_AT, margin: '0.0175' };
    const rule = { policy: 'c2c.rules', version: 1 };
    const order = buyer.when('getC2cOrder', { orderId });
    await order.then({ ...kept, ...rule });
    clock.setTo(OPENS_AT + 1000);
    expect(await quoteOf('EUR')).toMatchObject({ indexAt: clock.now(), opensAt: null, margin: '0.01', max: '50000' });
    await order.then({ ...kept, ...rule });
  });
});
