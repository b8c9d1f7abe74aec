import type { CustodyOrder } from '../../../contracts/custody.contract.js';
import { datesNotBegun, highestInterest, interestOf, penaltyOf } from '../../../shared/custody.js';
import { dateAfter } from '../../../shared/utc-date.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import type { CustodyRates } from '../../core/ports/custody-rates.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { reviewOpened } from '../../review/review.events.js';
import type { CustodyPurchase, RedeemCustody } from './custody.commands.js';
import type {
  CustodyBought,
  CustodyCompleted,
  CustodyFacts,
  CustodyHouseFacts,
  CustodyRedeemed,
  CustodyTreasuryGranted,
} from './custody.events.js';
import {
  appliedOf,
  averageGate,
  grantDue,
  isProductId,
  problemsOf,
  ratesAt,
  spanOf,
  termsOf,
  type CustodyStanding,
} from './custody.rules.js';
import {
  custodyTimetable,
  datesOfOrder,
  type CustodyHouseState,
  type CustodyState,
  type OpenCustody,
} from './custody.state.js';
import { viewOf } from './custody.views.js';

/** The name of the kind of request, as staff review it. */
export const CUSTODY_REVIEW = 'custody-redemption';

const newEvent = eventsOf<CustodyFacts>(({ ownerId }) => `custody-${ownerId}`);
const houseEvents = (realm: string) => eventsOf<CustodyHouseFacts>(() => `custodyhouse-${realm}`);

export function decidePurchase(
  realm: string,
  purchase: CustodyPurchase,
  rates: CustodyRates,
  standing: CustodyStanding,
): Decided<CustodyOrder> | Refusal {
  const [problem] = problemsOf(purchase, standing);
  if (problem !== undefined) return problem;
  const { at, house } = standing;
  const bought = boughtOf(purchase, rates, standing);
  const { orderId, productId, principal, highest, rateMin, rateMax, firstDate } = bought;
  const newHouseEvent = houseEvents(realm);
  const granted = grantOf(purchase, house);
  const begun = { date: firstDate, revealsAt: rates.epochOf(firstDate).revealsAt };
  const events: NewEvent[] = [
    ...(granted === undefined
      ? []
      : [{ ...newHouseEvent('CustodyTreasuryGranted', granted), postings: given(granted) }]),
    ...(house.nextDate === null ? [newHouseEvent('CustodyRatesBegun', begun)] : []),
    { ...newEvent('CustodyBought', bought), schema: 3, postings: held(bought) },
    newHouseEvent('CustodyCovered', { orderId, productId, principal, highest, rateMin, rateMax }),
  ];
  const answer = viewOf({ ...bought, boughtAt: at, redemption: null }, []);
  return { events, due: dueAfter(custodyTimetable, events, at), answer };
}

/** The request goes into the queue in one append with its own event: neither is ever there without the other. */
export function decideRedeem(
  state: CustodyState,
  { userId, ownerId, orderId, requestId, shownPenalty }: RedeemCustody['data'],
  rates: CustodyRates,
  at: Instant,
): Decided<CustodyOrder> | Refusal {
  const order = openOrder(state, orderId);
  if (isRefusal(order)) return order;
  // Its last rate is revealed, so it is being completed.
  if (order.maturesAt <= at) return refuse('custody.over', { orderId });
  if (order.redemption?.rejectedFor === null) return refuse('custody.redeeming-already', { orderId });
  const notBegun = datesNotBegun(datesOfOrder(order), at);
  const penalty = penaltyOf(order, notBegun);
  if (amount(penalty) !== amount(shownPenalty))
    return refuse('custody.penalty-changed', { field: 'shownPenalty', shown: shownPenalty, penalty });
  const { productId, principal } = order;
  const about = { amount: principal, asset: 'USDT', valueUsdt: principal, fourEyes: false };
  const asked = { userId, ownerId, orderId, productId, requestId, principal, notBegun, penalty };
  return {
    events: [
      newEvent('CustodyRedemptionRequested', asked),
      reviewOpened({ requestId, kind: CUSTODY_REVIEW, userId, about }),
    ],
    answer: viewOf(
      { ...order, redemption: { requestId, penalty, requestedAt: at, rejectedFor: null } },
      ratesAt(order, rates, at),
    ),
  };
}

/** `review`: what takes the request out of its queue, or why that fails. */
export function decideContinue(
  state: CustodyState,
  orderId: string,
  review: (requestId: string) => NewEvent[] | Refusal,
  rates: CustodyRates,
  at: Instant,
): Decided<CustodyOrder> | Refusal {
  const order = openOrder(state, orderId);
  if (isRefusal(order)) return order;
  const { redemption } = order;
  if (redemption === null || redemption.rejectedFor !== null) return refuse('custody.not-redeeming', { orderId });
  const withdrawn = review(redemption.requestId);
  if (isRefusal(withdrawn)) return withdrawn;
  const continued = newEvent('CustodyContinued', { ...nameOf(order), requestId: redemption.requestId });
  return {
    events: [continued, ...withdrawn],
    answer: viewOf({ ...order, redemption: null }, ratesAt(order, rates, at)),
  };
}

/** What follows from the staff's decision. Nothing for a request that is not the open one. One whose order is being completed counts as never made. */
export function decideVerdict(
  realm: string,
  state: CustodyState,
  decision: {
    readonly requestId: string;
    readonly verdict: 'approved' | 'rejected';
    readonly reasons: readonly string[];
  },
  rates: CustodyRates,
  at: Instant,
): NewEvent[] | Refusal {
  const { requestId, verdict, reasons } = decision;
  const order = orderOf(state, requestId);
  if (order?.redemption?.rejectedFor !== null) return [];
  if (order.maturesAt <= at) return refuse('custody.over', { orderId: order.orderId });
  if (verdict === 'rejected') return [newEvent('CustodyRedemptionRejected', { ...nameOf(order), requestId, reasons })];
  const known = ratesAt(order, rates, at);
  const { principal, highest } = order;
  const { penalty } = order.redemption;
  const interest = interestOf(principal, known);
  const returned = format(amount(principal) - amount(penalty) + amount(interest));
  const figures = { principal, highest, rates: known, interest, penalty, returned };
  return [
    { ...newEvent('CustodyRedeemed', { ...nameOf(order), requestId, ...figures }), postings: paid(order, figures) },
    coverEnded(realm, order, figures),
  ];
}

/** The open order whose redemption a request is. */
function orderOf(state: CustodyState, requestId: string): OpenCustody | undefined {
  return [...state.open.values()].find(({ redemption }) => redemption?.requestId === requestId);
}

/** Nothing for an order that is over. A request that is undecided counts as never made. */
export function decideComplete(
  realm: string,
  order: OpenCustody | undefined,
  review: (requestId: string) => NewEvent[] | Refusal,
  rates: CustodyRates,
  at: Instant,
): NewEvent[] | Refusal {
  if (order === undefined) return [];
  const known = ratesAt(order, rates, at);
  if (known.length < order.cycleDays) throw new Error(`${order.orderId} is completed before its last rate is revealed`);
  const { principal, highest, redemption } = order;
  const withdrawn = redemption?.rejectedFor === null ? review(redemption.requestId) : [];
  if (isRefusal(withdrawn)) return withdrawn;
  const interest = interestOf(principal, known);
  const returned = format(amount(principal) + amount(interest));
  const figures = { principal, highest, rates: known, interest, returned };
  return [
    {
      ...newEvent('CustodyCompleted', { ...nameOf(order), ...figures }),
      postings: paid(order, { interest, penalty: '0' }),
    },
    coverEnded(realm, order, { interest, penalty: '0' }),
    ...withdrawn,
  ];
}

/** One event a date, whatever is open: it makes the next date's due. */
export function decideReveal(
  realm: string,
  { nextDate, bands }: CustodyHouseState,
  date: string,
  rates: CustodyRates,
): NewEvent[] {
  if (nextDate !== date) return [];
  const next = dateAfter(date, 1);
  return [
    houseEvents(realm)('CustodyRateRevealed', {
      date,
      epoch: rates.epochOf(date).epoch,
      rates: bands.map(({ productId, rateMin, rateMax }) => {
        const band = { rateMin, rateMax };
        return { productId, ...band, rate: rates.rateOf(productId, date, band) };
      }),
      nextDate: next,
      nextRevealsAt: rates.epochOf(next).revealsAt,
    }),
  ];
}

/** An order that is over is not among them: the call looks whether it was ever there. */
const openOrder = ({ open }: CustodyState, orderId: string): OpenCustody | Refusal =>
  open.get(orderId) ?? refuse('custody.not-found', { orderId });

const nameOf = ({ userId, ownerId, orderId, productId }: OpenCustody) => ({ userId, ownerId, orderId, productId });

function boughtOf(
  { userId, ownerId, orderId, productId, amount: text, policy, cap, vip, agreement = null }: CustodyPurchase,
  rates: CustodyRates,
  { advanced, at }: CustodyStanding,
): CustodyBought {
  if (!isProductId(productId)) throw new Error('a product that is not known was not refused');
  const terms = termsOf(policy.values, productId, advanced);
  const { cycleDays, rateMin, rateMax, penalty, penaltyRate } = terms;
  const principal = format(amount(text));
  return {
    userId,
    ownerId,
    orderId,
    productId,
    principal,
    highest: highestInterest(principal, rateMax, cycleDays),
    cycleDays,
    ...spanOf(at, cycleDays, rates),
    rateMin,
    rateMax,
    penalty,
    penaltyRate,
    advanced,
    policy: appliedOf(policy, productId),
    agreement,
    cap: cap.policy,
    vip: productId === 'vip' && vip !== null ? { ...vip, average: averageGate(vip.days, policy.values).average } : null,
  };
}

function grantOf(
  { policy: { name, version, values } }: CustodyPurchase,
  house: CustodyHouseState,
): CustodyTreasuryGranted | undefined {
  const due = grantDue(house, values);
  if (due === ZERO) return undefined;
  const { grantUsdt } = values;
  return { granted: format(due), total: grantUsdt, policy: { name, version, inputs: { grantUsdt } } };
}

function coverEnded(
  realm: string,
  { orderId, principal, highest }: OpenCustody,
  { interest, penalty }: Pick<CustodyRedeemed, 'interest' | 'penalty'>,
): NewEvent {
  return houseEvents(realm)('CustodyCoverEnded', { orderId, principal, highest, interest, penalty });
}

const given = ({ granted }: CustodyTreasuryGranted): Posting[] =>
  moved(HOUSE.treasuryGrants.account, HOUSE.treasury.account, granted);

/** Puts principal and highest interest on hold. */
function held({ ownerId, principal, highest }: CustodyBought): Posting[] {
  const [available, frozen] = financeOf(ownerId);
  return [
    ...moved(available, frozen, principal),
    ...moved(HOUSE.treasury.account, HOUSE.treasuryHolds.account, highest),
  ];
}

/** Principal less penalty and interest to the owner, the penalty and the rest of the hold to the treasury. */
function paid(
  { ownerId, principal, highest }: OpenCustody,
  { interest, penalty }: Pick<CustodyCompleted, 'interest'> & { readonly penalty: string },
): Posting[] {
  const [available, frozen] = financeOf(ownerId);
  return [
    ...moved(frozen, available, format(amount(principal) - amount(penalty))),
    ...moved(frozen, HOUSE.treasury.account, penalty),
    ...moved(HOUSE.treasuryHolds.account, available, interest),
    ...moved(HOUSE.treasuryHolds.account, HOUSE.treasury.account, format(amount(highest) - amount(interest))),
  ];
}

const financeOf = (ownerId: string): [available: string, frozen: string] => [
  userAccount(ownerId, 'finance', 'available'),
  userAccount(ownerId, 'finance', 'frozen'),
];

/** Nothing where the sum is zero. */
function moved(from: string, to: string, sum: string): Posting[] {
  const moving = amount(sum);
  if (moving === ZERO) return [];
  return [
    { account: from, asset: 'USDT', amount: -moving },
    { account: to, asset: 'USDT', amount: moving },
  ];
}
