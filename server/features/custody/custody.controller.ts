import { Controller } from '@nestjs/common';
import {
  buyProfit,
  continueCustody,
  exportCustody,
  getCustodyOrders,
  getProfitInfo,
  getProfitList,
  getProfitTotal,
  sellProfit,
  setCustodyLossLimit,
  setCustodyPause,
} from '../../../contracts/custody.calls.js';
import { refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { CUSTODY_FILE, CustodyQuery } from './custody.query.js';
import { CustodyService } from './custody.service.js';

@Controller()
export class CustodyController {
  constructor(
    private readonly service: CustodyService,
    private readonly query: CustodyQuery,
    private readonly files: Files,
  ) {}

  @Handle(getProfitTotal)
  getProfitTotal(context: CallContext<typeof getProfitTotal>) {
    return this.service.totals(context);
  }

  @Handle(getProfitList)
  getProfitList(context: CallContext<typeof getProfitList>) {
    return this.service.list(context);
  }

  @Handle(getProfitInfo)
  getProfitInfo(context: CallContext<typeof getProfitInfo>) {
    return this.service.info(context);
  }

  @Handle(buyProfit)
  buyProfit(context: CallContext<typeof buyProfit>) {
    return this.service.buy(context);
  }

  @Handle(sellProfit)
  sellProfit(context: CallContext<typeof sellProfit>) {
    return this.service.sell(context);
  }

  @Handle(continueCustody)
  continueCustody(context: CallContext<typeof continueCustody>) {
    return this.service.continueOrder(context);
  }

  @Handle(getCustodyOrders)
  getCustodyOrders({ session, input }: CallContext<typeof getCustodyOrders>) {
    return this.query.orders(session, input);
  }

  @Handle(exportCustody)
  async exportCustody({ session, input }: CallContext<typeof exportCustody>) {
    const { realm, ownerId } = session;
    if (!(await this.query.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('custody', CUSTODY_FILE, { realm, ownerId, filters: input });
  }

  @Handle(setCustodyLossLimit)
  setCustodyLossLimit(context: CallContext<typeof setCustodyLossLimit>) {
    return this.service.setLossLimit(context);
  }

  @Handle(setCustodyPause)
  setCustodyPause(context: CallContext<typeof setCustodyPause>) {
    return this.service.setPause(context);
  }
}
