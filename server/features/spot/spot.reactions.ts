import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import { isRefusal, Refused } from '../../core/refusal.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type {
  AccountErased,
  AccountFrozen,
  DemoExited,
  DemoExpired,
  DemoRegenerated,
} from '../account/account.events.js';
import type { CancelAllOrders } from '../../trading/venue/order.commands.js';
import { spotCommands } from './spot.commands.js';

type Event<Data> = RecordedEvent<string, Data>;

/**
 * An account that is over or frozen must not go on trading by orders that still rest in the books. What waits for a close and is past
 * its cut-off stands: freezing and unfreezing is a matter of minutes, and would be a way to take it back.
 */
export function spotReactions(orders: OpenOrders): readonly Reaction[] {
  const cancel = async (
    { realm }: RecordedEvent,
    { userId, ownerId }: { readonly userId: string; readonly ownerId: string },
    reason: CancelAllOrders['reason'] = 'closed',
  ): Promise<Effects> => {
    const symbols = await orders.openSymbols(realm, ownerId);
    if (isRefusal(symbols)) throw new Refused(`open orders of ${ownerId}`, symbols);
    return {
      commands: symbols.map((symbol) => ({
        ...planned(spotCommands.cancelAll, { symbol, userId, ownerId, reason }),
        part: symbol,
      })),
    };
  };
  return [
    {
      name: 'when-demo-life-ends-cancel-its-orders',
      realms: ['demo'],
      on: {
        DemoExpired: (event: Event<DemoExpired>) => cancel(event, event.data, 'expired'),
        DemoExited: (event: Event<DemoExited>) => cancel(event, event.data),
        DemoRegenerated: (event: Event<DemoRegenerated>) =>
          cancel(event, { userId: event.data.userId, ownerId: event.data.previousOwnerId }),
      },
    },
    {
      name: 'when-account-frozen-cancel-its-orders',
      realms: ['real'],
      on: { AccountFrozen: (event: Event<AccountFrozen>) => cancel(event, event.data) },
    },
    {
      // Open orders block erasure; an order placed at the same moment must not rest in the books for ever.
      name: 'when-account-erased-cancel-its-orders',
      realms: ['real'],
      on: { AccountErased: (event: Event<AccountErased>) => cancel(event, event.data) },
    },
  ];
}
