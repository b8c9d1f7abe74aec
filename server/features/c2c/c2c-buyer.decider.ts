import type { StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { C2cBuyerEvent, C2cBuyerFacts } from './c2c.events.js';

/** The open orders of a person: counted by their own stream, so that no two tabs pass the limit together. */
interface C2cBuyer {
  readonly open: readonly string[];
}

export const c2cBuyerKind: StreamKind<C2cBuyer> = {
  name: 'c2cbuyer',
  initial: () => ({ open: [] }),
  evolve: (state, event) => {
    const { type, data } = event as C2cBuyerEvent;
    const others = state.open.filter((id) => id !== data.orderId);
    return { open: type === 'C2cPlaceTaken' ? [...others, data.orderId] : others };
  },
};

/** What an order's events mean for its person's places. */
export function placeEvents(state: C2cBuyer, userId: string, orderId: string, isOpen: boolean): NewEvent[] {
  if (state.open.includes(orderId) === isOpen) return [];
  const type: keyof C2cBuyerFacts = isOpen ? 'C2cPlaceTaken' : 'C2cPlaceFreed';
  return [{ stream: `c2cbuyer-${userId}`, type, schema: 1, data: { userId, orderId } }];
}
