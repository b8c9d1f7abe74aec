import type { GoogleRemoved } from '../features/security/recovery.events.js';
import type { Policy } from './policy.js';

/** Whoever is still logged in has to show that he knows the password, as after every change of a factor. */
export const whenGoogleRemovedEndTheSessions: Policy = {
  name: 'when-google-removed-end-the-sessions',
  realms: ['real'],
  eventTypes: ['GoogleRemoved'],
  react: (event) => ({ endSessionsOf: (event.data as GoogleRemoved).userId }),
};
