import { Controller } from '@nestjs/common';
import {
  approveContractHalt,
  proposeContractHalt,
  rejectContractHalt,
  withdrawContractHalt,
} from '../../../contracts/contract-halt.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { ContractHaltService } from './contract-halt.service.js';

/** What two members of the staff decide about a contract. */
@Controller()
export class ContractHaltController {
  constructor(private readonly service: ContractHaltService) {}

  @Handle(proposeContractHalt)
  propose({ session, requestToken, input }: CallContext<typeof proposeContractHalt>) {
    return this.service.propose({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(approveContractHalt)
  approve({ session, requestToken, input }: CallContext<typeof approveContractHalt>) {
    return this.service.approve({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(rejectContractHalt)
  reject({ session, requestToken, input }: CallContext<typeof rejectContractHalt>) {
    return this.service.reject({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(withdrawContractHalt)
  withdraw({ session, requestToken, input }: CallContext<typeof withdrawContractHalt>) {
    return this.service.withdraw({ staffId: session.staffId, requestToken }, input);
  }
}
