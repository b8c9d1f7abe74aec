import type { DepositRules, DepositStatus } from '../../../contracts/deposit.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { causeOf, eventsOf, type Cause, type NewEvent } from '../../core/event.js';
import { amount, type Amount } from '../../../shared/money.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import { decidedBy, type AppliedPolicy, type PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { NoteDeposit, SubmitDeposit } from './deposit.commands.js';
import type { DepositEvent, DepositFacts, DepositFailure, DepositSeen, TransferNow } from './deposit.events.js';
import { applied } from './deposit.rules.js';

const newEvent = eventsOf<DepositFacts>(({ key }) => `deposit-${key}`);

/** The network's latest state of the transfer, with the terms fixed at its first sight. */
type Transfer = Omit<DepositSeen, keyof TransferNow> & TransferNow;

interface Claim {
  readonly depositId: string;
  readonly userId: string;
  readonly status: 'linked' | 'waiting' | 'accepted' | 'rejected';
  readonly currency: string;
  readonly declared: string;
  readonly images: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** A hash on a network: the network's state, the outcome, and a person's claim. */
export interface DepositState {
  readonly transfer: Transfer | null;
  /** What we saw of the transfer last: its next change follows from there. */
  readonly seen?: Cause;
  readonly outcome: 'credited' | DepositFailure | null;
  readonly claim: Claim | null;
}

export const depositKind: StreamKind<DepositState> = {
  name: 'deposit',
  initial: () => ({ transfer: null, outcome: null, claim: null }),
  evolve: (state, event) => evolve(state, event as DepositEvent),
};

/** Refused when the reader was a moment too early: it reads and sends again. */
const LOOK_AGAIN = refuse('request.unavailable');

/** What follows from what the network shows. An outcome is for good: final transfers stay final, dropped ones dropped. */
export function decideNote(
  state: DepositState,
  command: NoteDeposit['data'],
  accountOpen: boolean,
): NewEvent[] | Refusal {
  if (state.outcome !== null) return [];
  if (openProofOf(state) !== command.openProof) return LOOK_AGAIN;
  const { status, confirmations, blockHeight, key } = command;
  const now: TransferNow = { status, confirmations, blockHeight };
  const { transfer } = state;
  if (transfer === null) {
    const seen = seenFirst(state, command, now);
    return [newEvent('DepositSeen', seen), ...settled(seen, accountOpen)];
  }
  if (transfer.status === status && transfer.confirmations === confirmations && transfer.blockHeight === blockHeight)
    return [];
  const { depositId, userId } = transfer;
  const takenBack = transfer.status === 'mined' && blockHeight !== transfer.blockHeight;
  const changed = newEvent(takenBack ? 'DepositReorganised' : 'DepositProgressed', { key, depositId, userId, ...now });
  return [changed, ...settled({ ...transfer, ...now }, accountOpen)];
}

function seenFirst({ claim }: DepositState, command: NoteDeposit['data'], now: TransferNow): DepositSeen {
  const { key, hash, amount: moved, owner, channel } = command;
  const announced = claim !== null && claim.status === 'waiting' && claim.userId === owner;
  const { network, currency, confirmationsNeeded, minimum } = channel;
  return {
    key,
    depositId: announced ? claim.depositId : key,
    userId: owner,
    network,
    hash,
    currency,
    amount: moved,
    ...now,
    confirmationsNeeded,
    accepted: channel.open,
    minimum,
    announced,
    policy: applied(channel),
  };
}

/** Nothing before it is final or dropped. Then exactly one of credited and failed, and never a second time. */
function settled(transfer: Transfer, accountOpen: boolean): NewEvent[] {
  const { key, depositId, userId, currency, amount: moved, policy } = transfer;
  const failed = (reason: DepositFailure): NewEvent => ({
    ...newEvent('DepositFailed', { key, depositId, userId, reason, currency, amount: moved, policy }),
    ...(reason === 'dropped'
      ? {}
      : { postings: moves(HOUSE.chain.account, HOUSE.unclaimed.account, currency, amount(moved)) }),
  });
  if (transfer.status === 'dropped') return [failed('dropped')];
  if (transfer.status !== 'mined' || transfer.confirmations < transfer.confirmationsNeeded) return [];
  if (userId === null) return [failed('no-owner')];
  if (!accountOpen) return [failed('account-closed')];
  if (!transfer.accepted) return [failed('wrong-asset')];
  if (amount(moved) < amount(transfer.minimum)) return [failed('below-minimum')];
  const credited = newEvent('DepositCredited', { key, depositId, userId, currency, amount: moved, policy });
  return [{ ...credited, postings: moves(HOUSE.chain.account, spotOf(userId), currency, amount(moved)) }];
}

/**
 * Links the proof to the person's own transfer, or puts it before staff; a hash is claimed once. `waiting`: the number of their
 * proofs before staff.
 */
export function decideSubmit(
  state: DepositState,
  command: SubmitDeposit['data'],
  waiting: number,
): { events: NewEvent[]; answer: { depositId: string; status: DepositStatus }; review: boolean } | Refusal {
  if (command.problem !== null) return command.problem;
  const { transfer, claim } = state;
  const { userId, key, hash, declared, images, sealedNote, channel } = command;
  const taken = (claim !== null && claim.status !== 'rejected') || isOthers(transfer, userId);
  if (taken) return refuse('deposit.hash-used', { field: 'hash' });
  const { network, currency, confirmationsNeeded, minimum } = channel;
  const proof = { userId, network, hash, currency, declared, images, sealedNote, policy: applied(channel) };
  if (transfer?.userId === userId) {
    const { depositId } = transfer;
    const answer = { depositId, status: statusOf(state) ?? 'seen' };
    return { events: [newEvent('DepositDeclared', { key, depositId, ...proof })], answer, review: false };
  }
  const limit = channel.policy.values.proofsWaitingMax;
  if (waiting >= limit)
    return refuse('deposit.too-many-waiting', { count: waiting, limit, ...decidedBy(channel.policy) });
  const { depositId } = command;
  const submitted = newEvent('DepositProofSubmitted', { key, depositId, ...proof, confirmationsNeeded, minimum });
  return { events: [submitted], answer: { depositId, status: 'review' }, review: true };
}

function isOthers(transfer: Transfer | null, userId: string): boolean {
  return transfer !== null && transfer.userId !== null && transfer.userId !== userId;
}

/** What the reviewer's page found out before; `toPlatform` is `null` where the network does not know the hash. */
export interface ProofFacts {
  readonly key: string;
  readonly network: string;
  readonly toPlatform: boolean | null;
  /** The rules now and the minimum by them, in the currency that arrived. */
  readonly policy: PolicyVersion<DepositRules>;
  readonly minimum: string;
  readonly open: boolean;
}

interface Verdict {
  readonly requestId: string;
  readonly userId: string;
  readonly verdict: 'approved' | 'rejected';
  readonly reasons: readonly string[];
  readonly note: Sealed | null;
}

/** Staff cannot make money: approving only attributes a final transfer without an owner. */
export function decideProof(state: DepositState, verdict: Verdict, facts: ProofFacts): NewEvent[] | Refusal {
  const { claim, transfer, outcome } = state;
  const { requestId: depositId, userId } = verdict;
  const { key, network } = facts;
  if (claim?.depositId !== depositId || claim.status !== 'waiting') return LOOK_AGAIN;
  if (verdict.verdict === 'rejected') {
    const { reasons, note } = verdict;
    return [newEvent('DepositProofRejected', { key, depositId, userId, reasons, sealedNote: note })];
  }
  if (transfer === null)
    return refuse(facts.toPlatform === false ? 'deposit.not-to-platform' : 'deposit.not-on-chain', { network });
  if (outcome === null) {
    const { confirmations, confirmationsNeeded: needed } = transfer;
    return refuse('deposit.not-final', { confirmations, needed });
  }
  if (outcome === 'dropped') return refuse('deposit.not-on-chain', { network });
  if (outcome !== 'no-owner') return refuse('deposit.not-unclaimed');
  const { currency, amount: moved } = transfer;
  const { minimum, open } = facts;
  if (!open) return refuse('deposit.channel-closed', decidedBy(facts.policy));
  if (amount(moved) < amount(minimum))
    return refuse('deposit.below-minimum', { amount: moved, currency, minimum, ...decidedBy(facts.policy) });
  const policy: AppliedPolicy = { name: facts.policy.name, version: facts.policy.version, inputs: { minimum, open } };
  const accepted = newEvent('DepositProofAccepted', { key, depositId, userId, currency, amount: moved, policy });
  return [{ ...accepted, postings: moves(HOUSE.unclaimed.account, spotOf(userId), currency, amount(moved)) }];
}

/** How the transfer stands for its owner; `null` while the network knows nothing of it. */
export function statusOf({ transfer, outcome }: DepositState): DepositStatus | null {
  if (transfer === null) return null;
  if (outcome === 'no-owner') return 'account-closed';
  if (outcome !== null) return outcome;
  return transfer.status === 'mempool' ? 'seen' : 'confirming';
}

/** The proof that waits for staff. */
export function openProofOf({ claim }: DepositState): string | null {
  return claim?.status === 'waiting' ? claim.depositId : null;
}

function evolve(state: DepositState, event: DepositEvent): DepositState {
  switch (event.type) {
    case 'DepositSeen': {
      const claim =
        event.data.announced && state.claim !== null ? { ...state.claim, status: 'linked' as const } : state.claim;
      return { ...state, transfer: event.data, seen: causeOf(event), claim };
    }
    case 'DepositProgressed':
    case 'DepositReorganised': {
      const { status, confirmations, blockHeight } = event.data;
      const transfer = { ...(state.transfer as Transfer), status, confirmations, blockHeight };
      return { ...state, transfer, seen: causeOf(event) };
    }
    case 'DepositCredited':
      return { ...state, outcome: 'credited' };
    case 'DepositFailed':
      return { ...state, outcome: event.data.reason };
    case 'DepositDeclared':
      return { ...state, claim: claimOf(event.data, 'linked') };
    case 'DepositProofSubmitted':
      return { ...state, claim: claimOf(event.data, 'waiting') };
    case 'DepositProofAccepted':
      return { ...state, outcome: 'credited', claim: { ...(state.claim as Claim), status: 'accepted' } };
    case 'DepositProofRejected':
      return { ...state, claim: { ...(state.claim as Claim), status: 'rejected' } };
    default:
      return never(event);
  }
}

function claimOf(data: Omit<Claim, 'status'>, status: Claim['status']): Claim {
  const { depositId, userId, currency, declared, images, sealedNote } = data;
  return { depositId, userId, status, currency, declared, images, sealedNote };
}

function moves(from: string, to: string, asset: string, moved: Amount) {
  return [
    { account: from, asset, amount: -moved },
    { account: to, asset, amount: moved },
  ];
}

function spotOf(userId: string): string {
  return userAccount(`${userId}.1`, 'spot', 'available');
}
