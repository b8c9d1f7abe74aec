import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields } from '../../../contracts/account.contract.js';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';
import {
  bindGoogleBody,
  changeContactBody,
  changeNameBody,
  changeTradePasswordBody,
  openContactChangeBody,
  proofBody,
  resetTradePasswordBody,
  setQuestionsBody,
  setTradePasswordBody,
  unlockTradingBody,
} from '../../../contracts/security.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { ContactService } from './contact.service.js';
import { GoogleService } from './google.service.js';
import { PersonService } from './person.service.js';
import { SecurityQuery } from './security.query.js';
import { TradePasswordService } from './trade-password.service.js';

const commonOnly = z.strictObject({ ...commonFields });

/** What every proof may be refused by. */
const PROOF: RefusalCode[] = [
  'security.password-missing',
  'security.password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'account.locked',
  'request.unavailable',
];
const CHOOSING: RefusalCode[] = [
  'security.trade-password-digits',
  'security.trade-password-weak',
  'security.changed-meanwhile',
];

@Controller()
export class SecurityController {
  constructor(
    @Inject(SecurityQuery) private readonly query: SecurityQuery,
    @Inject(GoogleService) private readonly google: GoogleService,
    @Inject(TradePasswordService) private readonly trade: TradePasswordService,
    @Inject(PersonService) private readonly persons: PersonService,
    @Inject(ContactService) private readonly contacts: ContactService,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getSecurity',
    access: 'real',
    summary: 'What is set up to protect the account, and its security score item by item.',
    input: commonOnly,
    answer: 'SecurityView',
  })
  getSecurity(asked: Asked<typeof commonOnly, 'real'>) {
    return this.query.view(asked.session);
  }

  @Call({
    method: 'GET',
    path: 'web/hasTpassword',
    access: 'user',
    summary: 'Whether a trade password is set, and whether this session has shown it.',
    input: commonOnly,
    answer: 'TradePasswordView',
  })
  hasTpassword(asked: Asked<typeof commonOnly>) {
    return this.trade.has(asked.session);
  }

  @Call({
    method: 'POST',
    path: 'web/setUpGoogle',
    access: 'real',
    summary: 'A new secret for an authenticator, to be scanned; it counts once web/bindGoogle has seen a code of it.',
    input: proofBody,
    answer: 'GoogleSetupView',
    refusals: ['security.google-already-bound', ...PROOF],
  })
  setUpGoogle(asked: Asked<typeof proofBody, 'real'>) {
    return this.google.setUp(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/bindGoogle',
    access: 'real',
    summary: 'Binds the authenticator by a test code, and answers recovery codes that are shown only this once.',
    input: bindGoogleBody,
    answer: 'RecoveryCodesView',
    refusals: ['security.google-already-bound', 'security.google-setup-gone', ...PROOF],
  })
  bindGoogle(asked: Asked<typeof bindGoogleBody, 'real'>) {
    return this.google.bind(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/unbindGoogle',
    access: 'real',
    summary: 'Unbinds the authenticator; a recovery code serves as its code.',
    input: proofBody,
    answer: 'null',
    refusals: ['security.google-missing', ...PROOF],
  })
  unbindGoogle(asked: Asked<typeof proofBody, 'real'>) {
    return this.google.unbind(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/renewRecoveryCodes',
    access: 'real',
    summary: 'New recovery codes, shown only this once; those before are worth nothing any more.',
    input: proofBody,
    answer: 'RecoveryCodesView',
    refusals: ['security.google-missing', 'security.changed-meanwhile', ...PROOF],
  })
  renewRecoveryCodes(asked: Asked<typeof proofBody, 'real'>) {
    return this.google.renewCodes(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/setTradePassword',
    access: 'real',
    summary: 'Sets the first trade password; the session that sets it has shown it.',
    input: setTradePasswordBody,
    answer: 'null',
    refusals: ['security.trade-password-already-set', ...CHOOSING, ...PROOF],
  })
  setTradePassword(asked: Asked<typeof setTradePasswordBody, 'real'>) {
    return this.trade.set(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/changeTradePassword',
    access: 'real',
    summary: 'Changes the trade password by the old one.',
    input: changeTradePasswordBody,
    answer: 'null',
    refusals: [
      'security.trade-password-missing',
      'security.trade-password-wrong',
      'security.trade-password-unchanged',
      ...CHOOSING,
      ...PROOF,
    ],
  })
  changeTradePassword(asked: Asked<typeof changeTradePasswordBody, 'real'>) {
    return this.trade.change(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/resetTradePassword',
    access: 'real',
    summary: 'Sets a forgotten trade password anew, by the login password and a code to a bound contact.',
    input: resetTradePasswordBody,
    answer: 'null',
    refusals: ['security.trade-password-missing', 'account.contact-missing', 'code.wrong', ...CHOOSING, ...PROOF],
  })
  resetTradePassword(asked: Asked<typeof resetTradePasswordBody, 'real'>) {
    return this.trade.reset(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/unlockTrading',
    access: 'real',
    summary: 'Shows the trade password, once in a session, before its first order.',
    input: unlockTradingBody,
    answer: 'null',
    refusals: ['security.trade-password-missing', 'security.trade-password-wrong', 'account.locked'],
  })
  unlockTrading(asked: Asked<typeof unlockTradingBody, 'real'>) {
    return this.trade.unlock(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/setSecurityQuestions',
    access: 'real',
    summary: 'Sets the answers to the three security questions.',
    input: setQuestionsBody,
    answer: 'null',
    refusals: ['security.changed-meanwhile', ...PROOF],
  })
  setSecurityQuestions(asked: Asked<typeof setQuestionsBody, 'real'>) {
    return this.persons.setQuestions(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/changeName',
    access: 'real',
    summary: 'Changes the name that the account shows to its owner.',
    input: changeNameBody,
    answer: 'null',
    refusals: ['security.name-reserved', 'security.name-too-soon', ...PROOF],
  })
  changeName(asked: Asked<typeof changeNameBody, 'real'>) {
    return this.persons.changeName(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/openContactChange',
    access: 'real',
    summary: 'Proves who asks and that the old contact is his, or lost; answers a ticket for setting the new one.',
    input: openContactChangeBody,
    answer: 'ContactTicketView',
    refusals: ['code.required', 'code.wrong', 'security.questions-missing', 'security.answers-wrong', ...PROOF],
  })
  openContactChange(asked: Asked<typeof openContactChangeBody, 'real'>) {
    return this.contacts.open(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/changeContact',
    access: 'real',
    summary: 'Sets the new phone or e-mail, by the ticket and the code that was sent to it.',
    input: changeContactBody,
    answer: 'null',
    refusals: [
      'security.contact-proof-gone',
      'security.changed-meanwhile',
      'security.contact-unchanged',
      'account.email-invalid',
      'account.phone-invalid',
      'code.wrong',
      'account.locked',
      'request.unavailable',
    ],
  })
  changeContact(asked: Asked<typeof changeContactBody, 'real'>) {
    return this.contacts.change(asked);
  }
}
