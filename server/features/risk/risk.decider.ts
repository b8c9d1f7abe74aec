import { DECLARATIONS, riskClassOf, type CapClass } from '../../../contracts/risk.contract.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { ExpireRisk, type AssessRisk } from './risk.commands.js';
import type { RiskAssessed, RiskEvent, RiskExpired } from './risk.events.js';
import { monthsAfter } from './risk.rules.js';

export interface Assessment extends RiskAssessed {
  readonly at: Instant;
}

/** none → assessed ⇄ expired; an assessment that is over by the clock counts as expired. Newest last. */
export interface RiskState {
  readonly status: 'none' | 'assessed' | 'expired';
  readonly assessments: readonly Assessment[];
}

const DAY_MS = 86_400_000;

export const riskKind: StreamKind<RiskState> = {
  name: 'risk',
  initial: () => ({ status: 'none', assessments: [] }),
  evolve: (state, event) => evolve(state, event as RiskEvent),
};

/** Answers from a year ago say little about a person today. */
export const riskTimetable: Timetable = {
  RiskAssessed: ({ data: { userId, assessmentId, expiresAt } }: Happened<RiskAssessed>) => ({
    id: `expire-risk:${assessmentId}`,
    dueAt: expiresAt,
    command: planned(ExpireRisk, { userId, assessmentId }),
  }),
};

/** The assessment that limits follow at that instant. */
export function validAssessment({ status, assessments }: RiskState, at: Instant): Assessment | undefined {
  const newest = assessments.at(-1);
  return status === 'assessed' && newest !== undefined && at < newest.expiresAt ? newest : undefined;
}

export function riskClassAt(state: RiskState, at: Instant): CapClass {
  return validAssessment(state, at)?.class ?? 'unassessed';
}

/** The earliest time of a new assessment: at once without a valid one. */
export function againAt(state: RiskState, at: Instant, pauseDays: number): Instant | null {
  const valid = validAssessment(state, at);
  return valid === undefined ? null : valid.at + pauseDays * DAY_MS;
}

export function decideAssess(state: RiskState, command: AssessRisk['data'], { at }: CommandMeta): NewEvent[] | Refusal {
  const { userId, assessmentId, score, sealedAnswers, declared, policy } = command;
  const { name, version, values } = policy;
  const missing = DECLARATIONS.find((declaration) => !declared.includes(declaration));
  if (missing !== undefined) return refuse('risk.declaration-required', { field: missing });
  // Without a pause a person could try answers until the class suits them.
  const notBeforeAt = againAt(state, at, values.pauseDays);
  if (notBeforeAt !== null && at < notBeforeAt)
    return refuse('risk.too-soon', { notBeforeAt, pauseDays: values.pauseDays, ...decidedBy(policy) });
  const { balancedFrom, aggressiveFrom, validMonths, pauseDays } = values;
  const data: RiskAssessed = {
    userId,
    assessmentId,
    score,
    class: riskClassOf(score, values),
    expiresAt: monthsAfter(at, validMonths),
    sealedAnswers,
    declared,
    policy: { name, version, inputs: { score, balancedFrom, aggressiveFrom, validMonths, pauseDays } },
  };
  return [{ stream: `risk-${userId}`, type: 'RiskAssessed', schema: 1, data }];
}

/** Nothing when another assessment has taken its place. */
export function decideExpire(
  state: RiskState,
  { userId, assessmentId }: ExpireRisk['data'],
  { at }: CommandMeta,
): NewEvent[] {
  const newest = state.assessments.at(-1);
  if (state.status !== 'assessed' || newest?.assessmentId !== assessmentId || at < newest.expiresAt) return [];
  const data: RiskExpired = { userId, assessmentId };
  return [{ stream: `risk-${userId}`, type: 'RiskExpired', schema: 1, data }];
}

function evolve(state: RiskState, event: RiskEvent): RiskState {
  switch (event.type) {
    case 'RiskAssessed':
      return { status: 'assessed', assessments: [...state.assessments, { ...event.data, at: event.at }] };
    case 'RiskExpired':
      return { ...state, status: 'expired' };
    default:
      return never(event);
  }
}
