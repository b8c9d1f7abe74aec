import { describe, expect, it } from '@jest/globals';
import { amount, format, over, times, ZERO, type Amount } from '../../../shared/money.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import './fund.events.js';
import type { FundStruck } from './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, RULES, SteppedPrices, TestCaps, policiesOf } from './fund.testkit.js';

/**
 * Standing bots against a fund that somebody else holds. Prices take six steps of a tenth up or down, each as likely; every path is played.
 * A bot knows the steps so far when it acts. Over all paths together it never gains: in expectation, exactly.
 */
const [BOT, HOLDER] = ['real-bot.1', 'real-holder.1'];
const POLICY = { name: 'fund.rules', version: 1, values: RULES };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** A Wednesday. */
const FIRST = Date.parse('2028-03-01T00:00:00Z');
const STAKE = '1000';
const [WEDNESDAY, THURSDAY, FRIDAY, MONDAY] = [FIRST, FIRST + DAY_MS, FIRST + 2 * DAY_MS, FIRST + 5 * DAY_MS];

type Path = readonly number[];
const PATHS: Path[] = Array.from({ length: 64 }, (_, bits) =>
  Array.from({ length: 6 }, (__, step) => ((bits >> step) & 1 ? 1 : -1)),
);
const sum = (steps: Path): number => steps.reduce((all, one) => all + one, 0);

/** Steps 1 to 3 happen on Thursday: before noon, before 20:59, before the close; 4 and 5 on Friday, before noon and after it; 6 on Monday. */
function pricesOf(path: Path): SteppedPrices {
  const prices = new SteppedPrices();
  prices.priced = (asset, closeAt) => {
    const known = closeAt < THURSDAY ? 0 : closeAt < FRIDAY ? 3 : closeAt < MONDAY ? 5 : 6;
    const tenths = BigInt(10 + sum(path.slice(0, known)));
    return format((amount(asset === 'BTC' ? '50000' : '500') * tenths) / 10n);
  };
  return prices;
}

function fundOf(prices: SteppedPrices) {
  const rules = policiesOf(() => POLICY);
  const [principal, debts] = [new OpenPrincipal([]), new OpenDebts([])];
  const { given } = decider({
    realm: 'real',
    kind: fundKind,
    id: BOT,
    others: [fundHouseKind],
    handlers: fundHandlers({ gate: openGate, caps: new TestCaps(), fundPrices: prices, principal, debts, rules }),
  });
  return given(funds(BOT, 'USDT', STAKE, 'finance'), funds(HOLDER, 'USDT', '1000000', 'finance'));
}
type Story = ReturnType<typeof fundOf>;

const owner = (ownerId: string) => ({ userId: ownerId.slice(0, -2), ownerId, level: 'low', shownDate: null });
const buy = (ownerId: string, usdt: string) => ({
  type: 'BuyFund',
  data: {
    ...{ ...owner(ownerId), requestId: `buy-${ownerId}`, amount: usdt, agreed: 1 },
    ...{ policy: POLICY, cap: { cap: null, policy: CAPS } },
  },
});
const redeem = (units: string) => ({ type: 'RedeemFund', data: { ...owner(BOT), requestId: 'redeem', units } });

/** The strike of a date, and what it settles. */
function strikes(story: Story, date: string): FundStruck {
  const strikesAt = Date.parse(`${date}T22:00:00Z`);
  const { events } = story.when(at(strikesAt, { type: 'StrikeFund', data: { level: 'low', date } }));
  for (const { type, data, dueAt } of [...story.realm.due.values()])
    if (type === 'SettleFundRequests' && dueAt <= strikesAt + 1_000)
      story.and(at(strikesAt + 1_000, { type, data: JSON.parse(data) as unknown }));
  return events[0]?.data as FundStruck;
}

/** What a bot gains that buys on Thursday at noon and redeems on Friday at noon or on Monday. */
function gain(path: Path, leaves: 'friday' | 'monday'): Amount {
  const story = fundOf(pricesOf(path));
  story.and(at(WEDNESDAY + 12 * HOUR_MS, buy(HOLDER, '5000')));
  strikes(story, '2028-03-01');
  story.and(at(THURSDAY + 12 * HOUR_MS, buy(BOT, STAKE)));
  strikes(story, '2028-03-02');
  const { units } = story.state.held.low;
  const leavesAt = (leaves === 'friday' ? FRIDAY : MONDAY) + 12 * HOUR_MS;
  if (leaves === 'friday') story.and(at(leavesAt, redeem(units)));
  for (const date of ['2028-03-03', '2028-03-04', '2028-03-05']) strikes(story, date);
  if (leaves === 'monday') story.and(at(leavesAt, redeem(units)));
  strikes(story, '2028-03-06');
  return amount(story.realm.balance(`user/${BOT}/finance/available`, 'USDT')) - amount(STAKE);
}

const GAINS = PATHS.map((path) => ({ path, friday: gain(path, 'friday'), monday: gain(path, 'monday') }));
type Game = (typeof GAINS)[number];
const total = (play: (game: Game) => Amount): Amount => GAINS.reduce((all, game) => all + play(game), ZERO);

const CHOICES: readonly ((step: number) => boolean)[] = [
  () => true,
  () => false,
  (step) => step > 0,
  (step) => step < 0,
];

describe('a bot that times a net asset value', () => {
  it('never gains in expectation, whichever moves before the strike let it buy, cancel and redeem', () => {
    for (const buys of CHOICES)
      for (const cancels of CHOICES)
        for (const leaves of CHOICES) {
          const expected = total(({ path, friday, monday }) => {
            const [noon = 0, evening = 0, , morning = 0] = path;
            if (!buys(noon) || cancels(evening)) return ZERO;
            return leaves(morning) ? friday : monday;
          });
          expect(expected).toBeLessThanOrEqual(ZERO);
        }
  });

  it('would gain if it knew one step more than it does, or the test above would say nothing', () => {
    const later = total(({ path, friday }) => ((path[4] ?? 0) > 0 ? friday : ZERO));
    expect(later).toBeGreaterThan(amount('100'));
  });

  it('gets its money back by a cancel, and cannot cancel once a close is known', () => {
    const story = fundOf(new SteppedPrices()).and(at(THURSDAY + 12 * HOUR_MS, buy(BOT, STAKE)));
    const cancel = { type: 'CancelFundRequest', data: { ...owner(BOT), requestId: `buy-${BOT}` } };
    story.when(at(THURSDAY + 21 * HOUR_MS, cancel)).then('fund.cancel-late');
    story.and(at(THURSDAY + 21 * HOUR_MS - 1, cancel));
    expect(story.funds(BOT, 'USDT', 'finance')).toBe('1000 0');
  });
});

/** A fund whose basket has drifted, struck with and without a rebalancing; `usdt` is what its holder put in. */
function drifted(isDrawn: boolean, usdt: string) {
  const prices = pricesOf([1, 1, 1, 1, 1, 1]);
  const { priced } = prices;
  // Shares rise and coins do not: both must be traded.
  prices.priced = (asset, closeAt) => (asset === 'BTC' ? '50000' : priced(asset, closeAt));
  if (isDrawn) prices.drawn.add('2028-03-02');
  const story = fundOf(prices).and(at(WEDNESDAY + 12 * HOUR_MS, buy(HOLDER, usdt)));
  strikes(story, '2028-03-01');
  const from = story.realm.events.length;
  const struck = strikes(story, '2028-03-02');
  const postings = story.realm.events.slice(from).flatMap((event) => event.postings ?? []);
  return { struck, postings, next: strikes(story, '2028-03-03') };
}

describe('a bot that runs in front of a rebalancing', () => {
  it('finds nobody to run in front of: no order of the fund meets a book, only accounts of the house trade', () => {
    const { struck, postings } = drifted(true, '5000');
    expect([struck.rebalanced, struck.trades.length]).toEqual([true, 2]);
    expect(new Set(postings.map(({ account }) => account.split('/')[0]))).toEqual(new Set(['house']));
  });

  it('finds closes and values that the trades do not move, whether the fund is small or large', () => {
    const pricesIn = ({ closes }: FundStruck) => closes.map(({ asset, price }) => `${asset} ${price}`);
    const [drawn, not, large] = [drifted(true, '5000'), drifted(false, '5000'), drifted(true, '50000')];
    expect(pricesIn(drawn.struck)).toEqual(pricesIn(not.struck));
    expect(pricesIn(drawn.next)).toEqual(pricesIn(large.next));
    expect([drawn.struck.nav, large.struck.nav]).toEqual([not.struck.nav, not.struck.nav]);
  });

  it('trades at the closes of the value: what the fund gives and gets is worth the same, but for roundings', () => {
    const { struck } = drifted(true, '5000');
    const worth = struck.trades.reduce(
      (all, one) => all + times(amount(one.quantity), amount(one.price), 'down'),
      ZERO,
    );
    expect(over(worth < ZERO ? -worth : worth, amount(struck.gross), 'up')).toBeLessThan(amount('0.0001'));
  });
});
