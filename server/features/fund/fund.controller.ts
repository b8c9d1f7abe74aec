import { Controller } from '@nestjs/common';
import {
  buyFund,
  cancelFundRequest,
  endFundPlan,
  getFund,
  getFundPlans,
  getFundRequests,
  redeemFund,
  setFundPlan,
} from '../../../contracts/fund.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { FundPlanService } from './fund-plan.service.js';
import { FundQuery } from './fund.query.js';
import { FundService } from './fund.service.js';

@Controller()
export class FundController {
  constructor(
    private readonly service: FundService,
    private readonly plans: FundPlanService,
    private readonly query: FundQuery,
  ) {}

  @Handle(getFund)
  getFund(context: CallContext<typeof getFund>) {
    return this.service.fund(context);
  }

  @Handle(getFundRequests)
  getFundRequests({ session, input }: CallContext<typeof getFundRequests>) {
    return this.query.requests(session, input);
  }

  @Handle(buyFund)
  buyFund(context: CallContext<typeof buyFund>) {
    return this.service.buy(context);
  }

  @Handle(redeemFund)
  redeemFund(context: CallContext<typeof redeemFund>) {
    return this.service.redeem(context);
  }

  @Handle(cancelFundRequest)
  cancelFundRequest(context: CallContext<typeof cancelFundRequest>) {
    return this.service.cancel(context);
  }

  @Handle(getFundPlans)
  getFundPlans(context: CallContext<typeof getFundPlans>) {
    return this.plans.plans(context);
  }

  @Handle(setFundPlan)
  setFundPlan(context: CallContext<typeof setFundPlan>) {
    return this.plans.set(context);
  }

  @Handle(endFundPlan)
  endFundPlan(context: CallContext<typeof endFundPlan>) {
    return this.plans.end(context);
  }
}
