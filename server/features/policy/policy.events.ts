import type { PolicyValues } from '../../core/policy.js';
import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypes } from '../../event-store/event-types.js';

/** A policy's values, realm `house`, stream `policy-<name>`. Decisions record name and version of what they followed. */
export interface PolicyPublished {
  readonly name: string;
  /** Counts from 1. */
  readonly version: number;
  readonly values: PolicyValues;
  /** Two different members of the staff; `null` for what came with the installation. */
  readonly proposedBy: string | null;
  readonly approvedBy: string | null;
  /** As the proposal gave it; empty for what came with the installation. */
  readonly reason: string;
}

export type PolicyEvent = RecordedEvent<'PolicyPublished', PolicyPublished>;

declareEventTypes({
  type: 'PolicyPublished',
  schema: 2,
  // Schema 1 knew only what came with the installation.
  upcasts: { 1: (data) => ({ ...(data as object), proposedBy: null, approvedBy: null, reason: '' }) },
});
