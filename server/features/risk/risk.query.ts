import { Injectable } from '@nestjs/common';
import {
  capFor,
  type CapClass,
  type RiskAssessmentView,
  type RiskCaps,
  type RiskLine,
  type RiskScores,
  type RiskView,
} from '../../../contracts/risk.contract.js';
import { Clock, type Instant } from '../../core/clock.js';
import type { StreamKind, View } from '../../core/decider.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { InvestmentCap, InvestmentCaps } from '../../core/ports/investment-caps.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { againAt, riskClassAt, riskKind, validAssessment, type Assessment, type RiskState } from './risk.decider.js';

/** Risk class, cap and assessments, read from the stream itself: a person has few. */
@Injectable()
export class RiskQuery implements InvestmentCaps {
  constructor(
    private readonly store: EventStore,
    private readonly policies: PolicySource<{ 'risk.scores': RiskScores; 'risk.caps': RiskCaps }>,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async of(userId: string): Promise<InvestmentCap> {
    const { policies, clock } = this;
    return capOf(riskClassAt(await this.state(userId), clock.now()), policies.inForce('risk.caps'));
  }

  stream(userId: string): readonly [kind: StreamKind<unknown>, id: string] {
    return [riskKind as StreamKind<unknown>, userId];
  }

  at(view: View, userId: string, at: Instant): InvestmentCap {
    return capOf(riskClassAt(view.state(riskKind, userId), at), this.policies.inForceAt('risk.caps', at));
  }

  async view(userId: string): Promise<RiskView> {
    const { policies, clock } = this;
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
    return (await loadStream(this.store, 'real', riskKind, userId)).state;
  }

  private async assessment(assessment: Assessment): Promise<RiskAssessmentView> {
    const { userId, assessmentId, at, expiresAt, score, class: riskClass, sealedAnswers, policy } = assessment;
    const lines = await this.vault.open(userId, 'risk.answers', sealedAnswers);
    const { balancedFrom, aggressiveFrom } = policy.inputs as { balancedFrom: number; aggressiveFrom: number };
    return {
      assessmentId,
      at,
      expiresAt,
      score,
      class: riskClass,
      version: policy.version,
      balancedFrom,
      aggressiveFrom,
      lines: lines === null ? null : (JSON.parse(lines) as RiskLine[]),
    };
  }
}

function capOf(capClass: CapClass, { name, version, values }: PolicyVersion<RiskCaps>): InvestmentCap {
  const inputs = { class: capClass, cap: values[capClass] };
  return { cap: capFor(capClass, values), class: capClass, policy: { name, version, inputs } };
}
