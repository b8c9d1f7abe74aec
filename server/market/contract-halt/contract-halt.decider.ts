import type { HaltChange, HaltReason } from '../../../contracts/contract-halt.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ApproveHalt, HaltCommand, ProposeHalt } from './contract-halt.commands.js';
import type { HaltEvent, HaltFacts } from './contract-halt.events.js';

interface Proposal {
  readonly change: HaltChange;
  readonly publicReason: HaltReason | null;
  readonly proposedBy: string;
  readonly isOpen: boolean;
}

/** What staff decided of one contract. */
export interface HaltState {
  readonly status: 'traded' | 'halted' | 'settled';
  /** Of the halt that runs or was the last. */
  readonly haltedAt: number;
  readonly proposals: ReadonlyMap<string, Proposal>;
}

/** Stream `halt-<symbol>`, realm `house`. */
export const haltKind: StreamKind<HaltState> = {
  name: 'halt',
  initial: () => ({ status: 'traded', haltedAt: 0, proposals: new Map() }),
  evolve: (state, event) => evolve(state, event as HaltEvent),
};

const newEvent = eventsOf<HaltFacts>(({ symbol }) => `${haltKind.name}-${symbol}`);

/** Why a change does not fit what the contract is; `undefined` where it does. */
const FITS = {
  traded: { halt: undefined, resume: refuse('halt.not-halted'), settle: refuse('halt.not-halted') },
  halted: { halt: refuse('halt.already-halted'), resume: undefined, settle: undefined },
  settled: { halt: refuse('halt.settled'), resume: refuse('halt.settled'), settle: refuse('halt.settled') },
} as const satisfies Record<HaltState['status'], Record<HaltChange, Refusal | undefined>>;

/** `averageBefore` answers what a contract settles at that was halted at an instant. */
export function decideHalt(
  state: HaltState,
  command: HaltCommand,
  averageBefore: (at: number) => string | undefined,
): NewEvent[] | Refusal {
  if (command.type === 'ProposeHalt') return proposed(state, command.data);
  const { symbol, proposalId, staffId } = command.data;
  const proposal = state.proposals.get(proposalId);
  if (proposal === undefined) return refuse('halt.not-found');
  if (!proposal.isOpen) return refuse('halt.decided');
  const isOwn = staffId === proposal.proposedBy;
  switch (command.type) {
    case 'ApproveHalt':
      return isOwn ? refuse('halt.own-proposal') : approved(state, command.data, proposal, averageBefore);
    case 'RejectHalt':
      if (isOwn) return refuse('halt.own-proposal');
      return [newEvent('HaltRejected', { symbol, proposalId, rejectedBy: staffId, reason: command.data.reason })];
    case 'WithdrawHalt': {
      if (!isOwn) return refuse('halt.not-your-proposal');
      const { reason } = command.data;
      return [newEvent('HaltWithdrawn', { symbol, proposalId, withdrawnBy: staffId, reason })];
    }
    default:
      return never(command);
  }
}

function proposed(state: HaltState, data: ProposeHalt['data']): NewEvent[] | Refusal {
  const { staffId: proposedBy, change, publicReason, ...named } = data;
  const misfit = FITS[state.status][change];
  if (misfit !== undefined) return misfit;
  if (change === 'halt' && publicReason === null) return refuse('halt.reason-missing');
  if ([...state.proposals.values()].some(({ isOpen }) => isOpen)) return refuse('halt.other-proposal');
  const shown = change === 'halt' ? publicReason : null;
  return [newEvent('HaltProposed', { ...named, change, publicReason: shown, proposedBy })];
}

function approved(
  { status, haltedAt }: HaltState,
  { symbol, proposalId, staffId: approvedBy }: ApproveHalt['data'],
  { change, publicReason, proposedBy }: Proposal,
  averageBefore: (at: number) => string | undefined,
): NewEvent[] | Refusal {
  const misfit = FITS[status][change];
  if (misfit !== undefined) return misfit;
  const decided = { symbol, proposalId, proposedBy, approvedBy };
  switch (change) {
    case 'halt':
      if (publicReason === null) throw new Error(`${proposalId} halts ${symbol} and gives users no reason`);
      return [newEvent('TradingHalted', { ...decided, publicReason })];
    case 'resume':
      return [newEvent('TradingResumed', decided)];
    case 'settle': {
      // Of before the halt, so that nobody chooses the price by when they approve.
      const price = averageBefore(haltedAt);
      if (price === undefined) return refuse('halt.no-price');
      return [newEvent('SettlementApproved', { ...decided, haltedAt, price })];
    }
    default:
      return never(change);
  }
}

function evolve(state: HaltState, { type, data, at }: HaltEvent): HaltState {
  if (type === 'HaltProposed') {
    const { proposalId, change, publicReason, proposedBy } = data;
    const proposal = { change, publicReason, proposedBy, isOpen: true };
    return { ...state, proposals: new Map(state.proposals).set(proposalId, proposal) };
  }
  const proposal = state.proposals.get(data.proposalId);
  if (proposal === undefined) throw new Error(`${type} decides ${data.proposalId}, which nobody proposed`);
  const proposals = new Map(state.proposals).set(data.proposalId, { ...proposal, isOpen: false });
  switch (type) {
    case 'TradingHalted':
      return { status: 'halted', haltedAt: at, proposals };
    case 'TradingResumed':
      return { ...state, status: 'traded', proposals };
    case 'SettlementApproved':
      return { ...state, status: 'settled', proposals };
    case 'HaltRejected':
    case 'HaltWithdrawn':
      return { ...state, proposals };
    default:
      return never(type);
  }
}
