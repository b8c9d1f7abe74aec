import type { Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const accountKeys = {
  profile: ownKey('account', 'profile'),
  sessions: ownKey('account', 'sessions'),
  logins: ownKey('account', 'logins'),
  promotion: ownKey('account', 'promotion'),
  firstSteps: ownKey('account', 'first-steps'),
};

export const account = {
  name: 'account',
  keys: accountKeys,
  staleAfter: { assets: [accountKeys.firstSteps] },
} satisfies Feature;
