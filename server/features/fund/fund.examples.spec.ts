import { describe, expect, it } from '@jest/globals';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, RULES, SteppedPrices, TestCaps, policiesOf } from './fund.testkit.js';

/**
 * Worked by hand: decisions, Wealth, "Funds". 1,000 USDT of 17 February 2028 hold 1.5 shares at 500 and 0.005 coins at 50,000. Shares
 * close at 21:00 UTC, but for weekends and Monday, 21 February: Washington's Birthday.
 */
const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER, level: 'low', shownDate: null };
const HOLIDAY = Date.parse('2028-02-21T21:00:00Z');

class HolidayPrices extends SteppedPrices {
  override closeAt(asset: string, when: number): number | undefined {
    const closeAt = super.closeAt(asset, when);
    return asset === 'SPY' && closeAt === HOLIDAY ? super.closeAt(asset, HOLIDAY - 1) : closeAt;
  }
}

/** A day of the fee is a hundred-thousandth, or there is none. */
function bought(prices: SteppedPrices, lowFee: string) {
  const policy = { name: 'fund.rules', version: 1, values: { ...RULES, lowFee } };
  const rules = policiesOf(() => policy);
  const [principal, debts] = [new OpenPrincipal([]), new OpenDebts([])];
  const { given } = decider({
    realm: 'real',
    kind: fundKind,
    id: OWNER,
    others: [fundHouseKind],
    handlers: fundHandlers({ gate: openGate, caps: new TestCaps(), fundPrices: prices, principal, debts, rules }),
  });
  const buy = (requestId: string, amount: string) => ({
    type: 'BuyFund',
    data: { ...who, requestId, amount, agreed: 1, policy, cap: { cap: null, policy: CAPS } },
  });
  const strike = (date: string) =>
    at(Date.parse(`${date}T22:00:00Z`), { type: 'StrikeFund', data: { level: 'low', date } });
  const settle = (date: string) =>
    at(Date.parse(`${date}T22:00:01Z`), { type: 'SettleFundRequests', data: { ...who, level: 'low', date } });
  const story = given(
    funds(OWNER, 'USDT', '5000', 'finance'),
    at(Date.parse('2028-02-17T12:00:00Z'), buy('fnd-1', '1000')),
    strike('2028-02-17'),
    settle('2028-02-17'),
  );
  return { story, buy, strike, settle };
}

describe('worked examples of a value over a long weekend', () => {
  const SHARES: Readonly<Record<string, string>> = { '17': '500', '18': '510', '22': '525' };
  const COINS: Readonly<Record<string, string>> = {
    ...{ '17': '50000', '18': '51000', '19': '52000', '20': '50000', '21': '49000', '22': '51000' },
  };
  const long = () => {
    const prices = new HolidayPrices();
    prices.priced = (asset, closeAt) =>
      (asset === 'BTC' ? COINS : SHARES)[new Date(closeAt).toISOString().slice(8, 10)];
    return bought(prices, '0.00365');
  };

  /*
   * Each day's fee is sold in proportion: 0.000015 shares and 0.00000005 coins, a last decimal rounded up.
   * Friday: 1.5 x 510 + 0.005 x 51,000 = 1,020; the fee is 0.0102. Saturday: 1.499985 x 510 + 0.00499995 x 52,000 = 1,024.98975.
   * Sunday: 1.49997 x 510 + 0.0049999 x 50,000 + 0.0000001 = 1,014.9797001. Monday: 1.499955 x 510 + 0.00499985 x 49,000 + 0.0000003.
   * Tuesday: 1.49994 x 525 + 0.0049998 x 51,000 + 0.0000006 = 1,042.4583006.
   */
  it('uses the close of Friday until Tuesday, and charges a day of the fee each calendar day', () => {
    const { story, strike } = long();
    const values = ['2028-02-18', '2028-02-19', '2028-02-20', '2028-02-21', '2028-02-22'].map((date) => {
      const { gross, fee, nav } = story.when(strike(date)).events[0]?.data as Record<string, string>;
      return [gross, fee, nav];
    });
    expect(values).toEqual([
      ['1020', '0.0102', '1.0199898'],
      ['1024.98975', '0.0102499', '1.0249795'],
      ['1014.9797001', '0.0101498', '1.01496955'],
      ['1009.9697003', '0.0100997', '1.0099596'],
      ['1042.4583006', '0.01042458', '1.04244788'],
    ]);
  });

  it.each([
    // 500 / 1.0199898 and 500 / 1.04244788, rounded down at the sixth decimal.
    ['before the close of Friday gets the value of Friday', '2028-02-18T20:59:59Z', '2028-02-18', '490.20098'],
    ['at the close of Friday gets the value of Tuesday', '2028-02-18T21:00:00Z', '2028-02-22', '479.640286'],
    ['of the holiday gets the value of Tuesday', '2028-02-21T12:00:00Z', '2028-02-22', '479.640286'],
  ])('an order %s', (_, when, date, units) => {
    const { story, buy, strike, settle } = long();
    for (const day of ['2028-02-18', '2028-02-19', '2028-02-20', '2028-02-21', '2028-02-22']) {
      if (when.slice(0, 10) === day) story.and(at(Date.parse(when), buy('fnd-2', '500')));
      story.and(strike(day));
      if (day === date) break;
    }
    const [issued] = story.when(settle(date)).events;
    expect(issued?.data).toMatchObject({ date, units });
  });
});

describe('worked examples of a value over a split', () => {
  const split = (newShares: number, oldShares: number, price: string) => {
    const prices = new HolidayPrices();
    prices.priced = (asset, closeAt) =>
      asset === 'BTC' ? '50000' : closeAt < Date.parse('2028-02-18T00:00:00Z') ? '500' : price;
    const action = { perShare: null, cashOut: null, newShares, oldShares, dueAt: Date.parse('2028-02-18T14:30:00Z') };
    prices.changes.set('SPY', [action]);
    const { story, strike } = bought(prices, '0');
    const struck = story.when(strike('2028-02-18')).events[0]?.data as Record<string, string>;
    const { holdings } = story.stateOf(fundHouseKind, 'low');
    return { nav: struck['nav'], shares: holdings.find(({ asset }) => asset === 'SPY')?.quantity };
  };

  it.each([
    // 1.5 shares become 2.25, at a price of a third less: 2.25 x 333.33 + 250 = 999.9925.
    ['three for two', 3, 2, '333.33', '0.9999925', '2.25'],
    // 1.5 / 7 is 0.21428571 and a rest that is given up: 0.21428571 x 3,500 + 250 = 999.999985.
    ['one for seven', 1, 7, '3500', '0.99999998', '0.21428571'],
    // 15 shares at 50.
    ['ten for one', 10, 1, '50', '1', '15'],
  ])('%s', (_, newShares, oldShares, price, nav, shares) => {
    expect(split(newShares, oldShares, price)).toEqual({ nav, shares });
  });
});
