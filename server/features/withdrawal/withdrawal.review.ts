import type { Pool } from 'pg';
import type { WithdrawalKind } from '../../../contracts/withdrawal.contract.js';
import { WITHDRAWAL_REASONS } from '../../../contracts/withdrawal.staff.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { amount, format } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { OutsideBooks } from '../../core/ports/outside-books.js';
import type { PriceSource } from '../../core/ports/price-source.js';
import type { RiskSignal, RiskSignals } from '../../core/ports/risk-signals.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { approvalProblem, approvalScope, type ApprovalPrice } from './withdrawal-approval.rules.js';
import { moneyAround } from './withdrawal.money.js';
import { decideVerdict, withdrawalKind } from './withdrawal.decider.js';
import type { WithdrawalRequested } from './withdrawal.events.js';
import { WITHDRAWAL_REVIEWS } from './withdrawal.handler.js';
import type { PayeeSealer, WithdrawalPayee } from './withdrawal.payee.js';
import { type WithdrawalQuery } from './withdrawal.query.js';
import type { WithdrawalRow } from './withdrawals.projection.js';

export interface WithdrawalReviewParts {
  readonly pool: Pool;
  readonly books: OutsideBooks;
  readonly store: EventStore;
  readonly query: WithdrawalQuery;
  readonly sealer: PayeeSealer;
  readonly levels: VerificationLevels;
  readonly signals: RiskSignals;
  readonly debts: OpenDebts;
  readonly prices: PriceSource;
}

/** How staff review withdrawals, two of them from the policy's threshold on: who is paid what, beside what rules noticed. */
export function withdrawalReviews(parts: WithdrawalReviewParts): ReviewKind[] {
  return (Object.keys(WITHDRAWAL_REVIEWS) as WithdrawalKind[]).map((kind) => ({
    name: WITHDRAWAL_REVIEWS[kind],
    permission: 'review-withdrawal',
    duty: 'pays',
    screen: '/tbjl',
    reasons: WITHDRAWAL_REASONS,
    scope: ({ requestId, userId, prepared }) => {
      const scope = approvalScope(parts.debts, ownerOf(userId), prepared as ApprovalPrice | undefined);
      return { ...scope, streams: [[withdrawalKind as StreamKind<unknown>, requestId], ...scope.streams] };
    },
    // The threshold of the version that was in force at the request: it is part of the request.
    approvals: (view, { requestId }) => (view.state(withdrawalKind, requestId).request?.fourEyes === true ? 2 : 1),
    prepare: ({ requestId }) => priceOf(parts, requestId),
    decide: (view, decision, { at }) => {
      const state = view.state(withdrawalKind, decision.requestId);
      if (state.request === null || decision.verdict === 'rejected') return decideVerdict(state, decision);
      const price = decision.prepared as ApprovalPrice;
      return decideVerdict(state, decision, approvalProblem(view, parts.debts, state.request, price, at));
    },
    details: (request) => details(parts, request),
    money: (request) => moneyAround(parts.pool, parts.books, request),
  }));
}

const ownerOf = (userId: string): string => `${userId}.1`;

async function priceOf(
  { store, prices }: WithdrawalReviewParts,
  requestId: string,
): Promise<ApprovalPrice | undefined> {
  const { state } = await loadStream(store, 'real', withdrawalKind, requestId);
  if (state.request === null) return undefined;
  const { currency } = state.request;
  const price = prices.priceUsdt(currency);
  return { currency, priceUsdt: price === null ? null : format(price) };
}

async function details(
  parts: WithdrawalReviewParts,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewDetails | ReturnType<typeof refuse>> {
  const { query, sealer, levels, store } = parts;
  if (!(await query.isUpToDate())) return refuse('request.unavailable');
  const [row, { state }] = await Promise.all([
    query.row(requestId),
    loadStream(store, 'real', withdrawalKind, requestId),
  ]);
  const { request } = state;
  if (row === undefined || request === null || row.userId !== userId) return refuse('review.not-found', { requestId });
  const [payee, realName, signals] = await Promise.all([
    sealer.open(userId, row.sealedPayee),
    levels.realName(userId),
    signalsOf(parts, row, request),
  ]);
  return {
    fields: [...figures(row), ...(payee === null ? [] : payeeFields(payee)), name(realName)],
    images: [],
    signals,
    policies: [parts.signals.rules(), request.policy],
    // An address on a chain has no holder's name.
    reasons: WITHDRAWAL_REASONS.filter((reason) => row.kind === 'bank' || reason !== 'name-mismatch'),
  };
}

const name = (realName: string | null) => ({ name: 'realName', value: realName ?? '–', personal: true });

function figures(row: WithdrawalRow): ReviewDetails['fields'][number][] {
  const { currency, network, policyVersion } = row;
  const rows: [name: string, value: string][] = [
    ['amount', `${row.amount} ${currency}`],
    ['fee', `${row.fee} ${currency}`],
    ['credited', `${row.credited} ${currency}`],
    ...(currency === 'USDT' ? [] : [['valueUsdt', `${row.valueUsdt} USDT`] as [string, string]]),
    ...(network === '' ? [] : [['network', network] as [string, string]]),
    ['rulesVersion', String(policyVersion)],
  ];
  return rows.map(([field, value]) => ({ name: field, value, personal: false }));
}

function payeeFields(payee: WithdrawalPayee): ReviewDetails['fields'][number][] {
  const rows: [name: string, value: string | null][] =
    payee.details === undefined
      ? [
          ['address', payee.address],
          ['tag', payee.tag],
          ['payeeLabel', payee.label],
        ]
      : [
          ['payeeName', payee.details.payeeName],
          ['account', payee.details.account],
          ['bic', payee.details.bic],
          ['routingNumber', payee.details.routingNumber],
          ['bankName', payee.details.bankName],
          ['payeeLabel', payee.label],
        ];
  return rows.flatMap(([field, value]) =>
    value === null || value === '' ? [] : [{ name: field, value, personal: true }],
  );
}

async function signalsOf(
  parts: WithdrawalReviewParts,
  row: WithdrawalRow,
  request: WithdrawalRequested,
): Promise<readonly RiskSignal[]> {
  const { signals, pool } = parts;
  const { userId, requestedAt: at, position } = row;
  const { rows } = await pool.query<{ at: number; usdt: string }>(
    `SELECT requested_at AS at, value_usdt::text AS usdt FROM withdrawals WHERE user_id = $1 AND position <= $2
      ORDER BY position DESC LIMIT 200`,
    [userId, position],
  );
  const [sharedPayee, sharedDevice] = await Promise.all([
    count(pool, OTHERS_AT_PAYEE, [userId, row.payeeFingerprint, request.payeeId]),
    row.deviceFingerprint === '' ? null : count(pool, OTHERS_AT_DEVICE, [userId, row.deviceFingerprint]),
  ]);
  const { spent, deposited } = request.turnover;
  return signals.of({
    userId,
    at,
    payeeSince: request.payeeSince,
    sharedPayee,
    sharedDevice,
    amounts: rows.map((each) => ({ at: each.at, usdt: amount(each.usdt) })),
    fourEyesFrom: amount(String(request.policy.inputs['fourEyesFrom'])),
    turnover: { spent: amount(spent), deposited: amount(deposited) },
  });
}

// Other people who used or saved the same destination.
const OTHERS_AT_PAYEE = `SELECT count(DISTINCT user_id)::int AS count FROM (
    SELECT user_id FROM withdrawals WHERE payee_fingerprint = $2
    UNION SELECT others.user_id FROM saved_payees own
      JOIN saved_payees others ON others.fingerprint = own.fingerprint WHERE own.payee_id = $3) shared
  WHERE user_id <> $1`;
const OTHERS_AT_DEVICE = `SELECT count(DISTINCT user_id)::int AS count FROM withdrawals
  WHERE device_fingerprint = $2 AND user_id <> $1`;

async function count(pool: Pool, text: string, values: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(text, [...values]);
  return rows[0]?.count ?? 0;
}
