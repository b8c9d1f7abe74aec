import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import { isRefusal, Refused } from '../../core/refusal.js';
import type { Effects, Reaction, ReactionCommand } from '../../engine/reactions/reaction.js';
import type { BookKind } from '../venue/book.state.js';
import type { CancelAllOrders } from '../venue/order.commands.js';

/** Whose account is over or frozen: of a life that was renewed, the one before. */
interface Ended {
  readonly userId: string;
  readonly ownerId: string;
}
interface Renewed {
  readonly userId: string;
  readonly previousOwnerId: string;
}

type Event<Data> = RecordedEvent<string, Data>;

/**
 * An account that is over or frozen must not go on trading by orders that still rest in the books, nor a demo life by its positions. What
 * waits for a close and is past its cut-off stands: freezing and unfreezing is a matter of minutes, and would be a way to take it back.
 */
export function orderReactions(kinds: readonly BookKind[], orders: OpenOrders): readonly Reaction[] {
  const cancel = async (
    { realm }: RecordedEvent,
    { userId, ownerId }: Ended,
    reason: CancelAllOrders['reason'] = 'closed',
  ): Promise<Effects> => {
    const commands: ReactionCommand[] = [];
    for (const { product } of kinds) {
      const symbols = await orders.openSymbols(realm, ownerId, product.name);
      if (isRefusal(symbols)) throw new Refused(`open orders of ${ownerId}`, symbols);
      for (const symbol of symbols) {
        const cancelling = planned(product.commands.cancelAll, { symbol, userId, ownerId, reason });
        commands.push({ ...cancelling, part: symbol });
      }
    }
    return { commands };
  };
  /** One that fills would open a position, so orders go first. */
  const end = async (event: RecordedEvent, ended: Ended, reason?: CancelAllOrders['reason']): Promise<Effects> => {
    const { commands = [] } = await cancel(event, ended, reason);
    const closing = kinds.flatMap(({ product }) => {
      const command = product.lifeEnded?.(ended);
      return command === undefined ? [] : [{ ...command, part: product.name }];
    });
    return { commands: [...commands, ...closing] };
  };
  return [
    {
      name: 'when-demo-life-ends-cancel-its-orders',
      realms: ['demo'],
      on: {
        DemoExpired: (event: Event<Ended>) => end(event, event.data, 'expired'),
        DemoExited: (event: Event<Ended>) => end(event, event.data),
        DemoRegenerated: (event: Event<Renewed>) =>
          end(event, { userId: event.data.userId, ownerId: event.data.previousOwnerId }),
      },
    },
    {
      name: 'when-account-frozen-cancel-its-orders',
      realms: ['real'],
      on: { AccountFrozen: (event: Event<Ended>) => cancel(event, event.data) },
    },
    {
      // Open orders block erasure; an order placed at the same moment must not rest in the books for ever.
      name: 'when-account-erased-cancel-its-orders',
      realms: ['real'],
      on: { AccountErased: (event: Event<Ended>) => cancel(event, event.data) },
    },
  ];
}
