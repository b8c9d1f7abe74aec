import type { FundRequest } from '../../../contracts/fund.contract.js';
import { FUND_ASSETS, payoutOf, strikeOf, unitsFor, type FundLevel } from '../../../shared/fund.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import type { PolicyVersion } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { FundPurchase, FundRedemption, FundRules } from './fund.commands.js';
import { nextStrike, type NavDate } from './fund-dates.rules.js';
import type { FundFacts } from './fund.events.js';
import { appliedOf, problemsOf, redemptionProblem, type FundStanding } from './fund.rules.js';
import {
  fundTimetable,
  positionAfter,
  type FundHouseState,
  type FundPosition,
  type FundState,
  type PendingRequest,
  type StruckNav,
} from './fund.state.js';
import { accountOf, houseEvents, moved } from './fund-strike.decider.js';
import { costOfUnits } from './fund-value.rules.js';
import { viewOfPending } from './fund.views.js';

export const fundEvent = eventsOf<FundFacts>(({ ownerId }) => `fund-${ownerId}`);

export function decidePurchase(
  purchase: FundPurchase,
  standing: FundStanding,
  navDate: NavDate,
): Decided<FundRequest> | Refusal {
  const ordered = orderPurchase(purchase, standing, navDate);
  return isRefusal(ordered) ? ordered : answered(ordered, standing.at);
}

/** A request that waits now, and the events that say so. */
interface Ordered {
  readonly events: readonly NewEvent[];
  readonly request: PendingRequest;
}

/** `planId`: of the plan that buys. */
export function orderPurchase(
  purchase: FundPurchase,
  standing: FundStanding,
  navDate: NavDate,
  planId?: string,
): Ordered | Refusal {
  const [problem] = problemsOf(purchase, standing, navDate);
  if (problem !== undefined) return problem;
  const { userId, ownerId, requestId, level, policy, cap, agreement = null } = purchase;
  const text = format(amount(purchase.amount));
  const requested = {
    userId,
    ownerId,
    requestId,
    level,
    amount: text,
    ...navDate,
    policy: appliedOf(policy, level),
    cap: cap.policy,
  };
  const event = {
    ...(planId === undefined
      ? { ...fundEvent('FundPurchaseRequested', { ...requested, agreement }), schema: 2 }
      : fundEvent('FundPlanPurchaseRequested', { ...requested, planId })),
    postings: moved(available(ownerId), frozen(ownerId), [['USDT', amount(text)]]),
  };
  return placed(standing, event, { ...requested, side: 'purchase', requestedAt: standing.at });
}

export function decideRedemption(
  redemption: FundRedemption,
  standing: Pick<FundStanding, 'state' | 'house' | 'at'> & { readonly policy: PolicyVersion<FundRules> },
  navDate: NavDate,
): Decided<FundRequest> | Refusal {
  const problem = redemptionProblem(redemption, standing.state, standing.policy, navDate);
  if (problem !== undefined) return problem;
  const { userId, ownerId, requestId, level, units } = redemption;
  const requested = { userId, ownerId, requestId, level, units: format(amount(units)), ...navDate };
  const event = fundEvent('FundRedemptionRequested', requested);
  return answered(placed(standing, event, { ...requested, side: 'redemption', requestedAt: standing.at }), standing.at);
}

/** The first request opens the fund: from then on a value is struck for each date. */
function placed({ house, at }: Pick<FundStanding, 'house' | 'at'>, event: NewEvent, request: PendingRequest): Ordered {
  const { level } = request;
  const first = nextStrike(at);
  const opened = { level, date: first, strikesAt: strikeOf(first) };
  const events = [
    ...(house.nextDate === null ? [houseEvents('FundOpened', opened)] : []),
    event,
    houseEvents('FundFlowPlaced', flowOf(request)),
  ];
  return { events, request };
}

const answered = ({ events, request }: Ordered, at: Instant): Decided<FundRequest> => ({
  events,
  due: dueAfter(fundTimetable, events, at),
  answer: viewOfPending(request),
});

const flowOf = (request: PendingRequest) => {
  const { level, requestId, date, side } = request;
  return { level, requestId, date, side, quantity: side === 'purchase' ? request.amount : request.units };
};

/** Until a close is known that the value is made of: later the order could wait for a good one. */
export function decideCancel(
  state: FundState,
  { level, requestId }: { readonly level: FundLevel; readonly requestId: string },
  at: Instant,
): Decided<FundRequest> | Refusal {
  const request = state.pending.get(requestId);
  if (request?.level !== level) return refuse('fund.request-not-found', { requestId });
  if (at >= request.firstCloseAt) return refuse('fund.cancel-late', { requestId });
  const events = unsettled('FundRequestCancelled', request);
  return { events, answer: { ...viewOfPending(request), status: 'cancelled', endedAt: at } };
}

/** All that an owner has waiting for the value of a date, the oldest first. Nothing where all of it is over. */
export function decideSettle(state: FundState, { level, struck }: FundHouseState, date: string): NewEvent[] {
  const waiting = [...state.pending.values()].filter((one) => one.level === level && one.date === date);
  if (waiting.length === 0) return [];
  const value = struck[date];
  if (value === undefined) throw new Error(`the value of ${date} is not struck yet`);
  const { nav } = value;
  let position = state.held[level];
  return waiting.flatMap((request) => {
    if (nav === null || isKnown(request, value)) return unsettled('FundRequestFailed', request);
    const settled = request.side === 'purchase' ? issued(request, nav) : redeemed(position, request, nav);
    position = positionAfter(position, settled.change);
    return settled.events;
  });
}

/** Whether a close of the value was over at the request: a market that should have closed since has not. */
const isKnown = ({ requestedAt }: PendingRequest, { oldestClose }: StruckNav): boolean =>
  oldestClose !== null && oldestClose <= requestedAt;

/** What a settled request says, and how it changes units and their cost. */
interface Settled {
  readonly events: NewEvent[];
  readonly change: { readonly units: Amount; readonly cost: Amount };
}

function issued(request: Extract<PendingRequest, { side: 'purchase' }>, nav: string): Settled {
  const { ownerId, level, amount: text } = request;
  const units = unitsFor(text, nav);
  const postings = [
    ...moved(frozen(ownerId), accountOf(level), [['USDT', amount(text)]]),
    ...moved(HOUSE.fundUnits.account, frozen(ownerId), [[FUND_ASSETS[level], amount(units)]]),
  ];
  const events = [
    { ...fundEvent('FundUnitsIssued', { ...nameOf(request), amount: text, nav, units }), postings },
    houseEvents('FundFlowEnded', { ...flowOf(request), cash: text, units }),
  ];
  return { events, change: { units: amount(units), cost: amount(text) } };
}

function redeemed(
  position: FundPosition,
  request: Extract<PendingRequest, { side: 'redemption' }>,
  nav: string,
): Settled {
  const { ownerId, level, units } = request;
  const paid = payoutOf(units, nav);
  const cost = costOfUnits(position.cost, amount(units), amount(position.units));
  const postings: Posting[] = [
    ...moved(accountOf(level), available(ownerId), [['USDT', amount(paid)]]),
    ...moved(frozen(ownerId), HOUSE.fundUnits.account, [[FUND_ASSETS[level], amount(units)]]),
  ];
  const flow = { ...flowOf(request), cash: format(-amount(paid)), units: format(-amount(units)) };
  const events = [
    { ...fundEvent('FundUnitsRedeemed', { ...nameOf(request), units, nav, paid, cost }), postings },
    houseEvents('FundFlowEnded', flow),
  ];
  return { events, change: { units: -amount(units), cost: -amount(cost) } };
}

/** Money comes back, units are free again. */
function unsettled(type: 'FundRequestCancelled' | 'FundRequestFailed', request: PendingRequest): NewEvent[] {
  const { ownerId, side } = request;
  const sizes =
    request.side === 'purchase' ? { amount: request.amount, units: null } : { amount: null, units: request.units };
  const postings =
    sizes.amount === null ? [] : moved(frozen(ownerId), available(ownerId), [['USDT', amount(sizes.amount)]]);
  const event = fundEvent(type, { ...nameOf(request), side, ...sizes });
  return [
    postings.length === 0 ? event : { ...event, postings },
    houseEvents('FundFlowEnded', { ...flowOf(request), cash: '0', units: '0' }),
  ];
}

const nameOf = ({ userId, ownerId, requestId, level, date }: PendingRequest) => ({
  userId,
  ownerId,
  requestId,
  level,
  date,
});
const available = (ownerId: string): string => userAccount(ownerId, 'finance', 'available');
const frozen = (ownerId: string): string => userAccount(ownerId, 'finance', 'frozen');
