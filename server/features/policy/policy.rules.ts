import type { ZodType } from 'zod';
import { isPolicyName, policySchemas, type PolicyName } from '../../../contracts/policy.contract.js';
import type { Instant } from '../../core/clock.js';
import type { PolicyValues } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ChangeRules } from './policy.commands.js';

const DAY_MS = 86_400_000;

/** Names the first value that is unknown, missing, out of its bounds or against another one; `undefined` when all fit. */
export function valuesProblem(name: string, values: PolicyValues): Refusal | undefined {
  if (!isPolicyName(name)) return refuse('policy.unknown', { name });
  const { error } = policySchemas[name].safeParse(values);
  const issue = error?.issues[0];
  if (issue === undefined) return undefined;
  const key = String((issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]) ?? '').slice(0, 64);
  // Within its own bounds only the others can be against it.
  const isWithin = fieldSchema(name, key)?.safeParse(values[key]).success === true;
  return refuse(isWithin ? 'policy.value-conflict' : 'policy.value-invalid', { name, key });
}

function fieldSchema(name: PolicyName, key: string): ZodType | undefined {
  const shape: Readonly<Record<string, ZodType>> = policySchemas[name].shape;
  return Object.hasOwn(shape, key) ? shape[key] : undefined;
}

/** A version as the program reads it: values that it gave up are dropped, values that came later get their defaults. */
export function readValues(name: PolicyName, values: PolicyValues): PolicyValues {
  return policySchemas[name].strip().parse(values);
}

/** The names of the values that differ, in the order of the new ones. */
export function changedKeys(before: PolicyValues, after: PolicyValues): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((key) => before[key] !== after[key]);
}

export function reasonProblem(reason: string, rules: ChangeRules): Refusal | undefined {
  const min = rules.reasonLengthMin;
  if (reason.trim().length >= min) return undefined;
  return refuse('policy.reason-short', { min, policy: 'policy.change', version: rules.version });
}

/** Figures grow old: a proposal without approval in time expires. */
export function ageProblem(proposedAt: Instant, at: Instant, rules: ChangeRules): Refusal | undefined {
  const days = rules.proposalDays;
  if (at < proposedAt + days * DAY_MS) return undefined;
  return refuse('policy.proposal-old', { days, policy: 'policy.change', version: rules.version });
}

/** How far ahead a change may be agreed to. */
const AHEAD_DAYS_MAX = 365;

/** A change comes into force at once or later, within a limit. */
export function effectiveProblem(effectiveFrom: Instant | null, at: Instant): Refusal | undefined {
  if (effectiveFrom === null || (effectiveFrom > at && effectiveFrom <= at + AHEAD_DAYS_MAX * DAY_MS)) return undefined;
  return refuse('policy.effective-date', { days: AHEAD_DAYS_MAX, field: 'effectiveFrom' });
}

/** What one person may put into force alone: it stops something, and the way back needs two. */
export function isStop(name: string, values: PolicyValues): boolean {
  return name === 'withdrawal.pause' && values['paused'] === true;
}
