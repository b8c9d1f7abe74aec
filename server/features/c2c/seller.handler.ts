import type { SellerChangedView } from '../../../contracts/seller.contract.js';
import type { CommandHandler } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { known } from './c2c.handler.js';
import {
  decideAddSeller,
  decideChangeSeller,
  decideSwitchSeller,
  sellerKind,
  type SellerState,
} from './seller.decider.js';
import type { SellerAdded, SellerSwitched } from './seller.events.js';

/** Sellers live in the realm of the orders, so that a match sees whether the account is still switched on. */
export const sellerHandlers = [
  handler<SellerAdded>('AddSeller', decideAddSeller),
  handler<SellerAdded & { baseVersion: number }>('ChangeSeller', decideChangeSeller),
  handler<SellerSwitched>('SwitchSeller', decideSwitchSeller),
] as unknown as CommandHandler<never, unknown>[];

function handler<Wish extends { readonly sellerId: string }>(
  type: string,
  decide: (state: SellerState, wish: Wish) => NewEvent[] | Refusal,
): CommandHandler<Wish, SellerChangedView> {
  return {
    type,
    realms: ['real'],
    touches: ({ sellerId }) => ({ streams: [known(sellerKind, sellerId)] }),
    decide: (view, wish) => {
      const { sellerId } = wish;
      const before = view.state(sellerKind, sellerId);
      const events = decide(before, wish);
      if (isRefusal(events)) return events;
      // The state as these events leave it; they name nothing that only their place in the history says.
      const [event] = events;
      const version = before.status === 'none' ? 1 : before.versions.length + (event?.type === 'SellerChanged' ? 1 : 0);
      const wasEnabled = before.status === 'none' || before.enabled;
      const enabled = event?.type === 'SellerSwitched' ? (event.data as SellerSwitched).enabled : wasEnabled;
      return { events, answer: { sellerId, version, enabled } };
    },
  };
}
