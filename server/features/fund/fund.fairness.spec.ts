import { describe, expect, it } from '@jest/globals';
import { FUND_ASSETS, payoutOf, unitsFor } from '../../../shared/fund.js';
import { amount, ONE, times } from '../../../shared/money.js';
import { dateAfter, dateOf } from '../../../shared/utc-date.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { Rng } from '../../core/rng.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { navDateOf } from './fund-dates.rules.js';
import './fund.events.js';
import type { FundStruck } from './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, RULES, SteppedPrices, TestCaps, policiesOf } from './fund.testkit.js';

const OWNERS = ['real-anna.1', 'real-ben.1', 'real-cem.1'];
const POLICY = { name: 'fund.rules', version: 1, values: RULES };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const FIRST = Date.parse('2028-03-01T00:00:00Z');

/** From a day on the share does not close for so many days, and nobody knew before. */
class HaltedPrices extends SteppedPrices {
  now = 0;

  constructor(
    private readonly from: number,
    private readonly days: number,
  ) {
    super();
  }

  override closeAt(asset: string, when: number): number | undefined {
    const closeAt = super.closeAt(asset, when);
    const isHalted = closeAt !== undefined && closeAt >= this.from && closeAt < this.from + this.days * DAY_MS;
    return asset === 'SPY' && isHalted && closeAt <= this.now ? super.closeAt(asset, this.from) : closeAt;
  }
}

/**
 * Days of orders at random instants and prices that jump by up to a fifth; what each day's strike left. With a halt the share has a fair value
 * of half its price, which everybody has known for ever.
 */
function play(seed: number, halt?: { readonly day: number; readonly days: number }) {
  const rng = new Rng(seed);
  const prices = new HaltedPrices(FIRST + (halt?.day ?? 0) * DAY_MS, halt?.days ?? 0);
  const path = new Map<string, string>();
  prices.priced = (asset, closeAt) => {
    const key = `${asset} ${closeAt}`;
    if (!path.has(key))
      path.set(key, `${(asset === 'BTC' ? 40_000 : 400) + rng.below(asset === 'BTC' ? 16_000 : 160)}.${rng.below(99)}`);
    return path.get(key);
  };
  const rules = policiesOf(() => POLICY, { values: halt ? 'SPY:240:2028-03-01:2028-04-30:halt' : 'none' });
  const handlers = fundHandlers({
    gate: openGate,
    caps: new TestCaps(),
    fundPrices: prices,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    rules,
  });
  const { given } = decider({
    realm: 'real',
    kind: fundKind,
    id: OWNERS[0] as string,
    others: [fundHouseKind],
    handlers,
  });
  const story = given(...OWNERS.map((owner) => funds(owner, 'USDT', '1000000', 'finance')));
  const struck: FundStruck[] = [];
  const orders: { readonly at: number; readonly date: string }[] = [];
  for (let day = 0; day < (halt ? 28 : 14); day += 1) {
    const date = dateAfter(dateOf(FIRST), day);
    if (rng.chance(0.3)) prices.drawn.add(date);
    const instants = OWNERS.map(() => FIRST + day * DAY_MS + rng.below(22 * HOUR_MS - 1)).toSorted((a, b) => a - b);
    for (const [n, when] of instants.entries()) {
      const ownerId = OWNERS[n] as string;
      const who = {
        userId: ownerId.slice(0, -2),
        ownerId,
        requestId: `fnd-${day}-${n}`,
        level: 'low',
        shownDate: null,
      };
      const { units } = story.stateOf(fundKind, ownerId).held.low;
      const sells = amount(units) > ONE && rng.chance(0.5);
      const order = sells
        ? { type: 'RedeemFund', data: { ...who, units: rng.chance(0.3) ? units : '1.234567' } }
        : {
            type: 'BuyFund',
            data: {
              ...who,
              amount: `${10 + rng.below(5_000)}.${10 + rng.below(80)}`,
              agreed: 1,
              policy: POLICY,
              cap: { cap: null, policy: CAPS },
            },
          };
      prices.now = when;
      const made = story.when(at(when, order));
      if (made.refusal !== undefined) continue;
      orders.push({ at: when, date: (made.answer as { navDate: string }).navDate });
    }
    if (story.stateOf(fundHouseKind, 'low').nextDate === null) continue;
    const strikesAt = FIRST + day * DAY_MS + 22 * HOUR_MS;
    prices.now = strikesAt;
    const { events } = story.when(at(strikesAt, { type: 'StrikeFund', data: { level: 'low', date } }));
    struck.push(...events.map(({ data }) => data as FundStruck));
    for (const due of [...story.realm.due.values()].filter(
      ({ type, dueAt }) => type === 'SettleFundRequests' && dueAt <= strikesAt + 1_000,
    )) {
      const data = JSON.parse(due.data) as { date: string };
      story.and(at(strikesAt + 1_000, { type: 'SettleFundRequests', data }));
    }
  }
  return { story, struck, orders };
}

const SEEDS = Array.from({ length: 12 }, (_, n) => n + 1);

describe('nobody gains by the instant of an order', () => {
  it.each(SEEDS)('every close of a value is later than the orders that get it (seed %i)', (seed) => {
    const { struck, orders } = play(seed);
    const closes = new Map(struck.map(({ date, closes: all }) => [date, all.map(({ closeAt }) => closeAt)]));
    for (const order of orders)
      for (const closeAt of closes.get(order.date) ?? []) expect(closeAt).toBeGreaterThan(order.at);
    expect(orders.length).toBeGreaterThan(20);
  });

  it('any instant of a fortnight gets a value of later closes, and the first such date', () => {
    const prices = new SteppedPrices();
    for (let when = FIRST; when < FIRST + 14 * DAY_MS; when += 37 * 60_000) {
      const { date, strikesAt, firstCloseAt } = navDateOf(['SPY', 'BTC'], when, prices);
      expect(firstCloseAt).toBeGreaterThan(when);
      const before = strikesAt - DAY_MS;
      if (before > when) expect(prices.closeAt('SPY', before)).toBeLessThanOrEqual(when);
      expect(dateOf(strikesAt)).toBe(date);
    }
  });

  it.each(SEEDS)('others keep at least what they had when some come and go (seed %i)', (seed) => {
    const { struck } = play(seed);
    for (const [n, now] of struck.entries()) {
      const next = struck[n + 1];
      if (next === undefined || now.units === '0') continue;
      // At the closes of before, what is left for each unit after the day's orders is its value, but for half of its last decimal.
      const price = new Map([...now.closes, ...now.trades].map((one) => [one.asset, one.price]));
      const worth = next.closes.reduce(
        (sum, { asset, quantity }) => sum + times(amount(quantity), amount(price.get(asset) ?? '0'), 'down'),
        amount(next.cash),
      );
      const rounded = times(amount(now.units) + amount(next.units), amount('0.000000005'), 'up');
      const owed = times(amount(next.units), amount(now.nav), 'down') - rounded;
      expect(worth >= owed).toBe(true);
    }
  });

  it.each(SEEDS)('a fair value that everybody knows ahead moves no order, no unit and no holding (seed %i)', (seed) => {
    const { story, struck, orders } = play(seed, { day: 3 + (seed % 3), days: 10 + (seed % 4) });
    const valued = struck.filter(({ closes }) => closes.some(({ fair }) => fair !== undefined));
    expect(valued.length).toBeGreaterThan(2);
    for (const { units, trades, rebalanced, date } of valued) {
      expect({ trades, rebalanced }).toEqual({ trades: [], rebalanced: false });
      const next = struck.find((one) => one.date === dateAfter(date, 1));
      expect(next?.units).toBe(units);
    }
    const dates = new Set(valued.map(({ date }) => date));
    const settled = story.realm.events.filter(({ type }) => type === 'FundUnitsIssued' || type === 'FundUnitsRedeemed');
    expect(settled.length).toBeGreaterThan(5);
    expect(settled.filter(({ data }) => dates.has((data as { date: string }).date))).toEqual([]);
    expect(orders.some(({ date }) => dates.has(date))).toBe(true);
  });

  it.each(SEEDS)('the ledger has what the fund says, and trades move no value (seed %i)', (seed) => {
    const { story, struck } = play(seed);
    const { holdings, cash, units } = story.stateOf(fundHouseKind, 'low');
    for (const { asset, quantity } of holdings) {
      expect(story.realm.balance(HOUSE.fundLow.account, asset)).toBe(quantity);
      expect(story.realm.balance(HOUSE.fundMarket.account, asset)).toBe(`-${quantity}`);
    }
    expect(story.realm.balance(HOUSE.fundLow.account, 'USDT')).toBe(cash);
    expect(story.realm.balance(HOUSE.fundUnits.account, FUND_ASSETS.low)).toBe(units === '0' ? '0' : `-${units}`);
    expect(struck.some(({ rebalanced }) => rebalanced)).toBe(true);
  });

  it('buying and redeeming at one value never pays more than was paid', () => {
    const rng = new Rng(7);
    for (let n = 0; n < 2_000; n += 1) {
      const [usdt, nav] = [
        `${10 + rng.below(50_000)}.${rng.below(99)}`,
        `${rng.below(3)}.${10_000_000 + rng.below(89_999_999)}`,
      ];
      expect(amount(payoutOf(unitsFor(usdt, nav), nav)) <= amount(usdt)).toBe(true);
    }
  });
});
