import type { HaltChange, HaltReason } from '../../../contracts/contract-halt.contract.js';
import type { Instant } from '../../core/clock.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfProposal {
  readonly symbol: string;
  readonly proposalId: string;
}

/** A member of staff proposes a change, realm `house`, stream `halt-<symbol>`. */
export interface HaltProposed extends OfProposal {
  readonly change: HaltChange;
  /** Of a halt: what users will read. */
  readonly publicReason: HaltReason | null;
  readonly reason: string;
  readonly proposedBy: string;
}

interface Decided extends OfProposal {
  readonly proposedBy: string;
  readonly approvedBy: string;
}

/** From now on nobody trades the contract, and nobody is liquidated in it, in either realm. */
export interface TradingHalted extends Decided {
  readonly publicReason: HaltReason;
}

export type TradingResumed = Decided;

/** Every position is closed at this price, and the contract is over. */
export interface SettlementApproved extends Decided {
  readonly haltedAt: Instant;
  /** The average index of the last thirty open minutes before the halt, in the quote asset. */
  readonly price: string;
}

export interface HaltRejected extends OfProposal {
  readonly rejectedBy: string;
  readonly reason: string;
}

export interface HaltWithdrawn extends OfProposal {
  readonly withdrawnBy: string;
  readonly reason: string;
}

export type HaltEvent =
  | RecordedEvent<'HaltProposed', HaltProposed>
  | RecordedEvent<'TradingHalted', TradingHalted>
  | RecordedEvent<'TradingResumed', TradingResumed>
  | RecordedEvent<'SettlementApproved', SettlementApproved>
  | RecordedEvent<'HaltRejected', HaltRejected>
  | RecordedEvent<'HaltWithdrawn', HaltWithdrawn>;
export type HaltFacts = FactsOf<HaltEvent>;

export const haltEvents = declareEventTypesWith(
  { proposalId: 'none', proposedBy: 'staff', approvedBy: 'staff', rejectedBy: 'staff', withdrawnBy: 'staff' },
  { type: 'HaltProposed', schema: 1, personal: [] },
  { type: 'TradingHalted', schema: 1, personal: [] },
  { type: 'TradingResumed', schema: 1, personal: [] },
  { type: 'SettlementApproved', schema: 1, personal: [] },
  { type: 'HaltRejected', schema: 1, personal: [] },
  { type: 'HaltWithdrawn', schema: 1, personal: [] },
);
