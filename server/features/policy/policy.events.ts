import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy, PolicyValues } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** A member of staff proposes other values, realm `house`, stream `policy-<name>`. They are in force once another agrees. */
export interface PolicyProposed {
  readonly name: string;
  readonly proposalId: string;
  /** The version that they were weighed against. */
  readonly baseVersion: number;
  /** All values, also those that stay. */
  readonly values: PolicyValues;
  readonly reason: string;
  readonly proposedBy: string;
  /** From when on they shall be in force; `null`: once another agrees. */
  readonly effectiveFrom: Instant | null;
  /** Policy `policy.change`: how proposals are made. */
  readonly policy: AppliedPolicy;
}

/** Another agreed; the values come into force at that instant. */
export interface PolicyScheduled {
  readonly name: string;
  readonly proposalId: string;
  readonly approvedBy: string;
  readonly effectiveFrom: Instant;
}

/** From now on these values are in force. Decisions record name and version of what they followed. */
export interface PolicyPublished {
  readonly name: string;
  /** Counts from 1. */
  readonly version: number;
  readonly values: PolicyValues;
  /**
   * Proposal and two different members of the staff; `null` for what came with the installation. What one person stopped at once
   * has a `proposedBy` alone.
   */
  readonly proposalId: string | null;
  readonly proposedBy: string | null;
  readonly approvedBy: string | null;
  /** As the proposal gave it; empty for what came with the installation. */
  readonly reason: string;
}

/** Another member rejected it, or the approved values no longer fit the bounds; the version in force stays. */
interface PolicyProposalRejected {
  readonly name: string;
  readonly proposalId: string;
  readonly rejectedBy: string;
  readonly reason: string;
}

/** Who proposed it took it back. */
interface PolicyProposalWithdrawn {
  readonly name: string;
  readonly proposalId: string;
  readonly withdrawnBy: string;
}

export interface PolicyFacts {
  PolicyProposed: PolicyProposed;
  PolicyScheduled: PolicyScheduled;
  PolicyPublished: PolicyPublished;
  PolicyProposalRejected: PolicyProposalRejected;
  PolicyProposalWithdrawn: PolicyProposalWithdrawn;
}

export type PolicyEvent = {
  [Type in keyof PolicyFacts]: RecordedEvent<Type, PolicyFacts[Type]>;
}[keyof PolicyFacts];

/** Schema 1 knew only what came with the installation. */
const fromInstallation = { proposalId: null, proposedBy: null, approvedBy: null, reason: '' };

export const policyEvents = declareEventTypesWith(
  { proposalId: 'none', proposedBy: 'staff', approvedBy: 'staff', rejectedBy: 'staff', withdrawnBy: 'staff' },
  { type: 'PolicyProposed', schema: 1, personal: [] },
  { type: 'PolicyScheduled', schema: 1, personal: [] },
  {
    type: 'PolicyPublished',
    schema: 2,
    personal: [],
    upcasts: {
      1: (data) => ({ ...(data as Omit<PolicyPublished, keyof typeof fromInstallation>), ...fromInstallation }),
    },
  },
  { type: 'PolicyProposalRejected', schema: 1, personal: [] },
  { type: 'PolicyProposalWithdrawn', schema: 1, personal: [] },
);
