import type { GoogleRemoved } from '../features/security/recovery.events.js';
import type { GoogleBound } from '../features/security/security.events.js';
import type { Policy } from './policy.js';

/** The secret of an authenticator that was lost, and those of set-ups that led to nothing. */
export const whenGoogleChangedForgetWhatItWas: Policy = {
  name: 'when-google-changed-forget-what-it-was',
  realms: ['real'],
  eventTypes: ['GoogleBound', 'GoogleRemoved'],
  react: (event) => ({ forgetFactorsOf: (event.data as GoogleBound | GoogleRemoved).userId }),
};
