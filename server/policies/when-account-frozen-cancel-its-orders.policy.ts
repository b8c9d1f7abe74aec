import { planned } from '../core/command.js';
import type { AccountFrozen } from '../features/account/account.events.js';
import { CancelAllSpotOrders } from '../features/spot/spot.commands.js';
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
      commands: symbols.map((symbol) => ({
        ...planned(CancelAllSpotOrders, { symbol, userId, ownerId, reason: 'closed' }),
        part: symbol,
      })),
    };
  },
};
