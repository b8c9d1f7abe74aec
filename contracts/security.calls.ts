import { z } from 'zod';
import { commonOnly } from './envelope.contract.js';
import { defineCall } from './call.contract.js';
import { uploadedImageView } from './personal.contract.js';
import type { RefusalCode } from './refusal.contract.js';
import {
  bindGoogleBody,
  changeContactBody,
  changeNameBody,
  changeTradePasswordBody,
  contactTicketView,
  googleSetupView,
  openContactChangeBody,
  openRecoveryBody,
  proofBody,
  recoveryCodesView,
  recoveryPhotoQuery,
  recoveryTicketView,
  requestRecoveryBody,
  resetTradePasswordBody,
  securityView,
  setQuestionsBody,
  setTradePasswordBody,
  stopRecoveryBody,
  tradePasswordView,
  unlockTradingBody,
} from './security.contract.js';

export const freezeAccount = defineCall({
  method: 'POST',
  path: 'web/freezeAccount',
  access: 'real',
  summary: 'Freezes one’s account: every session ends, open orders are cancelled, nobody logs in, trades or withdraws.',
  input: proofBody,
  output: z.null(),
  refusals: [
    'security.password-missing',
    'security.password-wrong',
    'security.google-required',
    'security.google-wrong',
    'security.google-used',
    'security.changed-meanwhile',
    'account.locked',
    'request.unavailable',
  ],
});

export const openRecovery = defineCall({
  method: 'POST',
  path: 'web/openRecovery',
  access: 'public',
  summary: 'Lost phone and recovery codes: password and a code to one’s own address answer a ticket for the request.',
  input: openRecoveryBody,
  output: recoveryTicketView,
  refusals: [
    'account.required',
    'code.required',
    'account.credentials-wrong',
    'account.locked',
    'code.wrong',
    'security.google-missing',
    'security.recovery-open',
  ],
});

export const uploadRecoveryPhoto = defineCall({
  method: 'POST',
  path: 'web/uploadRecoveryPhoto',
  access: 'public',
  summary: 'The new photo of a verified person, by the ticket; only the reviewers who hold the request see it.',
  input: recoveryPhotoQuery,
  upload: true,
  output: uploadedImageView,
  refusals: [
    'security.recovery-gone',
    'image.missing',
    'image.too-large',
    'image.type-wrong',
    'image.broken',
    'image.too-many-pixels',
    'image.too-small',
    'image.too-many',
  ],
});

export const requestRecovery = defineCall({
  method: 'POST',
  path: 'web/requestRecovery',
  access: 'public',
  summary: 'Asks staff to take Google verification off. A notice goes to every address, with a code that stops it.',
  input: requestRecoveryBody,
  output: z.null(),
  refusals: [
    'security.recovery-gone',
    'security.recovery-photo-missing',
    'security.recovery-open',
    'security.google-missing',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
  ],
});

export const stopRecovery = defineCall({
  method: 'POST',
  path: 'web/stopRecovery',
  access: 'public',
  summary: 'Stops such a request by the code of its notice, without a log-in.',
  input: stopRecoveryBody,
  output: z.null(),
  refusals: ['account.required', 'code.required', 'code.wrong'],
});

export const cancelRecovery = defineCall({
  method: 'POST',
  path: 'web/cancelRecovery',
  access: 'real',
  repeats: 'command',
  summary: 'Stops such a request from any session of the person.',
  input: commonOnly,
  output: z.null(),
});

export const getSecurity = defineCall({
  method: 'GET',
  path: 'web/getSecurity',
  access: 'real',
  summary: 'What is set up to protect the account, and its security score item by item.',
  input: commonOnly,
  output: securityView,
});

export const hasTpassword = defineCall({
  method: 'GET',
  path: 'web/hasTpassword',
  access: 'user',
  summary: 'Whether a trade password is set, and whether this session has shown it.',
  input: commonOnly,
  output: tradePasswordView,
});

/** What every proof may be refused by. */
const PROOF: RefusalCode[] = [
  'security.password-missing',
  'security.password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'security.changed-meanwhile',
  'account.locked',
  'request.unavailable',
];

export const setUpGoogle = defineCall({
  method: 'POST',
  path: 'web/setUpGoogle',
  access: 'real',
  summary: 'A new secret for an authenticator, to be scanned; it counts once web/bindGoogle has seen a code of it.',
  input: proofBody,
  output: googleSetupView,
  refusals: ['security.google-already-bound', ...PROOF],
});

export const bindGoogle = defineCall({
  method: 'POST',
  path: 'web/bindGoogle',
  access: 'real',
  summary: 'Binds the authenticator by a test code, and answers recovery codes that are shown only this once.',
  input: bindGoogleBody,
  output: recoveryCodesView,
  refusals: ['security.google-already-bound', 'security.google-setup-gone', ...PROOF],
});

export const unbindGoogle = defineCall({
  method: 'POST',
  path: 'web/unbindGoogle',
  access: 'real',
  summary: 'Unbinds the authenticator; a recovery code serves as its code.',
  input: proofBody,
  output: z.null(),
  refusals: ['security.google-missing', ...PROOF],
});

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: 'web/renewRecoveryCodes',
  access: 'real',
  summary: 'New recovery codes, shown only this once; those before are worth nothing any more.',
  input: proofBody,
  output: recoveryCodesView,
  refusals: ['security.google-missing', ...PROOF],
});

const CHOOSING: RefusalCode[] = ['security.trade-password-digits', 'security.trade-password-weak'];

export const setTradePassword = defineCall({
  method: 'POST',
  path: 'web/setTradePassword',
  access: 'real',
  summary: 'Sets the first trade password; the session that sets it has shown it.',
  input: setTradePasswordBody,
  output: z.null(),
  refusals: ['security.trade-password-already-set', ...CHOOSING, ...PROOF],
});

export const changeTradePassword = defineCall({
  method: 'POST',
  path: 'web/changeTradePassword',
  access: 'real',
  summary: 'Changes the trade password by the old one.',
  input: changeTradePasswordBody,
  output: z.null(),
  refusals: [
    'security.trade-password-missing',
    'security.trade-password-wrong',
    'security.trade-password-unchanged',
    ...CHOOSING,
    ...PROOF,
  ],
});

export const resetTradePassword = defineCall({
  method: 'POST',
  path: 'web/resetTradePassword',
  access: 'real',
  summary: 'Resets a forgotten trade password, by the login password and a code to a bound contact.',
  input: resetTradePasswordBody,
  output: z.null(),
  refusals: ['security.trade-password-missing', 'account.contact-missing', 'code.wrong', ...CHOOSING, ...PROOF],
});

export const unlockTrading = defineCall({
  method: 'POST',
  path: 'web/unlockTrading',
  access: 'real',
  summary: 'Shows the trade password, once in a session, before its first order.',
  input: unlockTradingBody,
  output: z.null(),
  refusals: ['security.trade-password-missing', 'security.trade-password-wrong', 'account.locked'],
});

export const setSecurityQuestions = defineCall({
  method: 'POST',
  path: 'web/setSecurityQuestions',
  access: 'real',
  summary: 'Sets the answers to the three security questions.',
  input: setQuestionsBody,
  output: z.null(),
  refusals: PROOF,
});

export const changeName = defineCall({
  method: 'POST',
  path: 'web/changeName',
  access: 'real',
  repeats: 'command',
  summary: 'Changes the name that the account shows to its owner.',
  input: changeNameBody,
  output: z.null(),
  refusals: ['security.name-reserved', 'security.name-too-soon', ...PROOF],
});

export const openContactChange = defineCall({
  method: 'POST',
  path: 'web/openContactChange',
  access: 'real',
  summary: 'Proves the caller and the old contact, or its loss; answers a ticket for setting the new one.',
  input: openContactChangeBody,
  output: contactTicketView,
  refusals: ['code.required', 'code.wrong', 'security.questions-missing', 'security.answers-wrong', ...PROOF],
});

export const changeContact = defineCall({
  method: 'POST',
  path: 'web/changeContact',
  access: 'real',
  summary: 'Sets the new phone or e-mail, by the ticket and the code that was sent to it.',
  input: changeContactBody,
  output: z.null(),
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
});
