import { Controller } from '@nestjs/common';
import {
  getIdentity,
  getIdentityForm,
  submitAddress,
  submitAdvanced,
  submitPrimary,
  withdrawIdentity,
} from '../../../contracts/identity.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { IdentityQuery } from './identity.query.js';
import { IdentityService } from './identity.service.js';

@Controller()
export class IdentityController {
  constructor(
    private readonly identity: IdentityService,
    private readonly query: IdentityQuery,
  ) {}

  @Handle(getIdentity)
  async getIdentity({ session }: CallContext<typeof getIdentity>) {
    return silently(await this.query.view(session.userId));
  }

  @Handle(getIdentityForm)
  async getIdentityForm({ session, input }: CallContext<typeof getIdentityForm>) {
    return silently(await this.query.lastForm(session.userId, input.level));
  }

  @Handle(submitPrimary)
  submitPrimary(context: CallContext<typeof submitPrimary>) {
    return this.identity.submitPrimary(context);
  }

  @Handle(submitAdvanced)
  submitAdvanced(context: CallContext<typeof submitAdvanced>) {
    return this.identity.submitAdvanced(context);
  }

  @Handle(submitAddress)
  submitAddress(context: CallContext<typeof submitAddress>) {
    return this.identity.submitAddress(context);
  }

  @Handle(withdrawIdentity)
  withdrawIdentity(context: CallContext<typeof withdrawIdentity>) {
    return this.identity.withdraw(context);
  }
}
