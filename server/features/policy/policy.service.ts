import type { z } from 'zod';
import type {
  decideProposalBody,
  PolicyChanged,
  proposePolicyBody,
  rejectProposalBody,
  stopPayoutsBody,
} from '../../../contracts/policy-change.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { CommandPort } from '../../core/decider.js';
import type { Ids } from '../../core/ids.js';
import type { PolicySource } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';
import type { ProjectionRunner } from '../../projections/runner.js';
import type { ChangeRules, PolicyCommand } from './policy.commands.js';
import type { PolicyAnswer } from './policy.handler.js';

interface Parts {
  readonly commands: CommandPort;
  readonly policies: PolicySource<KnownPolicies>;
  readonly projections: ProjectionRunner;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Who of the staff wishes it, and under which idempotency keys. */
export interface Wisher {
  readonly staffId: string;
  readonly keys: readonly string[];
}

/** What staff wish of policies. Two of them are needed: one proposes, another agrees. */
export class PolicyService {
  constructor(private readonly parts: Parts) {}

  propose(by: Wisher, wish: z.output<typeof proposePolicyBody>): Promise<PolicyChanged | Refusal> {
    const { name, baseVersion, values, reason, effectiveFrom = null } = wish;
    const place = { name, baseVersion, proposalId: this.parts.ids.next('p'), staffId: by.staffId };
    return this.send(by, {
      type: 'ProposePolicy',
      data: { ...place, values, reason, effectiveFrom, rules: this.rules() },
    });
  }

  /** Nothing is paid out and nothing new is asked for from here on, until two people release it. */
  stopPayouts(by: Wisher, { publicReason, reason }: z.output<typeof stopPayoutsBody>) {
    const values = { paused: true, reason: publicReason };
    const data = { name: 'withdrawal.pause', staffId: by.staffId, values, reason, rules: this.rules() };
    return this.send(by, { type: 'StopByPolicy', data });
  }

  approve(by: Wisher, { name, proposalId }: z.output<typeof decideProposalBody>): Promise<PolicyChanged | Refusal> {
    const { staffId } = by;
    return this.send(by, { type: 'ApprovePolicy', data: { name, proposalId, staffId, rules: this.rules() } });
  }

  reject(by: Wisher, { name, proposalId, reason }: z.output<typeof rejectProposalBody>) {
    const { staffId } = by;
    const data = { name, proposalId, reason, staffId, rules: this.rules() };
    return this.send(by, { type: 'RejectPolicyProposal', data });
  }

  withdraw(by: Wisher, { name, proposalId }: z.output<typeof decideProposalBody>): Promise<PolicyChanged | Refusal> {
    return this.send(by, { type: 'WithdrawPolicyProposal', data: { name, proposalId, staffId: by.staffId } });
  }

  private rules(): ChangeRules {
    const { version, values } = this.parts.policies.inForce('policy.change');
    return { version, ...values };
  }

  /** Answers once the lists show it: who has just decided looks at once. */
  private async send({ staffId, keys }: Wisher, command: PolicyCommand): Promise<PolicyChanged | Refusal> {
    const { commands, projections, clock } = this.parts;
    const sent = { ...command, at: clock.now(), actor: `staff:${staffId}`, keys };
    const result = await commands.execute<PolicyAnswer>('house', sent);
    if (!result.ok) return result.refusal;
    await projections.waitFor('policy', 'house', result.position);
    return result.answer;
  }
}
