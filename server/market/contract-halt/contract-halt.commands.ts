import { z } from 'zod';
import { HALT_CHANGES, HALT_REASONS, type HaltChanged } from '../../../contracts/contract-halt.contract.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';

const ofProposal = z.object({ symbol: z.string(), proposalId: z.string(), staffId: z.string() });

const proposeHalt = ofProposal.extend({
  change: z.enum(HALT_CHANGES),
  publicReason: z.enum(HALT_REASONS).nullable(),
  reason: z.string(),
});

export class ProposeContractHalt extends HouseCommand<DataOf<typeof proposeHalt>, HaltChanged> {
  static readonly type = 'ProposeContractHalt';
  static readonly schema = proposeHalt;
}

/** Does what another member proposed. */
export class ApproveContractHalt extends HouseCommand<DataOf<typeof ofProposal>, HaltChanged> {
  static readonly type = 'ApproveContractHalt';
  static readonly schema = ofProposal;
}

const endHalt = ofProposal.extend({ reason: z.string() });

export class RejectContractHalt extends HouseCommand<DataOf<typeof endHalt>, HaltChanged> {
  static readonly type = 'RejectContractHalt';
  static readonly schema = endHalt;
}

export class WithdrawContractHalt extends HouseCommand<DataOf<typeof endHalt>, HaltChanged> {
  static readonly type = 'WithdrawContractHalt';
  static readonly schema = endHalt;
}

export type HaltCommand = BodyOf<
  typeof ProposeContractHalt | typeof ApproveContractHalt | typeof RejectContractHalt | typeof WithdrawContractHalt
>;
