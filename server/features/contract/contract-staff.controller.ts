import { Controller } from '@nestjs/common';
import { staffLiquidationRisk, staffOpenInterest } from '../../../contracts/contract.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { LiquidationRiskQuery } from './liquidation/liquidation-risk.query.js';
import { OpenInterestQuery } from './position/open-interest.query.js';

/** What staff see of contracts besides the lists. */
@Controller()
export class ContractStaffController {
  constructor(
    private readonly interest: OpenInterestQuery,
    private readonly risk: LiquidationRiskQuery,
  ) {}

  @Handle(staffOpenInterest)
  openInterest({ input }: CallContext<typeof staffOpenInterest>) {
    return this.interest.view(input);
  }

  @Handle(staffLiquidationRisk)
  liquidationRisk({ input }: CallContext<typeof staffLiquidationRisk>) {
    return this.risk.nearest(input);
  }
}
