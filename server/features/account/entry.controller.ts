import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  commonFields,
  endSessionBody,
  getCodeQuery,
  resetPasswordBody,
  updatePasswordBody,
  userLoginBody,
  userRegisterBody,
} from '../../../contracts/account.contract.js';
import { refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { EntryService } from './entry.service.js';
import { LoginHistory } from './login-history.js';
import { PasswordService } from './password.service.js';
import { RegistrationService } from './registration.service.js';
import { Sessions } from './sessions.js';

const commonOnly = z.strictObject({ ...commonFields });

/** Getting into a real account, and what its owner knows of who got in. */
@Controller()
export class EntryController {
  constructor(
    @Inject(EntryService) private readonly entry: EntryService,
    @Inject(RegistrationService) private readonly registration: RegistrationService,
    @Inject(PasswordService) private readonly passwords: PasswordService,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(LoginHistory) private readonly history: LoginHistory,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getCode',
    access: 'public',
    summary: 'Sends a verification code. The answer is the same whether or not an account uses the address.',
    input: getCodeQuery,
    answer: 'CodeSentView',
    refusals: [
      'account.required',
      'account.email-invalid',
      'account.phone-invalid',
      'account.contact-missing',
      'code.too-many',
      'session.missing',
      'demo.real-only',
    ],
  })
  async getCode(asked: Asked<typeof getCodeQuery, 'public'>) {
    const sent = await this.registration.code(asked);
    return 'refusal' in sent ? sent : silently(sent);
  }

  @Call({
    method: 'POST',
    path: 'web/userRegister',
    access: 'public',
    event: 'register',
    summary: 'Opens a real account with a verified address, and logs in to it.',
    input: userRegisterBody,
    answer: 'EnteredView',
    refusals: [
      'account.required',
      'account.email-invalid',
      'account.phone-invalid',
      'account.country-required',
      'account.country-unknown',
      'code.required',
      'account.password-length',
      'account.password-common',
      'account.passwords-differ',
      'invitation.required',
      'invitation.unknown',
      'account.agreement-missing',
      'code.wrong',
      'account.locked',
    ],
  })
  register(asked: Asked<typeof userRegisterBody, 'public'>) {
    return this.registration.register(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/userLogin',
    access: 'public',
    event: 'login',
    summary: 'Logs in to a real account by e-mail address or phone number.',
    input: userLoginBody,
    answer: 'EnteredView',
    refusals: [
      'account.required',
      'account.credentials-wrong',
      'account.locked',
      'account.frozen',
      'security.google-required',
      'security.google-wrong',
      'security.google-used',
    ],
  })
  userLogin(asked: Asked<typeof userLoginBody, 'public'>) {
    return this.entry.logIn(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/resetPassword',
    access: 'public',
    summary: 'Sets a new login password by a code to a bound address, and ends all sessions.',
    input: resetPasswordBody,
    answer: 'null',
    refusals: [
      'account.required',
      'account.email-invalid',
      'account.phone-invalid',
      'code.required',
      'account.password-length',
      'account.password-common',
      'account.passwords-differ',
      'code.wrong',
      'account.locked',
    ],
  })
  resetPassword(asked: Asked<typeof resetPasswordBody, 'public'>) {
    return this.passwords.reset(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/updatePassword',
    access: 'real',
    summary: 'Changes the login password and ends all other sessions.',
    input: updatePasswordBody,
    answer: 'null',
    refusals: [
      'account.required',
      'account.password-length',
      'account.password-common',
      'account.passwords-differ',
      'account.password-unchanged',
      'account.locked',
      'security.password-missing',
      'security.password-wrong',
      'security.google-required',
      'security.google-wrong',
      'security.google-used',
    ],
  })
  updatePassword(asked: Asked<typeof updatePasswordBody, 'real'>) {
    return this.passwords.update(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/getSessions',
    access: 'real',
    summary: 'Where one is logged in, the newest first.',
    input: commonOnly,
    answer: 'DeviceSessionView[]',
  })
  async getSessions({ session }: Asked<typeof commonOnly, 'real'>) {
    const stored = await this.sessions.ofUser(session.userId);
    return Promise.all(stored.map((each) => this.history.sessionView(session.userId, each, session.id)));
  }

  @Call({
    method: 'GET',
    path: 'web/getLogins',
    access: 'real',
    summary: 'Log-ins to one’s account and tries at it, of the last 90 days.',
    input: commonOnly,
    answer: 'LoginView[]',
  })
  getLogins({ session }: Asked<typeof commonOnly, 'real'>) {
    return this.history.list(session.userId);
  }

  @Call({
    method: 'POST',
    path: 'web/endSession',
    access: 'real',
    whenBarred: true,
    summary: 'Ends one of one’s sessions; ending one that is over changes nothing.',
    input: endSessionBody,
    answer: 'null',
    refusals: ['session.unknown'],
  })
  async endSession({ session, input }: Asked<typeof endSessionBody, 'real'>) {
    const isOwn = await this.sessions.endOwn(session.userId, input.sessionId);
    return isOwn ? null : refuse('session.unknown');
  }

  @Call({
    method: 'POST',
    path: 'web/endOtherSessions',
    access: 'real',
    whenBarred: true,
    summary: 'Ends all of one’s sessions but this one.',
    input: commonOnly,
    answer: 'null',
  })
  async endOtherSessions({ session }: Asked<typeof commonOnly, 'real'>) {
    await this.sessions.endAll(session.userId, session.id);
    return null;
  }
}
