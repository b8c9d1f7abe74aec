import { z } from 'zod';
import { HALT_CHANGES, HALT_REASONS, type HaltChanged } from '../../../contracts/contract-halt.contract.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';

const ofProposal = z.object({ symbol: z.string(), proposalId: z.string(), staffId: z.string() });

const proposeHalt = ofProposal.extend({
  change: z.enum(HALT_CHANGES),
  publicReason: z.enum(HALT_REASONS).nullable(),
  reason: z.string(),
});

export class ProposeHalt extends HouseCommand<DataOf<typeof proposeHalt>, HaltChanged> {
  static readonly type = 'ProposeHalt';
  static readonly schema = proposeHalt;
}

/** Does what another member proposed. */
export class ApproveHalt extends HouseCommand<DataOf<typeof ofProposal>, HaltChanged> {
  static readonly type = 'ApproveHalt';
  static readonly schema = ofProposal;
}

const endHalt = ofProposal.extend({ reason: z.string() });

export class RejectHalt extends HouseCommand<DataOf<typeof endHalt>, HaltChanged> {
  static readonly type = 'RejectHalt';
  static readonly schema = endHalt;
}

export class WithdrawHalt extends HouseCommand<DataOf<typeof endHalt>, HaltChanged> {
  static readonly type = 'WithdrawHalt';
  static readonly schema = endHalt;
}

export type HaltCommand = BodyOf<typeof ProposeHalt | typeof ApproveHalt | typeof RejectHalt | typeof WithdrawHalt>;
