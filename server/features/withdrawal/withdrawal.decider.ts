import { LABEL_OF_WITHDRAWAL, type WithdrawalStatus } from '../../../contracts/withdrawal.contract.js';
import type { Instant } from '../../core/clock.js';
import type { StreamKind } from '../../core/decider.js';
import { causeOf, type Cause, type NewEvent, type Posting } from '../../core/event.js';
import { amount, format, times } from '../../../shared/money.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { RecordWithdrawalSent, SettleWithdrawal, SubmitWithdrawal } from './withdrawal.commands.js';
import type {
  WithdrawalCountedEvent,
  WithdrawalEvent,
  WithdrawalFacts,
  WithdrawalRequested,
} from './withdrawal.events.js';
import { feeOf, withdrawalProblems, type WithdrawalInput, type WithdrawalEligibility } from './withdrawal.rules.js';

const DAY_MS = 86_400_000;
/** No day is longer than 25 hours, and no two time zones are further apart than 26. */
const COUNTED_MS = 3 * DAY_MS;

/** The times of the person's last requests, for the daily limit. Cancelled and rejected ones count too. */
interface WithdrawalsState {
  readonly requests: readonly Instant[];
}

export const withdrawalsKind: StreamKind<WithdrawalsState> = {
  name: 'withdrawals',
  initial: () => ({ requests: [] }),
  evolve: ({ requests }, event) => {
    const { at } = event as WithdrawalCountedEvent;
    return { requests: [...requests.filter((earlier) => at - earlier < COUNTED_MS), at] };
  },
  snapshot: {
    schema: 1,
    everyEvents: 200,
    save: (state) => state,
    load: (saved) => saved as WithdrawalsState,
  },
};

interface WithdrawalSteps {
  /** `second-review` and `held` are the review's business: here it is `review` until the last approval. */
  readonly status: Exclude<WithdrawalStatus, 'second-review' | 'held'>;
  /** The payout may have gone out, and is repeated under the same key until its state is known. */
  readonly begun: boolean;
}
export type WithdrawalState = (
  | ({ readonly request: WithdrawalRequested } & WithdrawalSteps)
  | { readonly request: null }
) & {
  /** The newest event: a payout's next step follows from there. */
  readonly cause?: Cause;
};
type Known = Exclude<WithdrawalState, { request: null }>;

export const withdrawalKind: StreamKind<WithdrawalState> = {
  name: 'withdrawal',
  initial: () => ({ request: null }),
  evolve: (state, event) => ({ ...evolve(state, event as WithdrawalEvent), cause: causeOf(event) }),
  holds: (state) => {
    if (state.request === null || !isOpenWithdrawal(state)) return new Map();
    const { ownerId, currency, amount: held } = state.request;
    return new Map([[`${userAccount(ownerId, 'spot', 'frozen')} ${currency}`, amount(held)]]);
  },
};

function evolve(state: WithdrawalState, event: WithdrawalEvent): WithdrawalState {
  if (event.type === 'WithdrawalRequested') return { request: event.data, status: 'review', begun: false };
  if (state.request === null) return state;
  switch (event.type) {
    case 'WithdrawalApproved':
      return { ...state, status: 'approved' };
    case 'WithdrawalPayoutBegun':
      return { ...state, begun: true };
    case 'WithdrawalSent':
      return { ...state, status: 'sent' };
    case 'WithdrawalRejected':
      return { ...state, status: 'rejected' };
    case 'WithdrawalCancelled':
      return { ...state, status: 'cancelled' };
    case 'WithdrawalPaid':
      return { ...state, status: 'paid' };
    case 'WithdrawalReturned':
      return { ...state, status: 'returned' };
    default:
      return never(event);
  }
}

/** The command as the rules read it. */
function inputOf(command: SubmitWithdrawal['data']): WithdrawalInput {
  const { kind, payeeId, currency, network, policy, paused, decimals, payee, turnover } = command;
  const { spent, deposited, invested, balance } = turnover;
  return {
    kind,
    payeeId,
    currency,
    network,
    paused,
    decimals,
    amount: command.amount,
    policy,
    priceUsdt: amount(command.priceUsdt),
    payeeChain: payee?.chain ?? null,
    turnover: {
      spent: amount(spent),
      deposited: amount(deposited),
      invested: amount(invested),
      balance: amount(balance),
    },
  };
}

/** What stands against it, in order; an entry of the other kind, a card for a chain, is none. */
export function submissionProblems(command: SubmitWithdrawal['data'], eligibility: WithdrawalEligibility): Refusal[] {
  const missing = command.payee === null ? refuse('payee.not-found') : undefined;
  return withdrawalProblems(inputOf(command), { ...eligibility, payeeProblem: eligibility.payeeProblem ?? missing });
}

/** The request and its place among those of the day, or the first thing that stands against it. */
export function decideSubmit(
  command: SubmitWithdrawal['data'],
  eligibility: WithdrawalEligibility,
): NewEvent[] | Refusal {
  const problem = command.problem ?? submissionProblems(command, eligibility)[0];
  if (problem !== undefined) return problem;
  const { withdrawalId, userId, ownerId, kind, currency, payeeId, payee, policy, deviceFingerprint, turnover } =
    command;
  // An entry that may be paid to is there for certain; that it was not looked up would be our own mistake.
  if (payee === null) return refuse('payee.not-found', { field: 'payeeId' });
  const { values, name, version } = policy;
  const sum = amount(command.amount);
  const { fee, credited } = feeOf(sum, values.feeRate, command.decimals);
  const valueUsdt = times(sum, amount(command.priceUsdt), 'down');
  const { feeRate, perDay, min, max, fourEyesFrom } = values;
  const request: WithdrawalRequested = {
    withdrawalId,
    userId,
    ownerId,
    kind,
    currency,
    network: kind === 'crypto' ? command.network : null,
    amount: format(sum),
    fee: format(fee),
    credited: format(credited),
    valueUsdt: format(valueUsdt),
    payeeId,
    sealedPayee: payee.sealed,
    payeeFingerprint: payee.fingerprint,
    payeeSince: payee.since,
    deviceFingerprint,
    fourEyes: valueUsdt >= amount(fourEyesFrom),
    turnover,
    policy: { name, version, inputs: { feeRate, perDay, min, max, fourEyesFrom, turnover: values.turnover } },
  };
  return [
    newEvent('WithdrawalRequested', request, moved(request, 'available', 'frozen')),
    { stream: `withdrawals-${userId}`, type: 'WithdrawalCounted', schema: 1, data: { userId, withdrawalId } },
  ];
}

/**
 * What follows from the staff's decision. Nothing for a request that is not waiting: the decision came too late. `problem` is what
 * stands against an approval by now; a rejection needs no more.
 */
export function decideVerdict(
  state: WithdrawalState,
  decision: {
    readonly verdict: 'approved' | 'rejected';
    readonly reasons: readonly string[];
    readonly note: Sealed | null;
  },
  problem?: Refusal,
): NewEvent[] | Refusal {
  if (state.request === null || state.status !== 'review') return [];
  const { withdrawalId, userId } = state.request;
  if (decision.verdict === 'approved') return problem ?? [newEvent('WithdrawalApproved', { withdrawalId, userId })];
  const { reasons, note } = decision;
  return [newEvent('WithdrawalRejected', { withdrawalId, userId, reasons, sealedNote: note }, released(state))];
}

/** While it waits, the first of two approvals included; to others it never was. Cancelling again changes nothing. */
export function decideCancel(state: WithdrawalState, { userId }: { userId: string }): NewEvent[] | Refusal {
  if (state.request === null || state.request.userId !== userId) return refuse('withdrawal.not-found');
  const { withdrawalId } = state.request;
  switch (state.status) {
    case 'review':
      return [newEvent('WithdrawalCancelled', { withdrawalId, userId }, released(state))];
    case 'cancelled':
      return [];
    case 'approved':
    case 'sent':
    case 'paid':
    case 'rejected':
    case 'returned':
      return refuse('withdrawal.not-cancellable', { status: state.status });
    default:
      return never(state.status);
  }
}

/** Once, and before anything leaves: what waits here waits through a pause and while the account is frozen. */
export function decideBegin(
  state: WithdrawalState,
  { paused, blocked }: { paused: boolean; blocked: Refusal | undefined },
): NewEvent[] | Refusal {
  const known = knownOf(state);
  if (isRefusal(known)) return known;
  if (known.status !== 'approved' || known.begun) return [];
  if (paused) return refuse('withdrawal.paused');
  if (blocked !== undefined) return blocked;
  const { withdrawalId, userId } = known.request;
  return [newEvent('WithdrawalPayoutBegun', { withdrawalId, userId })];
}

export function decideSent(
  state: WithdrawalState,
  { hash, reference }: RecordWithdrawalSent['data'],
): NewEvent[] | Refusal {
  const known = knownOf(state);
  if (isRefusal(known)) return known;
  if (known.status !== 'approved' || !known.begun) return [];
  const { withdrawalId, userId } = known.request;
  return [newEvent('WithdrawalSent', { withdrawalId, userId, hash, reference })];
}

/** Final states stay final: a repeat from any feed or server changes nothing. */
export function decideSettle(state: WithdrawalState, command: SettleWithdrawal['data']): NewEvent[] | Refusal {
  const known = knownOf(state);
  if (isRefusal(known)) return known;
  if (known.status !== 'sent') return [];
  const { withdrawalId, userId, currency, amount: sum, fee, credited } = known.request;
  const ended = { withdrawalId, userId, currency, amount: sum, fee, credited };
  if (command.outcome === 'returned') return [newEvent('WithdrawalReturned', ended, released(known))];
  const { networkFee } = command;
  const paid = { networkFee: networkFee?.amount ?? null, networkFeeAsset: networkFee?.asset ?? null };
  return [newEvent('WithdrawalPaid', { ...ended, ...paid }, paidOut(known.request, networkFee))];
}

export const isOpenWithdrawal = (state: WithdrawalState): boolean =>
  state.request !== null && LABEL_OF_WITHDRAWAL[state.status] === 'waiting';

function knownOf(state: WithdrawalState): Known | Refusal {
  return state.request === null ? refuse('withdrawal.not-found') : state;
}

function released({ request }: Known): Posting[] {
  return moved(request, 'frozen', 'available');
}

function moved(request: WithdrawalRequested, from: 'available' | 'frozen', to: 'available' | 'frozen'): Posting[] {
  const { ownerId, currency: asset } = request;
  const sum = amount(request.amount);
  return [
    { account: userAccount(ownerId, 'spot', from), asset, amount: -sum },
    { account: userAccount(ownerId, 'spot', to), asset, amount: sum },
  ];
}

/** The frozen amount goes out and the fee stays; what the network took is the house's. */
function paidOut(request: WithdrawalRequested, networkFee: SettleWithdrawal['data']['networkFee']): Posting[] {
  const { ownerId, currency: asset, kind, credited, fee } = request;
  const outside = kind === 'crypto' ? HOUSE.chain.account : HOUSE.bank.account;
  const postings: Posting[] = [
    { account: userAccount(ownerId, 'spot', 'frozen'), asset, amount: -amount(request.amount) },
    { account: outside, asset, amount: amount(credited) },
    { account: HOUSE.fees.account, asset, amount: amount(fee) },
  ];
  if (networkFee !== null)
    postings.push(
      { account: HOUSE.chain.account, asset: networkFee.asset, amount: amount(networkFee.amount) },
      { account: HOUSE.networkFees.account, asset: networkFee.asset, amount: -amount(networkFee.amount) },
    );
  return postings.filter((posting) => posting.amount !== 0n);
}

function newEvent<Type extends keyof WithdrawalFacts>(
  type: Type,
  data: WithdrawalFacts[Type],
  postings?: readonly Posting[],
): NewEvent {
  const stream = `withdrawal-${data.withdrawalId}`;
  return { stream, type, schema: 1, data, ...(postings === undefined ? {} : { postings }) };
}
