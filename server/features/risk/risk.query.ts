import {
  capFor,
  type RiskAssessmentView,
  type RiskCaps,
  type RiskLine,
  type RiskScores,
  type RiskView,
} from '../../../contracts/risk.contract.js';
import type { Clock } from '../../core/clock.js';
import type { InvestmentCap, InvestmentCaps } from '../../core/investment-caps.js';
import type { Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { againAt, riskClassAt, riskKind, validAssessment, type Assessment, type RiskState } from './risk.decider.js';

export type RiskPolicies = PolicySource<{ 'risk.scores': RiskScores; 'risk.caps': RiskCaps }>;

interface Parts {
  readonly store: EventStore;
  readonly policies: RiskPolicies;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Risk class, cap and assessments, read from the stream itself: a person has few. */
export class RiskQuery implements InvestmentCaps {
  constructor(private readonly parts: Parts) {}

  async of(userId: string): Promise<InvestmentCap> {
    const { policies, clock } = this.parts;
    const capClass = riskClassAt(await this.state(userId), clock.now());
    const { name, version, values } = policies.inForce('risk.caps');
    const inputs = { class: capClass, cap: values[capClass] };
    return { cap: capFor(capClass, values), class: capClass, policy: { name, version, inputs } };
  }

  async view(userId: string): Promise<RiskView> {
    const { policies, clock } = this.parts;
    const now = clock.now();
    const state = await this.state(userId);
    const { cap, class: capClass, policy } = await this.of(userId);
    const history = await Promise.all(state.assessments.map((assessment) => this.assessment(assessment)));
    const valid = validAssessment(state, now);
    const next = againAt(state, now, policies.inForce('risk.scores').values.pauseDays);
    return {
      class: capClass,
      cap,
      capsVersion: policy.version,
      current: history.find(({ assessmentId }) => assessmentId === valid?.assessmentId) ?? null,
      againAt: next !== null && next > now ? next : null,
      history: history.reverse(),
    };
  }

  private async state(userId: string): Promise<RiskState> {
    return (await loadStream(this.parts.store, 'real', riskKind, userId)).state;
  }

  private async assessment(assessment: Assessment): Promise<RiskAssessmentView> {
    const { userId, assessmentId, at, expiresAt, score, class: riskClass, sealedAnswers, policy } = assessment;
    const lines = await this.parts.vault.open(userId, 'risk.answers', sealedAnswers);
    const { balancedFrom, aggressiveFrom } = policy.inputs as { balancedFrom: number; aggressiveFrom: number };
    return {
      ...{ assessmentId, at, expiresAt, score, class: riskClass, version: policy.version },
      ...{ balancedFrom, aggressiveFrom },
      lines: lines === null ? null : (JSON.parse(lines) as RiskLine[]),
    };
  }
}
