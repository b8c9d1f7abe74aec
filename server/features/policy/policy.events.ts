import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypes } from '../../event-store/event-types.js';

/** A policy's values, realm `house`, stream `policy-<name>`. Decisions record name and version of what they followed. */
export interface PolicyPublished {
  readonly name: string;
  /** Counts from 1. */
  readonly version: number;
  /** Decimal strings, texts and whole numbers by name. */
  readonly values: Readonly<Record<string, string | number>>;
}

export type PolicyEvent = RecordedEvent<'PolicyPublished', PolicyPublished>;

declareEventTypes({ type: 'PolicyPublished', schema: 1 });
