import type { InvitationShares } from '../../core/ports/invitation-fees.js';

/** Shares as the policy seeds them, and what the seeded fee tables leave for them. */
export const SHARES: InvitationShares = {
  policy: {
    name: 'invitation.rewards',
    version: 1,
    values: { level1: '0.2', level2: '0.1', level3: '0.05', level4: '0.02' },
  },
  most: '0.37',
};
