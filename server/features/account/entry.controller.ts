import { Controller } from '@nestjs/common';
import {
  endOtherSessions,
  endSession,
  getCode,
  getLogins,
  getSessions,
  resetPassword,
  updatePassword,
  userLogin,
  userRegister,
} from '../../../contracts/account.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { EntryService } from './entry.service.js';
import { LoginHistory } from './login-history.js';
import { PasswordService } from './password.service.js';
import { RegistrationService } from './registration.service.js';
import { Sessions } from './sessions.js';

/** Getting into a real account, and what its owner knows of who got in. */
@Controller()
export class EntryController {
  constructor(
    private readonly entry: EntryService,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordService,
    private readonly sessions: Sessions,
    private readonly history: LoginHistory,
  ) {}

  @Handle(getCode)
  async getCode(context: CallContext<typeof getCode>) {
    const sent = await this.registration.code(context);
    return 'refusal' in sent ? sent : silently(sent);
  }

  @Handle(userRegister)
  register(context: CallContext<typeof userRegister>) {
    return this.registration.register(context);
  }

  @Handle(userLogin)
  userLogin(context: CallContext<typeof userLogin>) {
    return this.entry.logIn(context);
  }

  @Handle(resetPassword)
  resetPassword(context: CallContext<typeof resetPassword>) {
    return this.passwords.reset(context);
  }

  @Handle(updatePassword)
  updatePassword(context: CallContext<typeof updatePassword>) {
    return this.passwords.update(context);
  }

  @Handle(getSessions)
  async getSessions({ session }: CallContext<typeof getSessions>) {
    const stored = await this.sessions.ofUser(session.userId);
    return Promise.all(stored.map((each) => this.history.sessionView(session.userId, each, session.id)));
  }

  @Handle(getLogins)
  getLogins({ session }: CallContext<typeof getLogins>) {
    return this.history.list(session.userId);
  }

  @Handle(endSession)
  endSession({ session, input, requestToken }: CallContext<typeof endSession>) {
    return this.sessions.endOwn(session.userId, input.sessionId, requestToken);
  }

  @Handle(endOtherSessions)
  endOtherSessions({ session, requestToken }: CallContext<typeof endOtherSessions>) {
    return this.sessions.endOthers(session, requestToken);
  }
}
