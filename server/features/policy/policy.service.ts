import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  decideProposalBody,
  PolicyChanged,
  proposePolicyBody,
  rejectProposalBody,
  stopPayoutsBody,
} from '../../../contracts/policy-change.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import type { Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import {
  ApprovePolicy,
  ProposePolicy,
  RejectPolicyProposal,
  StopByPolicy,
  WithdrawPolicyProposal,
  type ChangeRules,
  type PolicyAnswer,
} from './policy.commands.js';

/** The member of staff, and the request token. */
export interface PolicyEditor {
  readonly staffId: string;
  readonly requestToken?: RequestToken | undefined;
}

/** Changes of policies by staff. Two of them are needed: one proposes, another agrees. */
@Injectable()
export class PolicyService {
  constructor(
    private readonly commands: Commands,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  propose(by: PolicyEditor, request: z.output<typeof proposePolicyBody>): Promise<PolicyChanged | Refusal> {
    const { name, baseVersion, values, reason, effectiveFrom = null } = request;
    const place = { name, baseVersion, proposalId: this.ids.next('p'), staffId: by.staffId };
    const data = { ...place, values, reason, effectiveFrom, rules: this.rules() };
    return this.send(new ProposePolicy(this.context(by), data));
  }

  /** No payouts and no new requests from here on, until two people resume them. */
  stopPayouts(by: PolicyEditor, { publicReason, reason }: z.output<typeof stopPayoutsBody>) {
    const values = { paused: true, reason: publicReason };
    const data = { name: 'withdrawal.pause', staffId: by.staffId, values, reason, rules: this.rules() };
    return this.send(new StopByPolicy(this.context(by), data));
  }

  approve(
    by: PolicyEditor,
    { name, proposalId }: z.output<typeof decideProposalBody>,
  ): Promise<PolicyChanged | Refusal> {
    const { staffId } = by;
    const data = { name, proposalId, staffId, rules: this.rules() };
    return this.send(new ApprovePolicy(this.context(by), data));
  }

  reject(by: PolicyEditor, { name, proposalId, reason }: z.output<typeof rejectProposalBody>) {
    const { staffId } = by;
    const data = { name, proposalId, reason, staffId, rules: this.rules() };
    return this.send(new RejectPolicyProposal(this.context(by), data));
  }

  withdraw(
    by: PolicyEditor,
    { name, proposalId }: z.output<typeof decideProposalBody>,
  ): Promise<PolicyChanged | Refusal> {
    const data = { name, proposalId, staffId: by.staffId };
    return this.send(new WithdrawPolicyProposal(this.context(by), data));
  }

  private rules(): ChangeRules {
    const { version, values } = this.policies.inForce('policy.change');
    return { version, ...values };
  }

  /** Answers once the lists show it: who has just decided looks at once. */
  private async send(command: HouseCommand<unknown, PolicyAnswer>): Promise<PolicyChanged | Refusal> {
    const { commands, projections } = this;
    const result = await commands.execute(command);
    if (!result.ok) return result.refusal;
    await projections.waitFor('policy', 'house', result.position);
    return result.answer;
  }

  private context({ staffId, requestToken }: PolicyEditor): CommandContext {
    return { realm: 'house', at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }
}
