import type { RecordedEvent } from '../../core/event.js';
import type { SessionEnds } from '../../core/ports/logins.js';
import type { SecondFactor } from '../../core/ports/second-factor.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type { GoogleRemoved } from './recovery.events.js';
import type { GoogleBound } from './security.events.js';

export function securityReactions(factors: SecondFactor, sessions: SessionEnds): readonly Reaction[] {
  const forget = async ({ data, at }: RecordedEvent<string, GoogleBound | GoogleRemoved>): Promise<Effects> => {
    await factors.forget(data.userId, at);
    return {};
  };
  return [
    {
      // The secret of an authenticator that was lost, and those of set-ups that led to nothing.
      name: 'when-google-changed-forget-what-it-was',
      realms: ['real'],
      on: { GoogleBound: forget, GoogleRemoved: forget },
    },
    {
      // Whoever is still logged in must show that they know the password, as after every change of a factor.
      name: 'when-google-removed-end-the-sessions',
      realms: ['real'],
      on: {
        GoogleRemoved: async ({ data }: RecordedEvent<string, GoogleRemoved>) => {
          await sessions.endAll(data.userId);
          return {};
        },
      },
    },
  ];
}
