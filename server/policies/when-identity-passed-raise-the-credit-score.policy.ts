import { planned } from '../core/command.js';
import { CountCreditCause } from '../features/credit/credit.commands.js';
import type { IdentityPassed } from '../features/identity/identity.events.js';
import type { Policy } from './policy.js';

/** Who is known to be real, and to live where he says, is likelier to pay back. Each level counts once. */
export const whenIdentityPassedRaiseTheCreditScore: Policy = {
  name: 'when-identity-passed-raise-the-credit-score',
  realms: ['real'],
  eventTypes: ['IdentityPassed'],
  react: (event, reads) => {
    const { userId, level } = event.data as IdentityPassed;
    const policy = reads.rules.inForce('credit.rules');
    return { commands: [planned(CountCreditCause, { userId, cause: level, ref: null, policy })] };
  },
};
