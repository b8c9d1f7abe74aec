import { Controller } from '@nestjs/common';
import {
  approveCorporateAction,
  getCorporateActions,
  proposeCorporateAction,
  rejectCorporateAction,
  withdrawCorporateAction,
} from '../../../contracts/corporate-action.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { CorporateActionQuery } from './corporate-action.query.js';
import { CorporateActionService } from './corporate-action.service.js';

/** What everybody reads of corporate actions, and what two members of the staff decide. */
@Controller()
export class CorporateActionController {
  constructor(
    private readonly query: CorporateActionQuery,
    private readonly service: CorporateActionService,
  ) {}

  @Handle(getCorporateActions)
  getCorporateActions({ input }: CallContext<typeof getCorporateActions>) {
    return this.query.announcedOf(input.symbol);
  }

  @Handle(proposeCorporateAction)
  propose({ session, requestToken, input }: CallContext<typeof proposeCorporateAction>) {
    return this.service.propose({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(approveCorporateAction)
  approve({ session, requestToken, input }: CallContext<typeof approveCorporateAction>) {
    return this.service.approve({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(rejectCorporateAction)
  reject({ session, requestToken, input }: CallContext<typeof rejectCorporateAction>) {
    return this.service.reject({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(withdrawCorporateAction)
  withdraw({ session, requestToken, input }: CallContext<typeof withdrawCorporateAction>) {
    return this.service.withdraw({ staffId: session.staffId, requestToken }, input);
  }
}
