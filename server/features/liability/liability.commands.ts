import type { Instant } from '../../core/clock.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { LiabilitiesCommitted } from './liability.events.js';

export interface FallDueLiabilities {
  readonly epoch: number;
  readonly policy: AppliedPolicy;
}

export type CommitLiabilities = LiabilitiesCommitted;

const HOUR_MS = 3_600_000;

/** The next instant at which liabilities fall due: full hours that the day in UTC is divided into. */
export function nextEpoch(now: Instant, hours: number): Instant {
  const ms = hours * HOUR_MS;
  return (Math.floor(now / ms) + 1) * ms;
}

/** The due command for the next epoch. Its id is the epoch's, so that whoever schedules it again changes nothing. */
export function nextDue(now: Instant, { version, values }: { version: number; values: { hours: number } }) {
  const epoch = nextEpoch(now, values.hours);
  const policy: AppliedPolicy = { name: 'liabilities.rules', version, inputs: { hours: values.hours } };
  const data: FallDueLiabilities = { epoch, policy };
  return { id: `liabilities:${epoch}`, dueAt: epoch, type: 'FallDueLiabilities', data };
}
