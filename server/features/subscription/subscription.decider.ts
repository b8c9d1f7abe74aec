import { createHash } from 'node:crypto';
import { amount, format, ONE, ZERO } from '../../../shared/money.js';
import { allotted, costOf, cutOf, feeOf } from '../../../shared/new-coin.js';
import type { Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import type { NewCoinListing, NewCoinTerms } from '../../core/ports/new-coin-market.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { reviewOpened } from '../../review/review.events.js';
import type { SubscriptionOrder } from './subscription.commands.js';
import type { NewCoinFacts, NewCoinListed, NewCoinProposed, SubscriptionFacts } from './subscription.events.js';
import { coinsOf, problemsOf, type SubscriptionStanding } from './subscription.rules.js';
import {
  batchOf,
  subscriptionTimetable,
  type Entry,
  type NewCoinState,
  type OpenSubscription,
  type SubscriptionState,
} from './subscription.state.js';

/** The name of the kind of request, as staff review it, and its queue. */
export const SUBSCRIPTION_REVIEW = 'subscription';
const DAY_MS = 86_400_000;

const newEvent = eventsOf<SubscriptionFacts>(({ ownerId }) => `subscription-${ownerId}`);
export const newCoinEvent = eventsOf<NewCoinFacts>(({ issueId }) => `newcoin-${issueId}`);

/** What breaks a tie: nobody can know it before the seed is revealed. */
export const tieOf = (seed: string, subscriptionId: string): string =>
  createHash('sha256').update(`${seed} ${subscriptionId}`).digest('hex');

export function decideSubscribe(
  order: SubscriptionOrder,
  standing: SubscriptionStanding,
): Decided<{ subscriptionId: string }> | Refusal {
  const [problem] = problemsOf(order, standing);
  if (problem !== undefined) return problem;
  const { terms } = standing.issue;
  const coins = coinsOf(order.coins);
  if (terms === null || coins === undefined) throw new Error('a subscription without an issue was not refused');
  const { userId, ownerId, issueId, subscriptionId, requestId, cap, agreement = null } = order;
  const { coin, issuePrice, feeRate, policy } = terms;
  const margin = costOf(issuePrice, coins);
  const fee = feeOf(margin, feeRate);
  const held = format(amount(margin) + amount(fee));
  const figures = { coin, coins, issuePrice, margin, fee, feeRate, policy, agreement, cap: cap.policy };
  const about = { amount: margin, asset: 'USDT', valueUsdt: margin, fourEyes: false };
  const events = [
    {
      ...newEvent('Subscribed', { userId, ownerId, issueId, subscriptionId, requestId, ...figures }),
      schema: 2,
      postings: moved(availableOf(ownerId), frozenOf(ownerId), 'USDT', amount(held)),
    },
    newCoinEvent('NewCoinCounted', { issueId, subscriptionId, requestId, ownerId, coins }),
    reviewOpened({ requestId, kind: SUBSCRIPTION_REVIEW, userId, about }),
  ];
  return { events, answer: { subscriptionId } };
}

/** What follows from the staff's decision. Nothing once the issue is listed or failed: then the request is withdrawn. */
export function decideVerdict(
  issue: NewCoinState,
  state: SubscriptionState,
  { requestId, verdict, reasons }: { requestId: string; verdict: 'approved' | 'rejected'; reasons: readonly string[] },
): NewEvent[] | Refusal {
  const one = [...state.open.values()].find((each) => each.requestId === requestId);
  if (one === undefined) return [];
  if (issue.status !== 'open') return refuse('subscription.wrong-stage', { field: 'issueId', coin: one.coin });
  if (verdict === 'approved') return [newEvent('SubscriptionChecked', nameOf(one))];
  const refunded = heldOf(one);
  const { issueId, subscriptionId, coins } = one;
  return [
    {
      ...newEvent('SubscriptionNotPassed', { ...nameOf(one), reasons, refunded }),
      postings: moved(frozenOf(one.ownerId), availableOf(one.ownerId), 'USDT', amount(refunded)),
    },
    newCoinEvent('NewCoinUncounted', { issueId, subscriptionId, coins }),
  ];
}

/**
 * Nothing for what is no longer open. Too little makes the issue fail, and so does an instrument that took the code after the
 * approval: two assets of one code would be one balance. Else it is shared out and listed.
 */
export function decideListing(
  state: NewCoinState,
  market: {
    isFree(coin: string): boolean;
    tie(listsOn: string): { epoch: number; seed: string };
    listingOf(terms: NewCoinTerms): NewCoinListing;
  },
): NewEvent[] {
  const { terms, status, total } = state;
  if (terms === null || status !== 'open') return [];
  const { issueId, coin, volume, minimum } = terms;
  const cause = total < minimum ? 'minimum' : market.isFree(coin) ? undefined : 'taken';
  if (cause !== undefined) return [newCoinEvent('NewCoinFailed', { issueId, cause, total, decidedBy: '', reason: '' })];
  const { epoch, seed } = market.tie(terms.listsOn);
  const entries = [...state.entries.values()];
  const shares = entries.map(({ coins, subscriptionId }) => ({ coins, tie: tieOf(seed, subscriptionId) }));
  const cut = cutOf(volume, shares);
  const { spec, opensAt, epoch: openEpoch, step, openPrice } = market.listingOf(terms);
  const unlocksAt = opensAt + terms.lockupDays * DAY_MS;
  const opening = { openEpoch, openStep: step, openPrice, opensAt, unlocksAt, spec };
  return [newCoinEvent('NewCoinListed', { issueId, coin, subscribers: entries.length, cut, epoch, seed, ...opening })];
}

/** `stateOf` and `withdrawn`: the subscriptions of the batch, and what takes a request out of its queue. */
export function decideSettle(
  issue: NewCoinState,
  from: number,
  stateOf: (ownerId: string) => SubscriptionState,
  withdrawn: (requestId: string) => NewEvent[] | Refusal,
): NewEvent[] | Refusal {
  const { terms, listed, failed, settled, isSettled, entries } = issue;
  if (terms === null || isSettled || settled !== from || (listed === null && failed === null)) return [];
  const events: NewEvent[] = [];
  const batch = batchOf(issue, from);
  for (const entry of batch) {
    const one = stateOf(entry.ownerId).open.get(entry.subscriptionId);
    if (one === undefined) continue;
    const left = withdrawn(entry.requestId);
    if (isRefusal(left)) return left;
    events.push(...left, listed === null ? refund(one, issue) : allot(one, entry, terms, listed));
  }
  const { issueId } = terms;
  const done = from + batch.length;
  if (done < entries.size) return [...events, newCoinEvent('NewCoinSettling', { issueId, settled: done })];
  const end =
    listed === null
      ? newCoinEvent('NewCoinRefunded', { issueId, settled: done })
      : newCoinEvent('NewCoinSettled', { issueId, settled: done, unlocksAt: listed.unlocksAt });
  return [...events, end];
}

function refund(one: OpenSubscription, { failed }: NewCoinState): NewEvent {
  const refunded = heldOf(one);
  return {
    ...newEvent('SubscriptionRefunded', { ...nameOf(one), cause: failed?.cause ?? 'minimum', refunded }),
    postings: moved(frozenOf(one.ownerId), availableOf(one.ownerId), 'USDT', amount(refunded)),
  };
}

function allot(one: OpenSubscription, entry: Entry, terms: NewCoinProposed, listed: NewCoinListed): NewEvent {
  const { ownerId, subscriptionId, coin } = one;
  const tie = tieOf(listed.seed, subscriptionId);
  const { coins, remainder } = allotted({ coins: entry.coins, tie }, listed.cut);
  const [available, frozen] = [availableOf(ownerId), frozenOf(ownerId)];
  if (coins === 0) {
    const refunded = heldOf(one);
    return {
      ...newEvent('SubscriptionSoldOut', { ...nameOf(one), remainder, tie, refunded }),
      postings: moved(frozen, available, 'USDT', amount(refunded)),
    };
  }
  const cost = costOf(terms.issuePrice, coins);
  const fee = feeOf(cost, terms.feeRate);
  const refunded = format(amount(heldOf(one)) - amount(cost) - amount(fee));
  const { unlocksAt } = listed;
  return {
    ...newEvent('SubscriptionPassed', { ...nameOf(one), coins, remainder, tie, cost, fee, refunded, unlocksAt }),
    postings: [
      ...moved(frozen, HOUSE.issuers.account, 'USDT', amount(cost)),
      ...moved(frozen, HOUSE.fees.account, 'USDT', amount(fee)),
      ...moved(frozen, available, 'USDT', amount(refunded)),
      ...moved(HOUSE.issuers.account, frozen, coin, BigInt(coins) * ONE),
    ],
  };
}

export function decideUnlock(
  issue: NewCoinState,
  from: number,
  stateOf: (ownerId: string) => SubscriptionState,
): NewEvent[] {
  const { terms, status, isSettled, unlocked, entries } = issue;
  if (terms === null || status !== 'listed' || !isSettled || unlocked !== from) return [];
  const batch = batchOf(issue, from);
  const events = batch.flatMap(({ ownerId, subscriptionId }) => {
    const one = stateOf(ownerId).open.get(subscriptionId);
    if (one === undefined || one.held === 0) return [];
    return [
      {
        ...newEvent('SubscriptionUnlocked', { ...nameOf(one), coins: one.held }),
        postings: moved(frozenOf(ownerId), availableOf(ownerId), one.coin, BigInt(one.held) * ONE),
      },
    ];
  });
  const { issueId } = terms;
  const done = from + batch.length;
  const type = done < entries.size ? 'NewCoinUnlocking' : 'NewCoinUnlocked';
  return [...events, newCoinEvent(type, { issueId, unlocked: done })];
}

/** Events with what they make due. */
export const decided = (events: NewEvent[], at: number): Decided<null> => ({
  events,
  due: dueAfter(subscriptionTimetable, events, at),
  answer: null,
});

const nameOf = ({ userId, ownerId, issueId, subscriptionId, coin }: OpenSubscription) => ({
  userId,
  ownerId,
  issueId,
  subscriptionId,
  coin,
});

/** What is on hold of margin and fee until the allocation. */
const heldOf = ({ margin, fee }: OpenSubscription): string => format(amount(margin) + amount(fee));

const availableOf = (ownerId: string): string => userAccount(ownerId, 'finance', 'available');
const frozenOf = (ownerId: string): string => userAccount(ownerId, 'finance', 'frozen');

/** Nothing where the sum is zero. */
function moved(from: string, to: string, asset: string, sum: bigint): Posting[] {
  if (sum === ZERO) return [];
  return [
    { account: from, asset, amount: -sum },
    { account: to, asset, amount: sum },
  ];
}
