import { C2C_REASONS, type C2cAccountView, type C2cReviewKind } from '../../../contracts/c2c.contract.js';
import {
  arrived,
  matchedWires,
  payerSignals,
  sumOf,
  wireFacts,
  wireLine,
  wireSignals,
  type MatchedWire,
  type WireFact,
} from '../../core/bank-wires.js';
import type { SimulatedBank } from '../../core/ports/bank.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { amount, format } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { RiskSignal, RiskSignals } from '../../core/ports/risk-signals.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { ReviewDecision, ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { c2cBuyerKind, placeEvents } from './c2c-buyer.decider.js';
import { c2cKind, decideComplete, decideMatch, decideReject, orderOfReview, type C2cOrder } from './c2c.decider.js';
import type { C2cReader } from './c2c.reader.js';
import { decideSellerMatch, sellerKind } from './seller.decider.js';

type Field = ReviewDetails['fields'][number];

interface Parts {
  readonly reader: C2cReader;
  readonly bank: SimulatedBank;
  readonly levels: VerificationLevels;
  readonly risks: RiskSignals;
}

/** The bank's statement of an order, and the account that had to be paid to. */
interface Statement {
  readonly wires: readonly WireFact[];
  readonly accountNumber: string;
}

/** Matching, the look at a payment proof, and the second look after an appeal. */
export function c2cReviews(parts: Parts): ReviewKind[] {
  const match: ReviewKind = {
    ...base('c2c-match'),
    scope: ({ requestId, userId, choice }) => ({
      streams: [...own(requestId, userId), ...(choice === null ? [] : [[sellerKind, choice] as const])],
    }),
    decide: (view, decision, { at }) =>
      decision.verdict === 'rejected' ? rejected(view, 'c2c-match', decision, at) : matched(view, decision, at),
    details: ({ requestId }) => matchDetails(parts, orderOfReview(requestId)),
  };
  const remittance: ReviewKind = {
    ...base('c2c-remittance'),
    scope: ({ requestId, userId }) => ({ streams: own(requestId, userId) }),
    prepare: async ({ requestId }) => {
      const { wires, accountNumber } = await statement(parts, orderOfReview(requestId));
      return matchedWires(wires, accountNumber);
    },
    decide: (view, decision, { at }) =>
      decision.verdict === 'rejected' ? rejected(view, 'c2c-remittance', decision, at) : completed(view, decision, at),
    details: ({ requestId }) => remittanceDetails(parts, orderOfReview(requestId)),
  };
  const appeal: ReviewKind = {
    ...remittance,
    ...base('c2c-appeal'),
    decide: (view, decision, { at }) => {
      const order = view.state(c2cKind, orderOfReview(decision.requestId));
      // A second look by the same eyes is none.
      if (order.status !== 'none' && order.rejectedBy === decision.staffId) return refuse('c2c.appeal-other-reviewer');
      return decision.verdict === 'rejected'
        ? rejected(view, 'c2c-appeal', decision, at)
        : completed(view, decision, at);
    },
  };
  return [match, remittance, appeal];
}

const base = (name: C2cReviewKind) =>
  ({ name, permission: 'review-c2c', duty: 'pays', screen: null, reasons: C2C_REASONS[name] }) as const;
const own = (requestId: string, userId: string): CommandScope['streams'] => [
  [c2cKind, orderOfReview(requestId)],
  [c2cBuyerKind, userId],
];

/** The order and the seller's day in one append: a seller that was switched off a moment ago gets no order. */
function matched(view: View, { requestId, choice, staffId }: ReviewDecision, at: number): NewEvent[] | Refusal {
  if (choice === null) return refuse('seller.needed', { field: 'choice' });
  const order = view.state(c2cKind, orderOfReview(requestId));
  if (order.status === 'none') return refuse('c2c.order-not-found');
  const seller = decideSellerMatch(view.state(sellerKind, choice), order, at);
  if (isRefusal(seller)) return seller;
  const events = decideMatch(order, { staffId, sellerId: choice, sellerVersion: seller.version }, at);
  return isRefusal(events) ? events : [...events, seller.event];
}

function completed(view: View, decision: ReviewDecision, at: number): NewEvent[] | Refusal {
  const order = view.state(c2cKind, orderOfReview(decision.requestId));
  const wires = decision.prepared as readonly MatchedWire[];
  const events = decideComplete(order, { staffId: decision.staffId, wires }, at);
  return freed(view, decision, events);
}

function rejected(view: View, kind: C2cReviewKind, decision: ReviewDecision, at: number): NewEvent[] | Refusal {
  const { staffId, reasons, note: sealedNote } = decision;
  const order = view.state(c2cKind, orderOfReview(decision.requestId));
  return freed(view, decision, decideReject(order, { kind, staffId, reasons, sealedNote }, at));
}

function freed(view: View, { requestId, userId }: ReviewDecision, events: NewEvent[] | Refusal) {
  if (isRefusal(events)) return events;
  const buyer = view.state(c2cBuyerKind, userId);
  return [...events, ...placeEvents(buyer, userId, orderOfReview(requestId), false)];
}

async function statement({ reader, bank }: Parts, orderId: string): Promise<Statement> {
  const order = await reader.order(orderId);
  const account = order === undefined ? null : await reader.accountOf(order);
  if (order === undefined || account === null) return { wires: [], accountNumber: '' };
  const wires = wireFacts(await bank.wiresFor(order.reference));
  return { wires, accountNumber: account.accountNumber };
}

async function matchDetails(parts: Parts, orderId: string): Promise<ReviewDetails | Refusal> {
  const { reader, levels } = parts;
  const order = await reader.order(orderId);
  if (order === undefined) return refuse('c2c.order-not-found');
  const options = (await reader.sellersFor(order)).map(({ id, label }) => ({ id, label }));
  return {
    fields: [...(await orderFields(order, levels)), plain('c2cPrice', `${order.price} ${order.currency}`)],
    images: [],
    signals: await history(parts, order),
    policies: [parts.risks.rules(), order.policy],
    choices: { name: 'seller', options },
  };
}

/** The payment proof and the bank's record, beside each other. */
async function remittanceDetails(parts: Parts, orderId: string): Promise<ReviewDetails | Refusal> {
  const { reader, levels } = parts;
  const order = await reader.order(orderId);
  if (order === undefined || order.paymentProof === null) return refuse('c2c.order-not-found');
  const [account, payer, appeal, { wires, accountNumber }] = await Promise.all([
    reader.accountOf(order),
    reader.payer(order),
    reader.appeal(order),
    statement(parts, orderId),
  ]);
  const counted = arrived(wires, accountNumber, order.currency);
  return {
    fields: [
      ...(await orderFields(order, levels)),
      personal('c2cPayerName', payer?.name ?? ''),
      personal('c2cPayerBank', payer?.bank ?? ''),
      plain('c2cSeller', accountLine(account)),
      plain('c2cArrived', `${format(sumOf(counted))} ${order.currency}`),
      plain('c2cWires', wires.map(wireLine).join('\n') || '–'),
      ...(appeal === null ? [] : [personal('c2cAppeal', appeal)]),
    ],
    images: [{ id: order.paymentProof, purpose: 'remittance' }],
    signals: [
      ...wireSignals(order, counted, wires),
      ...payerSignals(payer?.name ?? '', await levels.realName(order.userId)),
      ...(await history(parts, order)),
    ],
    policies: [parts.risks.rules(), order.policy],
  };
}

const plain = (name: string, value: string): Field => ({ name, value, personal: false });
const personal = (name: string, value: string): Field => ({ name, value, personal: true });

async function orderFields(order: C2cOrder, levels: VerificationLevels): Promise<Field[]> {
  return [
    plain('c2cReference', order.reference),
    plain('c2cAmount', `${order.amount} ${order.asset}`),
    plain('c2cPay', `${order.payAmount} ${order.currency}`),
    personal('realName', (await levels.realName(order.userId)) ?? ''),
  ];
}

const accountLine = (account: C2cAccountView | null): string =>
  account === null ? '–' : `${account.accountName}\n${account.accountNumber}\n${account.bankName}`;

/** The person's orders up to this one, and how the ended ones ended. */
async function history({ reader, risks }: Parts, { userId, createdAt: at }: C2cOrder): Promise<RiskSignal[]> {
  const orders = await reader.ordersOf(userId, at);
  const count = (label: string): number => orders.filter((order) => order.label === label).length;
  const inputs = { completed: count('completed'), rejected: count('rejected'), expired: count('expired') };
  const often = inputs.rejected + inputs.expired > inputs.completed;
  const amounts = orders.map((order) => ({ at: order.at, usdt: amount(order.amount) }));
  const ended: RiskSignal = { name: 'c2c-history', level: often ? 'warning' : 'info', inputs };
  return [ended, ...(await risks.of({ userId, at, amounts }))];
}
