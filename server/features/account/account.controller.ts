import { Controller } from '@nestjs/common';
import { exitDemo, getInfo, logout, regenerateDemo, tempLogin } from '../../../contracts/account.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { AccountService } from './account.service.js';

@Controller()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Handle(tempLogin)
  tempLogin(context: CallContext<typeof tempLogin>) {
    return this.accounts.openDemo(context);
  }

  @Handle(logout)
  logout(context: CallContext<typeof logout>) {
    return this.accounts.logOut(context);
  }

  @Handle(getInfo)
  info(context: CallContext<typeof getInfo>) {
    return this.accounts.info(context);
  }

  @Handle(exitDemo)
  exitDemo(context: CallContext<typeof exitDemo>) {
    return this.accounts.exitDemo(context);
  }

  @Handle(regenerateDemo)
  regenerateDemo(context: CallContext<typeof regenerateDemo>) {
    return this.accounts.regenerateDemo(context);
  }
}
