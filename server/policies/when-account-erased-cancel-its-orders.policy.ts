import { planned } from '../core/command.js';
import type { AccountErased } from '../features/account/account.events.js';
import { CancelAllSpotOrders } from '../features/spot/spot.commands.js';
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
      commands: symbols.map((symbol) => ({
        ...planned(CancelAllSpotOrders, { symbol, userId, ownerId, reason: 'closed' }),
        part: symbol,
      })),
    };
  },
};
