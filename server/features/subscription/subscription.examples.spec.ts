import { describe, expect, it } from '@jest/globals';
import { allotted, cutOf } from '../../../shared/new-coin.js';
import { startOf } from '../../../shared/utc-date.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { tieOf } from './subscription.decider.js';
import './subscription.events.js';
import { subscriptionHandlers } from './subscription.handler.js';
import { newCoinKind, subscriptionKind } from './subscription.state.js';
import { approve, AT, list, LISTS, propose, SEED, settle, subscribe, TestMarket } from './subscription.testkit.js';

/** Worked by hand: decisions, Wealth, "New coins": floor(volume x own / total), leftovers to the largest remainders, ties by SHA-256. */
describe('worked examples of an allocation', () => {
  it.each([
    // 10 x 3 / 14 is 2 and 2 over, 10 x 5 / 14 is 3 and 8 over: the one that is left goes to the last.
    ['one left over', 10, [3, 3, 3, 5], [2, 2, 2, 4]],
    // 0.7, 1.4, 2.1 and 2.8: five whole coins; 0.8 and 0.7 get the two that are left.
    ['two left over, the smallest wins one', 7, [10, 20, 30, 40], [1, 1, 2, 3]],
    // 0.74, 0.74 and 1.51: one whole coin, and the two that are left go to 0.74.
    ['a large one with a smaller remainder gets only what is whole', 3, [100, 100, 203], [1, 1, 1]],
    ['everything is there for all', 14, [3, 3, 3, 5], [3, 3, 3, 5]],
    ['more than was asked for', 1_000, [3, 3, 3, 5], [3, 3, 3, 5]],
    // 6 x 10 / 30 is 2 for each, and nothing is left.
    ['no remainders', 6, [10, 10, 10], [2, 2, 2]],
    // A million times a million, in whole numbers: 999,999 x 1 / 1,000,000 is nothing and 999,999 over, more than 1 over.
    ['figures of an exact million', 999_999, [1, 999_999], [1, 999_998]],
  ])('%s', (_, volume, asked, coins) => {
    const shares = asked.map((one, n) => ({ coins: one, tie: `${n}` }));
    const cut = cutOf(volume, shares);
    expect(shares.map((share) => allotted(share, cut).coins)).toEqual(coins);
  });
});

const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [reviewKind, 'levels'],
  levels: () => ({ advanced: false, address: false, primary: true }),
};
const ports = { gate: openGate, levels: levels as VerificationLevels, principal: new OpenPrincipal([]) };
const { given } = decider({
  realm: 'real',
  kind: subscriptionKind,
  id: 'real-p30.1',
  others: [newCoinKind, reviewKind],
  handlers: subscriptionHandlers({ ...ports, debts: new OpenDebts([]), newCoins: new TestMarket() }),
  at: AT,
});

/*
 * 100 coins for 240: 12.5, 20.83, 29.17 and 37.5. Whole are 12 + 20 + 29 + 37 = 98. The first that is left goes to 0.83. The
 * second is a tie of 0.5: SHA-256 of seed and id begins with 20 for sbs-30, and with a8 for sbs-90.
 */
describe('a worked example of a subscription, with its money', () => {
  const asked = [30, 50, 70, 90];
  const owner = (coins: number) => `real-p${coins}.1`;
  const subscribing = (coins: number) => {
    const ids = { subscriptionId: `sbs-${coins}`, requestId: `nsr-${coins}`, coins: `${coins}` };
    return subscribe({ userId: `real-p${coins}`, ownerId: owner(coins), ...ids });
  };
  const settled = () =>
    given(...asked.map((coins) => funds(owner(coins), 'USDT', '100', 'finance')), propose(), approve())
      .and(...asked.map(subscribing))
      .and(at(startOf(LISTS), list), at(startOf(LISTS) + 30 * 60_000, settle));

  it('breaks the tie by the lower hash', () => {
    expect([30, 90].map((coins) => tieOf(SEED, `sbs-${coins}`).slice(0, 4))).toEqual(['2021', 'a8c6']);
    const passed = settled().realm.events.filter(({ type }) => type === 'SubscriptionPassed');
    expect(passed.map(({ data }) => data)).toMatchObject([
      // 13 x 0.5 = 6.5 and 0.5% of it; 15.075 were on hold.
      { subscriptionId: 'sbs-30', coins: 13, remainder: '120', cost: '6.5', fee: '0.0325', refunded: '8.5425' },
      // 10.5 and 0.0525 of 25.125
      { subscriptionId: 'sbs-50', coins: 21, remainder: '200', cost: '10.5', fee: '0.0525', refunded: '14.5725' },
      // 14.5 and 0.0725 of 35.175
      { subscriptionId: 'sbs-70', coins: 29, remainder: '40', cost: '14.5', fee: '0.0725', refunded: '20.6025' },
      // 18.5 and 0.0925 of 45.225
      { subscriptionId: 'sbs-90', coins: 37, remainder: '120', cost: '18.5', fee: '0.0925', refunded: '26.6325' },
    ]);
  });

  it('leaves 93.4675 of 100 USDT with the first, and all of the issue with the issuer', () => {
    const story = settled();
    expect(story.funds(owner(30), 'USDT', 'finance')).toBe('93.4675 0');
    expect(story.funds(owner(30), 'NOVA', 'finance')).toBe('0 13');
    expect(story.realm.balance(HOUSE.issuers.account, 'USDT')).toBe('50');
    expect(story.realm.balance(HOUSE.issuers.account, 'NOVA')).toBe('-100');
    expect(story.realm.balance(HOUSE.fees.account, 'USDT')).toBe('0.25');
  });
});
