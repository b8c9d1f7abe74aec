import { Controller } from '@nestjs/common';
import { freezeUser, unfreezeAccount, unfreezeUser } from '../../../contracts/account.calls.js';
import { freezeAccount } from '../../../contracts/security.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { FreezeService } from './freeze.service.js';

/** Freezing an account: what stops everything at once, and how it goes on. */
@Controller()
export class FreezeController {
  constructor(private readonly freezing: FreezeService) {}

  @Handle(freezeAccount)
  freezeAccount(context: CallContext<typeof freezeAccount>) {
    return this.freezing.freeze(context);
  }

  @Handle(unfreezeAccount)
  unfreezeAccount(context: CallContext<typeof unfreezeAccount>) {
    return this.freezing.unfreeze(context);
  }

  @Handle(freezeUser)
  freezeByStaff(context: CallContext<typeof freezeUser>) {
    return this.freezing.freezeByStaff(context);
  }

  @Handle(unfreezeUser)
  unfreezeByStaff(context: CallContext<typeof unfreezeUser>) {
    return this.freezing.unfreezeByStaff(context);
  }
}
