import { Injectable } from '@nestjs/common';
import type { exchangePoints, getRewards, setSignInZone, signIn } from '../../../contracts/reward.calls.js';
import type { RewardsView } from '../../../contracts/reward.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Writers } from '../../engine/writer/writers.js';
import { ExchangePoints, SetSignInZone, SignIn } from './reward.commands.js';
import { REWARD_REALM } from './reward.handler.js';
import { RewardQuery } from './reward.query.js';
import { rewardKind } from './reward.state.js';
import { viewOf } from './reward.views.js';

type Caller = Pick<CallContext<typeof signIn>, 'session' | 'requestToken'>;

/** What a call does around its command: the rules in force; and what the person reads. */
@Injectable()
export class RewardService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly query: RewardQuery,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly levels: VerificationLevels,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async view({ session }: Pick<CallContext<typeof getRewards>, 'session'>): Promise<RewardsView | Refusal> {
    const { userId, ownerId } = session;
    if (!(await this.query.isUpToDate())) return refuse('request.unavailable');
    const [state, { primary }, paidBack] = await Promise.all([
      this.writers.read(REWARD_REALM, rewardKind, ownerId),
      this.levels.of(userId),
      this.query.paidBack(userId),
    ]);
    const policy = this.policies.inForce('reward.rules');
    return viewOf({ state, at: this.clock.now(), verified: primary, paidBack, policy });
  }

  signIn(call: CallContext<typeof signIn>): Promise<null | Refusal> {
    return this.send(new SignIn(this.context(call), ownerOf(call)));
  }

  setZone(call: CallContext<typeof setSignInZone>): Promise<null | Refusal> {
    const { timeZone } = call.input;
    return this.send(new SetSignInZone(this.context(call), { ...ownerOf(call), timeZone }));
  }

  exchange(call: CallContext<typeof exchangePoints>): Promise<null | Refusal> {
    const { version, values } = this.policies.inForce('reward.rules');
    const policy = { name: 'reward.rules', version, values };
    const shownVersion = call.input.rulesVersion;
    const data = { ...ownerOf(call), feeVoucherId: this.ids.next('fv'), shownVersion, policy };
    return this.send(new ExchangePoints(this.context(call), data));
  }

  /** A repeat is answered the same, so the answer has nothing of now. */
  private async send(command: HouseCommand<unknown, null>): Promise<null | Refusal> {
    const done = await this.commands.execute(command);
    return done.ok ? null : done.refusal;
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

const ownerOf = ({ session: { userId, ownerId } }: Caller) => ({ userId, ownerId });
