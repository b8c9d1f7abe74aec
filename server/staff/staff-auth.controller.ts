import { Controller } from '@nestjs/common';
import {
  beginFactor,
  confirmFactor,
  staffChangePassword,
  staffLogin,
  staffLogout,
  staffRenewRecoveryCodes,
  staffSession,
} from '../../contracts/staff.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StaffSelf } from './staff-self.js';
import { StaffService } from './staff.service.js';

@Controller()
export class StaffAuthController {
  constructor(
    private readonly staff: StaffService,
    private readonly self: StaffSelf,
  ) {}

  @Handle(staffLogin)
  login({ input, address, requestToken }: CallContext<typeof staffLogin>) {
    return this.staff.signIn(input, address, requestToken?.cause);
  }

  @Handle(staffLogout)
  logout({ session }: CallContext<typeof staffLogout>) {
    return this.staff.signOut(session);
  }

  @Handle(staffSession)
  me({ session, token }: CallContext<typeof staffSession>) {
    return this.staff.me(session, token ?? '');
  }

  @Handle(staffChangePassword)
  changePassword({ session, input, address, requestToken }: CallContext<typeof staffChangePassword>) {
    return this.self.changePassword(session, input, address, requestToken?.cause);
  }

  @Handle(beginFactor)
  beginFactor({ session, input, address, requestToken }: CallContext<typeof beginFactor>) {
    return this.self.beginFactor(session, input, address, requestToken?.cause);
  }

  @Handle(confirmFactor)
  confirmFactor({ session, input, requestToken }: CallContext<typeof confirmFactor>) {
    return this.self.confirmFactor(session, input.code, requestToken?.cause);
  }

  @Handle(staffRenewRecoveryCodes)
  renewRecovery({ session, input, address, requestToken }: CallContext<typeof staffRenewRecoveryCodes>) {
    return this.self.renewRecovery(session, input, address, requestToken?.cause);
  }
}
