import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import type { DemoExited, DemoExpired, DemoRegenerated } from '../features/account/account.events.js';
import { CancelAllSpotOrders } from '../features/spot/spot.commands.js';
import type { Policy } from './policy.js';

/** A life that is over must not go on trading by orders that still rest in the books. */
export const whenDemoLifeEndsCancelItsOrders: Policy = {
  name: 'when-demo-life-ends-cancel-its-orders',
  realms: ['demo'],
  eventTypes: ['DemoExpired', 'DemoExited', 'DemoRegenerated'],
  react: async (event, reads) => {
    const { userId, ownerId } = endedLife(event);
    const symbols = await reads.openOrderSymbols(event.realm, ownerId, event.position);
    const reason = event.type === 'DemoExpired' ? 'expired' : 'closed';
    return {
      commands: symbols.map((symbol) => ({
        ...planned(CancelAllSpotOrders, { symbol, userId, ownerId, reason }),
        part: symbol,
      })),
    };
  },
};

function endedLife(event: RecordedEvent): { userId: string; ownerId: string } {
  if (event.type !== 'DemoRegenerated') return event.data as DemoExpired | DemoExited;
  const { userId, previousOwnerId } = event.data as DemoRegenerated;
  return { userId, ownerId: previousOwnerId };
}
