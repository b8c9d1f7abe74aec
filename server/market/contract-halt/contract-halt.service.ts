import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  approveHaltBody,
  endHaltBody,
  HaltChanged,
  proposeHaltBody,
} from '../../../contracts/contract-halt.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { MarketService } from '../runtime/market.service.js';
import { ApproveHalt, ProposeHalt, RejectHalt, WithdrawHalt } from './contract-halt.commands.js';
import { contractHaltProjection } from './contract-halt.projection.js';

interface Member {
  readonly staffId: string;
  readonly requestToken?: RequestToken | undefined;
}

type Named = z.output<typeof approveHaltBody>;
type Ended = z.output<typeof endHaltBody>;

/** Two members of the staff halt, resume and settle contracts. */
@Injectable()
export class ContractHaltService {
  constructor(
    private readonly commands: Commands,
    private readonly markets: MarketService,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async propose(by: Member, request: z.output<typeof proposeHaltBody>): Promise<HaltChanged | Refusal> {
    const { symbol, change, publicReason = null, reason } = request;
    if (!this.markets.open.contracts.has(symbol)) return refuse('market.symbol-unknown', { field: 'symbol', symbol });
    const named = { symbol, proposalId: this.ids.next('halt'), staffId: by.staffId };
    return this.send(new ProposeHalt(this.context(by), { ...named, change, publicReason, reason }));
  }

  approve(by: Member, { symbol, proposalId }: Named): Promise<HaltChanged | Refusal> {
    return this.send(new ApproveHalt(this.context(by), { symbol, proposalId, staffId: by.staffId }));
  }

  reject(by: Member, { symbol, proposalId, reason }: Ended): Promise<HaltChanged | Refusal> {
    return this.send(new RejectHalt(this.context(by), { symbol, proposalId, reason, staffId: by.staffId }));
  }

  withdraw(by: Member, { symbol, proposalId, reason }: Ended): Promise<HaltChanged | Refusal> {
    return this.send(new WithdrawHalt(this.context(by), { symbol, proposalId, reason, staffId: by.staffId }));
  }

  private context({ staffId, requestToken }: Member): CommandContext {
    return { realm: 'house', at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }

  /** Answers once the lists show it. */
  private async send(command: HouseCommand<unknown, HaltChanged>): Promise<HaltChanged | Refusal> {
    const result = await this.commands.execute(command);
    if (!result.ok) return result.refusal;
    await this.projections.waitFor(contractHaltProjection.name, 'house', result.position);
    return result.answer;
  }
}
