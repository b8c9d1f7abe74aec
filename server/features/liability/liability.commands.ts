import { z } from 'zod';
import type { Instant } from '../../core/clock.js';
import { HouseCommand, planned, type DataOf } from '../../core/command.js';
import { appliedPolicy, instant } from '../../core/command-schemas.js';
import type { DueCommand } from '../../core/decider.js';
import type { AppliedPolicy } from '../../core/policy.js';

const fallDueLiabilities = z.object({
  epoch: instant,
  policy: appliedPolicy,
  /** The epoch of a realm in which none was before; when one came in between, this one is not needed. */
  first: z.literal(true).optional(),
});

export class FallDueLiabilities extends HouseCommand<DataOf<typeof fallDueLiabilities>, null> {
  static readonly type = 'FallDueLiabilities';
  static readonly schema = fallDueLiabilities;
}

const commitLiabilities = z.object({
  epoch: instant,
  position: z.int(),
  head: z.string(),
  root: z.string(),
  leaves: z.int(),
  sums: z.array(z.object({ asset: z.string(), amount: z.string() })),
});

/** The fields of the fact that it becomes. */
export class CommitLiabilities extends HouseCommand<DataOf<typeof commitLiabilities>, null> {
  static readonly type = 'CommitLiabilities';
  static readonly schema = commitLiabilities;
}

const HOUR_MS = 3_600_000;
/** How long the first epoch waits for others who begin at the same time. */
const FIRST_MS = 60_000;
/** Of the first epoch's due command in each realm. */
export const FIRST_DUE_ID = 'liabilities:first';

/** The next instant at which liabilities fall due: full hours that the day in UTC is divided into. */
export function nextEpoch(now: Instant, hours: number): Instant {
  const ms = hours * HOUR_MS;
  return (Math.floor(now / ms) + 1) * ms;
}

/** The due command for the next epoch. Its id is the epoch's, so that scheduling it again changes nothing. */
export function nextDue(now: Instant, rules: LiabilityRules): DueCommand {
  const epoch = nextEpoch(now, rules.values.hours);
  return due(`liabilities:${epoch}`, { epoch, policy: applied(rules) });
}

/** The due command for the first epoch of a realm: it comes soon after the first balance. */
export function firstDue(now: Instant, rules: LiabilityRules): DueCommand {
  return due(FIRST_DUE_ID, { epoch: now + FIRST_MS, policy: applied(rules), first: true });
}

interface LiabilityRules {
  readonly version: number;
  readonly values: { readonly hours: number };
}

const applied = ({ version, values }: LiabilityRules): AppliedPolicy => ({
  name: 'liabilities.rules',
  version,
  inputs: { hours: values.hours },
});

const due = (id: string, data: FallDueLiabilities['data']): DueCommand => ({
  id,
  dueAt: data.epoch,
  command: planned(FallDueLiabilities, data),
});
