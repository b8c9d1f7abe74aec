import { amount, decimalsOf, format, ONE, toCount, ZERO, type Amount } from '../../../shared/money.js';
import { costOf, feeOf, ISSUE_PRICE_DECIMALS, LOWEST_OPENING, openingPrice } from '../../../shared/new-coin.js';
import { startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy } from '../../core/policy.js';
import { leftByDebts } from '../../core/ports/open-debts.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { NewCoinProposal, SubscriptionOrder } from './subscription.commands.js';
import type { NewCoinProposed } from './subscription.events.js';
import type { NewCoinState, SubscriptionState } from './subscription.state.js';

const DAY_MS = 86_400_000;

/** Everything that a subscription is checked against. */
export interface SubscriptionStanding {
  readonly issue: NewCoinState;
  readonly state: SubscriptionState;
  /** What the finance account has available. */
  readonly available: Amount;
  /** Open principal of all products. */
  readonly principal: Amount;
  /** Debts of all products. */
  readonly owed: Amount;
  readonly isVerified: boolean;
  readonly at: Instant;
}

/** Subscription is open from the approval to its end. */
export function stageProblem({ terms, status }: NewCoinState, issueId: string, at: Instant): Refusal | undefined {
  const field = 'issueId';
  if (terms === null || status === 'proposed' || status === 'rejected')
    return refuse('subscription.issue-unknown', { field, issueId });
  if (status !== 'open') return refuse('subscription.wrong-stage', { field, coin: terms.coin });
  if (at >= terms.closesAt) return refuse('subscription.expired', { field, closedAt: terms.closesAt });
  return undefined;
}

/** All that stands against a subscription, in the order of the refusals. */
export function problemsOf(order: SubscriptionOrder, standing: SubscriptionStanding): Refusal[] {
  const { issue, at } = standing;
  const { issueId } = order;
  const shut = stageProblem(issue, issueId, at);
  if (shut !== undefined || issue.terms === null) return shut === undefined ? [] : [shut];
  return [...personProblems(order, standing), ...formProblems(order, issue.terms), ...moneyProblems(order, standing)];
}

/** What stands against subscribing any number of coins. */
export function standingProblems(
  order: Pick<SubscriptionOrder, 'issueId' | 'cap'>,
  standing: SubscriptionStanding,
): Refusal[] {
  const { terms } = standing.issue;
  const shut = stageProblem(standing.issue, order.issueId, standing.at);
  if (shut !== undefined || terms === null) return shut === undefined ? [] : [shut];
  return [...personProblems(order, standing), ...capProblems(terms.minimumUsdt, order, standing)];
}

/** One subscription an account and issue: splitting one earns nothing, since a person has one verified account. */
function personProblems(
  { issueId }: Pick<SubscriptionOrder, 'issueId'>,
  { state, isVerified, issue }: SubscriptionStanding,
): Refusal[] {
  const found: Refusal[] = [];
  if (state.joined.includes(issueId))
    found.push(refuse('subscription.already', { field: 'issueId', coin: issue.terms?.coin ?? '' }));
  if (!isVerified) found.push(refuse('subscription.verification-needed'));
  return found;
}

function formProblems({ coins, agreed }: SubscriptionOrder, terms: NewCoinProposed): Refusal[] {
  const field = 'coins';
  const wanted = coinsOf(coins);
  if (amount(coins) === ZERO) return [refuse('asset.amount-zero', { field })];
  if (wanted === undefined) return [refuse('subscription.whole-coins', { field })];
  const found: Refusal[] = [];
  const { minimumUsdt: minimum, maximumUsdt: maximum, policy } = terms;
  const cost = amount(costOf(terms.issuePrice, wanted));
  const decided = { policy: policy.name, version: policy.version };
  if (cost < amount(minimum)) found.push(refuse('subscription.below-minimum', { field, minimum, ...decided }));
  if (cost > amount(maximum)) found.push(refuse('subscription.above-maximum', { field, maximum, ...decided }));
  if (agreed !== policy.version) found.push(refuse('subscription.agreement-needed', { field: 'agreed' }));
  return found;
}

const MOST_COINS = 1_000_000_000_000;

/** A whole number of coins; `undefined` where it is none, or more than any issue has. */
export function coinsOf(text: string): number | undefined {
  const wanted = amount(text);
  return wanted % ONE === ZERO && wanted / ONE <= BigInt(MOST_COINS) ? toCount(wanted / ONE) : undefined;
}

function capProblems(
  margin: string,
  { cap: { cap, policy } }: Pick<SubscriptionOrder, 'cap'>,
  { principal }: Pick<SubscriptionStanding, 'principal'>,
): Refusal[] {
  if (cap === null || principal + amount(margin) <= amount(cap)) return [];
  return [refuse('subscription.cap-exceeded', { field: 'coins', cap, open: format(principal), ...decidedBy(policy) })];
}

function moneyProblems(order: SubscriptionOrder, standing: SubscriptionStanding): Refusal[] {
  const { terms } = standing.issue;
  const wanted = coinsOf(order.coins);
  if (terms === null || wanted === undefined) return [];
  const margin = costOf(terms.issuePrice, wanted);
  const needed = amount(margin) + amount(feeOf(margin, terms.feeRate));
  const { available } = standing;
  const field = 'coins';
  const found = capProblems(margin, order, standing);
  const left = leftByDebts(needed, standing);
  if (left !== undefined)
    found.push(refuse('asset.debts-uncovered', { field, owed: left.owed, maximum: left.maximum }));
  if (available < needed)
    found.push(
      refuse('asset.insufficient', { field, currency: 'USDT', available: format(available), needed: format(needed) }),
    );
  return found;
}

/** What is wrong with the terms of an issue; `promisedFrom`: when the epoch that breaks its ties may be known. */
export function proposalProblem(
  { coin, issuePrice, volume, minimum, closesOn, listsOn, reason, policy, isFree }: NewCoinProposal,
  promisedFrom: Instant,
  at: Instant,
): Refusal | undefined {
  const price = amount(issuePrice);
  if (!isFree) return refuse('subscription.coin-taken', { field: 'coin', coin });
  const lowest = amount(openingPrice(issuePrice, policy.values.openMin, 0));
  if (decimalsOf(price) > ISSUE_PRICE_DECIMALS || lowest < amount(LOWEST_OPENING) || minimum > volume)
    return refuse('subscription.terms-wrong', { field: 'issuePrice' });
  const dates = datesProblem(startOf(closesOn), startOf(listsOn), promisedFrom, at);
  if (dates !== undefined) return dates;
  const { reasonLengthMin: min } = policy.values;
  return reason.trim().length >= min
    ? undefined
    : refuse('subscription.reason-short', { field: 'reason', min, ...decidedBy(policy) });
}

/** A person has a day at least, and whoever subscribes last cannot know the seed that breaks ties. */
export function datesProblem(closesAt: Instant, listsAt: Instant, promisedFrom: Instant, at: Instant) {
  const isFit =
    Number.isFinite(closesAt) && Number.isFinite(listsAt) && closesAt >= at + DAY_MS && closesAt <= promisedFrom;
  return isFit ? undefined : refuse('subscription.dates-wrong', { field: 'listsOn' });
}
