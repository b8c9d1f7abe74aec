import type { AccountFrozen } from '../features/account/account.events.js';
import type { CancelAllSpotOrders } from '../features/spot/spot.commands.js';
import type { Policy } from './policy.js';

/** A frozen account must not go on trading by orders that still rest in the books. */
export const whenAccountFrozenCancelItsOrders: Policy = {
  name: 'when-account-frozen-cancel-its-orders',
  realms: ['real'],
  eventTypes: ['AccountFrozen'],
  react: async (event, reads) => {
    const { userId, ownerId } = event.data as AccountFrozen;
    const symbols = await reads.openOrderSymbols(event.realm, ownerId, event.position);
    return {
      commands: symbols.map((symbol) => {
        const data: CancelAllSpotOrders = { symbol, userId, ownerId, reason: 'closed' };
        return { type: 'CancelAllSpotOrders', data, part: symbol };
      }),
    };
  },
};
