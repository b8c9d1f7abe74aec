import { z } from 'zod';
import { commonOnly } from './envelope.contract.js';
import {
  codeSentView,
  deviceSessionView,
  endSessionBody,
  enteredView,
  figuresView,
  freezeByStaffBody,
  getCodeQuery,
  infoView,
  loginView,
  resetPasswordBody,
  sessionView,
  staffFreezeBody,
  tempLoginQuery,
  unfreezeAccountBody,
  updatePasswordBody,
  userLoginBody,
  userRegisterBody,
} from './account.contract.js';
import { defineCall } from './call.contract.js';

export const tempLogin = defineCall({
  method: 'GET',
  path: 'web/tempLogin',
  access: 'public',
  event: 'login',
  summary: 'Creates a demo account with play money and logs in to it, in one call.',
  input: tempLoginQuery,
  output: sessionView,
  refusals: ['account.already-logged-in', 'demo.too-many', 'request.token-reused'],
});

export const logout = defineCall({
  method: 'POST',
  path: 'web/logout',
  access: 'user',
  whenBarred: true,
  summary: 'Ends the session.',
  input: commonOnly,
  output: z.null(),
});

export const getInfo = defineCall({
  method: 'GET',
  path: 'web/info',
  access: 'user',
  summary: 'The session and its account, as the client keeps them, with the payment settings of the person.',
  input: commonOnly,
  output: infoView,
});

export const exitDemo = defineCall({
  method: 'POST',
  path: 'web/exitDemo',
  access: 'demo',
  repeats: 'command',
  whenBarred: true,
  summary: 'Leaves the demo account for good and ends its sessions.',
  input: commonOnly,
  output: z.null(),
  refusals: ['request.unavailable'],
});

export const regenerateDemo = defineCall({
  method: 'POST',
  path: 'web/regenerateDemo',
  access: 'demo',
  whenBarred: true,
  summary: 'Resets the demo account: new play money, new 30 days. Earlier records stay readable.',
  input: commonOnly,
  output: sessionView,
  refusals: ['demo.too-many', 'request.unavailable'],
});

export const getCode = defineCall({
  method: 'GET',
  path: 'web/getCode',
  access: 'public',
  summary: 'Sends a verification code. The answer is the same whether or not an account uses the address.',
  input: getCodeQuery,
  output: codeSentView,
  refusals: [
    'account.required',
    'account.email-invalid',
    'account.phone-invalid',
    'account.contact-missing',
    'code.too-many',
    'session.missing',
    'demo.real-only',
  ],
});

/** Of a new account, however its owner proved to be there. */
export const OPENING = [
  'account.country-unknown',
  'invitation.required',
  'invitation.unknown',
  'account.agreement-missing',
] as const;

export const userRegister = defineCall({
  method: 'POST',
  path: 'web/userRegister',
  access: 'public',
  event: 'register',
  summary: 'Opens a real account with a verified address, and logs in to it.',
  input: userRegisterBody,
  output: enteredView,
  refusals: [
    'account.required',
    'account.email-invalid',
    'account.phone-invalid',
    'account.country-required',
    'code.required',
    'account.password-length',
    'account.password-common',
    'account.passwords-differ',
    ...OPENING,
    'code.wrong',
    'account.locked',
  ],
});

/** Of whoever is known by then: a frozen account, too many tries, and the second factor. */
export const ENTERING = [
  'account.locked',
  'account.frozen',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'security.changed-meanwhile',
] as const;

export const userLogin = defineCall({
  method: 'POST',
  path: 'web/userLogin',
  access: 'public',
  event: 'login',
  summary: 'Logs in to a real account by e-mail address or phone number.',
  input: userLoginBody,
  output: enteredView,
  refusals: ['account.required', 'account.credentials-wrong', ...ENTERING],
});

export const resetPassword = defineCall({
  method: 'POST',
  path: 'web/resetPassword',
  access: 'public',
  summary: 'Sets a new login password by a code to a bound address, and ends all sessions.',
  input: resetPasswordBody,
  output: z.null(),
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
});

export const updatePassword = defineCall({
  method: 'POST',
  path: 'web/updatePassword',
  access: 'real',
  summary: 'Changes the login password and ends all other sessions.',
  input: updatePasswordBody,
  output: z.null(),
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
    'security.changed-meanwhile',
  ],
});

export const getSessions = defineCall({
  method: 'GET',
  path: 'web/getSessions',
  access: 'real',
  summary: 'Where one is logged in, the newest first.',
  input: commonOnly,
  output: z.array(deviceSessionView),
});

export const getLogins = defineCall({
  method: 'GET',
  path: 'web/getLogins',
  access: 'real',
  summary: 'Log-ins to one’s account and tries at it, of the last 90 days.',
  input: commonOnly,
  output: z.array(loginView),
});

export const endSession = defineCall({
  method: 'POST',
  path: 'web/endSession',
  access: 'real',
  repeats: 'transaction',
  whenBarred: true,
  summary: 'Ends one of one’s sessions; ending one that is over changes nothing.',
  input: endSessionBody,
  output: z.null(),
  refusals: ['session.unknown'],
});

export const endOtherSessions = defineCall({
  method: 'POST',
  path: 'web/endOtherSessions',
  access: 'real',
  repeats: 'transaction',
  whenBarred: true,
  summary: 'Ends all of one’s sessions but this one.',
  input: commonOnly,
  output: z.null(),
});

export const unfreezeAccount = defineCall({
  method: 'POST',
  path: 'web/unfreezeAccount',
  access: 'public',
  summary: 'Unfreezes one’s account by password, second factor and a code; what support froze, support unfreezes.',
  input: unfreezeAccountBody,
  output: z.null(),
  refusals: [
    'account.required',
    'code.required',
    'account.credentials-wrong',
    'account.locked',
    'account.frozen',
    'account.not-frozen',
    'security.google-required',
    'security.google-wrong',
    'security.google-used',
    'security.changed-meanwhile',
    'code.wrong',
    'request.unavailable',
  ],
});

export const freezeUser = defineCall({
  method: 'POST',
  path: 'staff/users/:id/freeze',
  access: 'staff:accounts',
  repeats: 'command',
  summary:
    'Freezes a real account, with a reason that is recorded, and says whether its owner may still log in to read.',
  input: freezeByStaffBody,
  output: z.null(),
  refusals: ['account.not-found', 'account.frozen', 'demo.real-only', 'request.unavailable'],
});

export const unfreezeUser = defineCall({
  method: 'POST',
  path: 'staff/users/:id/unfreeze',
  access: 'staff:accounts',
  repeats: 'command',
  summary: 'Unfreezes an account after checking who asks, with a reason that is recorded.',
  input: staffFreezeBody,
  output: z.null(),
  refusals: ['account.not-found', 'account.not-frozen', 'demo.real-only', 'request.unavailable'],
});

export const getFigures = defineCall({
  method: 'GET',
  path: 'web/getFigures',
  access: 'public',
  summary: 'Figures for the home page, counted from the system when asked.',
  input: commonOnly,
  output: figuresView,
});
