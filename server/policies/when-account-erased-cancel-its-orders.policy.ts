import type { AccountErased } from '../features/account/account.events.js';
import type { CancelAllSpotOrders } from '../features/spot/spot.commands.js';
import type { Policy } from './policy.js';

/** Nobody is erased who has open orders; one that was placed in the same moment must not rest in the books for ever. */
export const whenAccountErasedCancelItsOrders: Policy = {
  name: 'when-account-erased-cancel-its-orders',
  realms: ['real'],
  eventTypes: ['AccountErased'],
  react: async (event, reads) => {
    const { userId, ownerId } = event.data as AccountErased;
    const symbols = await reads.openOrderSymbols(event.realm, ownerId, event.position);
    return {
      commands: symbols.map((symbol) => {
        const data: CancelAllSpotOrders = { symbol, userId, ownerId, reason: 'closed' };
        return { type: 'CancelAllSpotOrders', data, part: symbol };
      }),
    };
  },
};
