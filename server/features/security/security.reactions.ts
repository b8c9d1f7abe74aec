import type { RecordedEvent } from '../../core/event.js';
import type { SessionEnds } from '../../core/ports/logins.js';
import type { SecondFactor } from '../../core/ports/second-factor.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type { AuthenticatorRemoved } from './recovery.events.js';
import type { AuthenticatorBound } from './security.events.js';

export function securityReactions(factors: SecondFactor, sessions: SessionEnds): readonly Reaction[] {
  const forget = async ({
    data,
    at,
  }: RecordedEvent<string, AuthenticatorBound | AuthenticatorRemoved>): Promise<Effects> => {
    await factors.forget(data.userId, at);
    return {};
  };
  return [
    {
      // The secret of an authenticator that was lost, and those of set-ups that led to nothing.
      name: 'when-authenticator-changed-forget-what-it-was',
      realms: ['real'],
      on: { AuthenticatorBound: forget, AuthenticatorRemoved: forget },
    },
    {
      // Every other session ends, as after every change of a factor.
      name: 'when-authenticator-removed-end-the-sessions',
      realms: ['real'],
      on: {
        AuthenticatorRemoved: async ({ data }: RecordedEvent<string, AuthenticatorRemoved>) => {
          await sessions.endAll(data.userId);
          return {};
        },
      },
    },
  ];
}
