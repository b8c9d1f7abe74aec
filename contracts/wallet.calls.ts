import { commonOnly } from './envelope.contract.js';
import { ENTERING, OPENING } from './account.calls.js';
import { enteredView } from './account.contract.js';
import { defineCall } from './call.contract.js';
import {
  bindWalletBody,
  unbindWalletBody,
  walletChallengeQuery,
  walletChallengeView,
  walletLoginBody,
  walletView,
} from './wallet.contract.js';

export const getWalletChallenge = defineCall({
  method: 'GET',
  path: 'web/getWalletChallenge',
  access: 'public',
  summary: 'A message for a wallet to sign (EIP-4361): valid once, for ten minutes, for one host and one address.',
  input: walletChallengeQuery,
  output: walletChallengeView,
  refusals: ['wallet.domain-wrong', 'session.missing', 'demo.real-only'],
});

export const walletLogin = defineCall({
  method: 'POST',
  path: 'web/walletLogin',
  access: 'public',
  event: 'login',
  summary: 'Logs in by a signature over a challenge; an address without an account makes a new real account.',
  input: walletLoginBody,
  output: enteredView,
  refusals: ['wallet.challenge-gone', 'wallet.signature-wrong', 'wallet.unknown', ...OPENING, ...ENTERING],
});

export const getWallet = defineCall({
  method: 'GET',
  path: 'web/getWallet',
  access: 'real',
  summary: 'The wallet that is bound to the account, if any.',
  input: commonOnly,
  output: walletView,
});

export const bindWallet = defineCall({
  method: 'POST',
  path: 'web/bindWallet',
  access: 'real',
  summary: 'Makes a wallet a way into the account.',
  input: bindWalletBody,
  output: walletView,
  refusals: ['wallet.challenge-gone', 'wallet.signature-wrong', 'wallet.taken', 'wallet.bound-already'],
});

export const unbindWallet = defineCall({
  method: 'POST',
  path: 'web/unbindWallet',
  access: 'real',
  summary: 'Ends logging in by the wallet; refused while it is the only way in.',
  input: unbindWalletBody,
  output: walletView,
  refusals: ['wallet.only-way-in', 'wallet.not-bound'],
});
