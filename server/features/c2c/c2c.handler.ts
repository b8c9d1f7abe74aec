import type { C2cReviewKind, C2cStatus } from '../../../contracts/c2c.contract.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { decidedBy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened, type ReviewAbout } from '../../review/review.events.js';
import { c2cBuyerKind, placeEvents } from './c2c-buyer.decider.js';
import { c2cChatKind, decideRead, decideSend } from './c2c-chat.decider.js';
import {
  AppealC2c,
  ExpireC2c,
  PlaceC2c,
  ReadC2cMessages,
  ReinstateC2c,
  RemitC2c,
  SendC2cMessage,
  type C2cAnswer,
} from './c2c.commands.js';
import {
  appealReview,
  c2cKind,
  c2cTimetable,
  decideAppeal,
  decideExpire,
  decidePlace,
  decideReinstate,
  decideRemit,
  matchReview,
  remittanceReview,
  type C2cOrder,
} from './c2c.decider.js';
import type { C2cOrderPlaced, C2cReinstated } from './c2c.events.js';
import { wantedProblem } from './c2c.rules.js';

/** The person's own order; another's is refused as not found. */
function ownOrder(view: View, { orderId, userId }: { orderId: string; userId: string }): C2cOrder | Refusal {
  const order = view.state(c2cKind, orderId);
  return order.status === 'none' || order.userId !== userId ? refuse('c2c.order-not-found') : order;
}

export function c2cHandlers(gate: AccountGate, levels: VerificationLevels): AnyCommandHandler[] {
  return [
    place(gate, levels),
    step(gate, RemitC2c, {
      kind: 'c2c-remittance',
      review: remittanceReview,
      decide: decideRemit,
      status: 'remitted',
    }),
    step(gate, AppealC2c, { kind: 'c2c-appeal', review: appealReview, decide: decideAppeal, status: 'appealed' }),
    expire,
    reinstate(gate),
    send,
    read,
  ];
}

/** Checked in this order: the account, the person, the form, the price that was shown, what is open already. */
function place(gate: AccountGate, levels: VerificationLevels): AnyCommandHandler {
  return handle(PlaceC2c, {
    realms: ['real'],
    scope: ({ orderId, userId }) => ({
      streams: [
        [c2cKind, orderId],
        [c2cBuyerKind, userId],
        [reviewKind, matchReview(orderId, 1)],
        gate.stream(userId),
        levels.stream(userId),
      ],
    }),
    decide: (view, data, { at }) => {
      const { orderId, userId, ownerId, reference, policy } = data;
      const blocked = gate.refusal(view, userId, ownerId, at);
      if (blocked !== undefined) return blocked;
      const { primary, advanced: isAdvanced } = levels.levels(view, userId);
      if (!primary) return refuse('c2c.primary-required');
      const problem = wantedProblem({ ...data, isAdvanced }, policy);
      if (problem !== undefined) return problem;
      const buyer = view.state(c2cBuyerKind, userId);
      const { openMax } = policy.values;
      if (buyer.open.length >= openMax) return refuse('c2c.too-many-open', { max: openMax, ...decidedBy(policy) });
      const events = decidePlace(data, at);
      const placed = events[0]?.data as C2cOrderPlaced;
      const { expiresAt } = placed;
      const request = { requestId: matchReview(orderId, 1), kind: 'c2c-match', userId };
      const opened = reviewOpened({ ...request, about: worthOf(placed) });
      return {
        events: [...events, ...placeEvents(buyer, userId, orderId, true), opened],
        due: dueAfter(c2cTimetable, events, at),
        answer: { orderId, reference, expiresAt },
      };
    },
  });
}

interface PersonStep<Data> {
  readonly kind: C2cReviewKind;
  readonly review: (orderId: string) => string;
  readonly decide: (order: C2cOrder, data: Data, at: number) => NewEvent[] | Refusal;
  readonly status: C2cStatus;
}

/** A person's commands on their own order, in one append with the review request. */
function step<Data extends { readonly orderId: string; readonly userId: string }>(
  gate: AccountGate,
  command: CommandClass<Data, C2cAnswer>,
  { kind, review, decide, status }: PersonStep<Data>,
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: ({ orderId, userId }) => ({
      streams: [[c2cKind, orderId], [reviewKind, review(orderId)], gate.stream(userId)],
    }),
    decide: (view, data, { at }) => {
      const { orderId, userId } = data;
      const order = gate.refusal(view, userId, `${userId}.1`, at) ?? ownOrder(view, data);
      if (isRefusal(order)) return order;
      const events = decide(order, data, at);
      if (isRefusal(events)) return events;
      const opened = reviewOpened({ requestId: review(orderId), kind, userId, about: worthOf(order) });
      return { events: [...events, opened], answer: { orderId, status } };
    },
  });
}

/** A waiting match request leaves its queue together with the order: an ended order cannot be matched. */
const expire = handle(ExpireC2c, {
  realms: ['real'],
  scope: ({ orderId, userId, round }) => ({
    streams: [
      [c2cKind, orderId],
      [c2cBuyerKind, userId],
      [reviewKind, matchReview(orderId, round)],
    ],
  }),
  decide: (view, data, { at }) => {
    const { orderId, userId, round } = data;
    const events = decideExpire(view.state(c2cKind, orderId), data, at);
    if (events.length === 0) return { events, answer: null };
    const requestId = matchReview(orderId, round);
    const review = view.state(reviewKind, requestId);
    // A round that began matched never opened one.
    const withdrawn = review.status === 'none' ? [] : decideWithdraw(review, { requestId });
    if (isRefusal(withdrawn)) return withdrawn;
    const freed = placeEvents(view.state(c2cBuyerKind, userId), userId, orderId, false);
    return { events: [...events, ...freed, ...withdrawn], answer: null };
  },
});

/** The limit of open orders does not bind support: it gives back what was there. */
const reinstate = (gate: AccountGate): AnyCommandHandler =>
  handle(ReinstateC2c, {
    realms: ['real'],
    scope: ({ orderId, userId, round }) => ({
      streams: [
        [c2cKind, orderId],
        [c2cBuyerKind, userId],
        [reviewKind, matchReview(orderId, round)],
        gate.stream(userId),
      ],
    }),
    decide: (view, data, { at }) => {
      const { orderId, userId, round } = data;
      // A frozen account's orders go on after unfreezing; an erased person cannot be notified.
      const blocked = gate.refusal(view, userId, `${userId}.1`, at);
      if (blocked !== undefined && blocked.refusal !== 'account.frozen') return blocked;
      const order = view.state(c2cKind, orderId);
      const events = decideReinstate(order, data, at);
      if (isRefusal(events)) return events;
      if (order.status === 'none') return refuse('c2c.order-not-found');
      const { status } = events[0]?.data as C2cReinstated;
      const request = { requestId: matchReview(orderId, round), kind: 'c2c-match', userId };
      const opened = status === 'matched' ? [] : [reviewOpened({ ...request, about: worthOf(order) })];
      const taken = placeEvents(view.state(c2cBuyerKind, userId), userId, orderId, true);
      return {
        events: [...events, ...taken, ...opened],
        due: dueAfter(c2cTimetable, events, at),
        answer: { orderId, status },
      };
    },
  });

const talk = ({ orderId }: { readonly orderId: string }): CommandScope => ({
  streams: [
    [c2cKind, orderId],
    [c2cChatKind, orderId],
  ],
});

const send = handle(SendC2cMessage, {
  realms: ['real'],
  scope: talk,
  decide: (view, data) => {
    const order = ownOrder(view, data);
    if (isRefusal(order)) return order;
    const events = decideSend(view.state(c2cChatKind, data.orderId), data, order.policy);
    return isRefusal(events) ? events : { events, answer: { messageId: data.messageId } };
  },
});

const read = handle(ReadC2cMessages, {
  realms: ['real'],
  scope: talk,
  decide: (view, data) => {
    const order = ownOrder(view, data);
    if (isRefusal(order)) return order;
    return { events: decideRead(view.state(c2cChatKind, data.orderId), data), answer: null };
  },
});

/** What a request about an order is worth: it buys a coin of one USDT each. */
function worthOf({ amount, asset }: { readonly amount: string; readonly asset: string }): ReviewAbout {
  return { amount, asset, valueUsdt: asset === 'USDT' ? amount : null, fourEyes: false };
}
