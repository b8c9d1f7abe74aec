import {
  LABEL_OF_C2C,
  type C2cLabel,
  type C2cReviewKind,
  type C2cStatus,
  type C2cStep,
} from '../../../contracts/c2c.contract.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { DueCommand, StreamKind } from '../../core/decider.js';
import { sumOf, type MatchedWire } from '../../core/bank-wires.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { amount, format } from '../../../shared/money.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { C2C_TABLE, NOT_EXPIRED, type C2cTransition } from './c2c-table.rules.js';
import { ExpireC2c, type AppealC2c, type PlaceC2c, type ReinstateC2c, type RemitC2c } from './c2c.commands.js';
import type { C2cCompleted, C2cEvent, C2cFacts, C2cOrderPlaced, C2cReinstated } from './c2c.events.js';
import { C2C_ASSET, marginOf, payAmountOf, priceOf, type C2cIndex, type C2cRules } from './c2c.rules.js';

const newEvent = eventsOf<C2cFacts>(({ orderId }) => `c2c-${orderId}`);

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

export interface C2cOrder extends C2cOrderPlaced {
  readonly status: C2cStatus;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  /** Counts the times that were given to it, from 1. */
  readonly round: number;
  readonly seller: { readonly id: string; readonly version: number } | null;
  readonly contractNumber: string | null;
  readonly sealedPayer: Sealed | null;
  readonly paymentProof: string | null;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
  readonly rejectedBy: string | null;
  readonly appealUntil: Instant | null;
  readonly sealedAppeal: Sealed | null;
  readonly reinstatableUntil: Instant | null;
  readonly wires: C2cCompleted['wires'];
  readonly timeline: readonly { readonly step: C2cStep; readonly at: Instant }[];
}
export type C2cState = { readonly status: 'none' } | C2cOrder;

export const c2cKind: StreamKind<C2cState> = {
  name: 'c2c',
  initial: () => ({ status: 'none' }),
  evolve: (state, event) => evolve(state, event as C2cEvent),
};

export const c2cTimetable: Timetable = {
  C2cOrderPlaced: ({ data }: Happened<C2cOrderPlaced>) => expiryOf(data, 1),
  C2cReinstated: ({ data }: Happened<C2cReinstated>) => expiryOf(data, data.round),
};

/** Each round of an order gets its own end; the command names the round, so that an old timer does not take new time away. */
function expiryOf({ orderId, userId, expiresAt }: C2cOrderPlaced | C2cReinstated, round: number): DueCommand {
  return {
    id: `expire-c2c:${orderId}:${round}`,
    dueAt: expiresAt,
    command: planned(ExpireC2c, { orderId, userId, round }),
  };
}

/** Reviews of an order, each under a name of its own that says which order it is of. */
export const matchReview = (orderId: string, round: number): string => `${orderId}-m${round}`;
export const remittanceReview = (orderId: string): string => `${orderId}-r`;
export const appealReview = (orderId: string): string => `${orderId}-a`;
export const orderOfReview = (requestId: string): string => requestId.slice(0, requestId.lastIndexOf('-'));

export const labelOf = (status: C2cStatus): C2cLabel => LABEL_OF_C2C[status];

/** Rules and form are checked before (`wantedProblem`); the index is there. */
export function decidePlace(command: PlaceC2c['data'], at: Instant): NewEvent[] {
  const { orderId, userId, ownerId, reference, currency, policy } = command;
  const { name, version, values } = policy;
  const index = command.index as C2cIndex;
  const price = priceOf(index, values);
  const bought = amount(command.amount);
  const placed: C2cOrderPlaced = {
    orderId,
    userId,
    ownerId,
    reference,
    asset: C2C_ASSET,
    amount: format(bought),
    currency,
    index: index.price,
    indexAt: index.at,
    opensAt: index.opensAt,
    margin: format(marginOf(index, values)),
    price: format(price),
    payAmount: format(payAmountOf(bought, price, currency)),
    expiresAt: at + values.validMinutes * MINUTE_MS,
    policy: { name, version, inputs: { ...values } },
  };
  return [newEvent('C2cOrderPlaced', placed)];
}

export function decideMatch(
  state: C2cState,
  by: { staffId: string; sellerId: string; sellerVersion: number },
  at: Instant,
): NewEvent[] | Refusal {
  const order = stepping(state, 'match', at);
  if (isRefusal(order)) return order;
  const { orderId, userId, reference } = order;
  const contractNumber = `GB-${dayOf(at)}-${reference}`;
  return [newEvent('C2cOrderMatched', { orderId, userId, ...by, contractNumber })];
}

/** The refusal of an ended order comes before those of the form. */
export function decideRemit(state: C2cState, command: RemitC2c['data'], at: Instant): NewEvent[] | Refusal {
  const order = stepping(state, 'remit', at);
  if (isRefusal(order)) return order;
  const { orderId, userId, sealedPayer, paymentProof, problem } = command;
  if (problem !== null) return problem;
  if (sealedPayer === null) return refuse('c2c.payer-name-empty', { field: 'payerName' });
  return [newEvent('C2cRemitted', { orderId, userId, sealedPayer, paymentProof })];
}

/** No credit without a bank fact: the wires that arrived at the seller's account must come to what the order costs. */
export function decideComplete(
  state: C2cState,
  by: { staffId: string; wires: readonly MatchedWire[] },
  at: Instant,
): NewEvent[] | Refusal {
  const order = stepping(state, 'complete', at);
  if (isRefusal(order)) return order;
  const { orderId, userId, ownerId, asset, currency, payAmount } = order;
  const wires = by.wires.filter((wire) => wire.isToAccount && wire.currency === currency);
  const sum = sumOf(wires);
  if (sum < amount(payAmount)) return refuse('c2c.wire-missing', { arrived: format(sum), wanted: payAmount, currency });
  const credited = amount(order.amount);
  const postings = [
    { account: HOUSE.c2cSellers.account, asset, amount: -credited },
    { account: userAccount(ownerId, 'spot', 'available'), asset, amount: credited },
  ];
  const facts = wires.map(({ id, amount: wired, currency: paid, arrivedAt }) => ({
    id,
    amount: wired,
    currency: paid,
    arrivedAt,
  }));
  return [{ ...newEvent('C2cCompleted', { orderId, userId, staffId: by.staffId, wires: facts }), postings }];
}

export function decideReject(
  state: C2cState,
  by: { kind: C2cReviewKind; staffId: string; reasons: readonly string[]; sealedNote: Sealed | null },
  at: Instant,
): NewEvent[] | Refusal {
  const order = stepping(state, 'reject', at);
  if (isRefusal(order)) return order;
  const { orderId, userId } = order;
  // Before a payment proof there is nothing that was paid: a new order is the way on. A second look is the last.
  const contestable = by.kind === 'c2c-remittance';
  const appealUntil = contestable ? at + rulesOf(order).appealHours * HOUR_MS : null;
  return [newEvent('C2cRejected', { orderId, userId, ...by, appealUntil })];
}

export function decideAppeal(state: C2cState, command: AppealC2c['data'], at: Instant): NewEvent[] | Refusal {
  const order = stepping(state, 'appeal', at);
  if (isRefusal(order)) return order;
  const { orderId, userId, appealUntil, sealedAppeal } = order;
  if (sealedAppeal !== null) return refuse('c2c.appealed-before');
  if (appealUntil === null) return refuse('c2c.nothing-to-appeal');
  if (at >= appealUntil)
    return refuse('c2c.appeal-late', { hours: rulesOf(order).appealHours, ...decidedBy(order.policy) });
  const { sealedText } = command;
  if (sealedText === null) return refuse('c2c.appeal-empty', { field: 'text' });
  return [newEvent('C2cAppealed', { orderId, userId, sealedText })];
}

/** Nothing for an order that went on, or whose time was given anew. */
export function decideExpire(state: C2cState, command: ExpireC2c['data'], at: Instant): NewEvent[] {
  if (state.status === 'none' || state.round !== command.round || at < state.expiresAt) return [];
  if (C2C_TABLE[state.status].expire !== 'expired') return [];
  const { orderId, userId, round, expiresAt } = state;
  // Counted from the end of its time and not from when a clock noticed.
  const reinstatableUntil = expiresAt + rulesOf(state).reinstateHours * HOUR_MS;
  return [newEvent('C2cExpired', { orderId, userId, round, reinstatableUntil })];
}

export function decideReinstate(state: C2cState, command: ReinstateC2c['data'], at: Instant): NewEvent[] | Refusal {
  const order = stepping(state, 'reinstate', at);
  if (isRefusal(order)) return order;
  const { orderId, userId, reinstatableUntil, seller, round } = order;
  // Its deadline has passed, and its timer is about to fire.
  if (reinstatableUntil === null) return NOT_EXPIRED;
  if (at >= reinstatableUntil) return refuse('c2c.expired-for-good', decidedBy(order.policy));
  if (command.round !== round + 1) return refuse('c2c.order-moved', { status: order.status });
  const expiresAt = at + rulesOf(order).reinstateMinutes * MINUTE_MS;
  const status = seller === null ? 'unmatched' : 'matched';
  return [
    newEvent('C2cReinstated', { orderId, userId, staffId: command.staffId, round: command.round, status, expiresAt }),
  ];
}

/** The order, when its status allows the transition now. A deadline counts also before its timer has fired. */
function stepping(state: C2cState, command: C2cTransition, at: Instant): C2cOrder | Refusal {
  if (state.status === 'none') return refuse('c2c.order-not-found');
  const next = C2C_TABLE[statusAt(state, at)][command];
  return isRefusal(next) ? next : state;
}

/** The status by the clock. */
export function statusAt(order: C2cOrder, at: Instant): C2cStatus {
  const runs = C2C_TABLE[order.status].expire === 'expired';
  return runs && at >= order.expiresAt ? 'expired' : order.status;
}

function rulesOf({ policy }: { policy: AppliedPolicy }): C2cRules {
  return policy.inputs as C2cRules;
}

function evolve(state: C2cState, event: C2cEvent): C2cState {
  const { at } = event;
  if (event.type === 'C2cOrderPlaced')
    return { ...EMPTY, ...event.data, ...moving(at), createdAt: at, timeline: [{ step: 'created', at }] };
  if (state.status === 'none') return state;
  const step = (name: C2cStep) => ({ ...moving(at), timeline: [...state.timeline, { step: name, at }] });
  switch (event.type) {
    case 'C2cOrderMatched': {
      const { sellerId: id, sellerVersion: version, contractNumber } = event.data;
      return { ...state, ...step('matched'), status: 'matched', seller: { id, version }, contractNumber };
    }
    case 'C2cRemitted': {
      const { sealedPayer, paymentProof } = event.data;
      return { ...state, ...step('remitted'), status: 'remitted', sealedPayer, paymentProof };
    }
    case 'C2cCompleted':
      return { ...state, ...step('completed'), status: 'completed', wires: event.data.wires, appealUntil: null };
    case 'C2cRejected': {
      const { reasons, sealedNote, staffId: rejectedBy, appealUntil } = event.data;
      return { ...state, ...step('rejected'), status: 'rejected', reasons, sealedNote, rejectedBy, appealUntil };
    }
    case 'C2cAppealed':
      return { ...state, ...step('appealed'), status: 'appealed', sealedAppeal: event.data.sealedText };
    case 'C2cExpired': {
      const { reinstatableUntil } = event.data;
      return { ...state, ...step('expired'), status: 'expired', reinstatableUntil };
    }
    case 'C2cReinstated': {
      const { status, round, expiresAt } = event.data;
      return { ...state, ...step('reinstated'), status, round, expiresAt, reinstatableUntil: null };
    }
    default:
      return never(event);
  }
}

const moving = (at: Instant) => ({ changedAt: at });

const EMPTY = {
  status: 'unmatched',
  round: 1,
  seller: null,
  contractNumber: null,
  sealedPayer: null,
  paymentProof: null,
  reasons: [],
  sealedNote: null,
  rejectedBy: null,
  appealUntil: null,
  sealedAppeal: null,
  reinstatableUntil: null,
  wires: [],
} as const;

/** `20261121`, UTC. */
function dayOf(at: Instant): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
}
