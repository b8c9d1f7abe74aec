import type { SellerChangedView } from '../../../contracts/c2c.seller.contract.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { AddSeller, ChangeSeller, SwitchSeller } from './seller.commands.js';
import {
  decideAddSeller,
  decideChangeSeller,
  decideSwitchSeller,
  sellerKind,
  type SellerState,
} from './seller.decider.js';
import type { SellerSwitched } from './seller.events.js';

/** Sellers live in the realm of the orders, so that a match sees whether the account is still switched on. */
export const sellerHandlers: AnyCommandHandler[] = [
  handler(AddSeller, decideAddSeller),
  handler(ChangeSeller, decideChangeSeller),
  handler(SwitchSeller, decideSwitchSeller),
];

function handler<Data extends { readonly sellerId: string }>(
  command: CommandClass<Data, SellerChangedView>,
  decide: (state: SellerState, data: Data) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: ({ sellerId }) => ({ streams: [[sellerKind, sellerId]] }),
    decide: (view, data) => {
      const { sellerId } = data;
      const before = view.state(sellerKind, sellerId);
      const events = decide(before, data);
      if (isRefusal(events)) return events;
      // The state as these events leave it; they name nothing that only their place in the history says.
      const [event] = events;
      const version = before.status === 'none' ? 1 : before.versions.length + (event?.type === 'SellerChanged' ? 1 : 0);
      const wasEnabled = before.status === 'none' || before.enabled;
      const enabled = event?.type === 'SellerSwitched' ? (event.data as SellerSwitched).enabled : wasEnabled;
      return { events, answer: { sellerId, version, enabled } };
    },
  });
}
