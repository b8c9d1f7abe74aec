import type { StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { AssignDepositAddress, OpenDepositAddress } from './deposit.commands.js';
import type { DepositAddressAssigned, DepositAddressOpened, DepositIndexTaken } from './deposit.events.js';

/** The next index of a network. Two persons never get the same one, because its writer gives them away one by one. */
export const depositIndexKind: StreamKind<{ next: number }> = {
  name: 'depositIndex',
  initial: () => ({ next: 0 }),
  evolve: (_, event) => ({ next: (event.data as DepositIndexTaken).index + 1 }),
  snapshot: { schema: 1, everyEvents: 1_000, save: (state) => state, load: (saved) => saved as { next: number } },
};

/** A person's index on each network. */
export const depositPersonKind: StreamKind<Readonly<Record<string, number>>> = {
  name: 'depositPerson',
  initial: () => ({}),
  evolve: (state, event) => {
    const { network, index } = event.data as DepositAddressAssigned;
    return { ...state, [network]: index };
  },
};

/** Whose an address is. */
export const depositAddressKind: StreamKind<{ readonly userId: string | null }> = {
  name: 'depositAddress',
  initial: () => ({ userId: null }),
  evolve: (_, event) => ({ userId: (event.data as DepositAddressOpened).userId }),
};

/** `address` is in its normal writing, so that one address is one stream. */
export function addressIdOf(network: string, address: string, tag: string | null): string {
  return `${network}:${address}:${tag ?? ''}`;
}

/** Both facts at once: the index is used up, and the person owns it. Nothing if they have an address. */
export function decideAssign(
  next: number,
  held: number | undefined,
  { userId, network }: AssignDepositAddress['data'],
): { events: NewEvent[]; index: number } {
  if (held !== undefined) return { events: [], index: held };
  const taken: DepositIndexTaken = { network, index: next };
  const assigned: DepositAddressAssigned = { userId, network, index: next };
  const events = [
    { stream: `depositIndex-${network}`, type: 'DepositIndexTaken', schema: 1, data: taken },
    { stream: `depositPerson-${userId}`, type: 'DepositAddressAssigned', schema: 1, data: assigned },
  ];
  return { events, index: next };
}

/** The address has the person from here on. Two persons with one address would be a broken key, and stop everything. */
export function decideOpen(owner: string | null, command: OpenDepositAddress['data']): NewEvent[] {
  const { userId, network, address, tag, addressId } = command;
  if (owner === userId) return [];
  if (owner !== null) throw new Error(`${addressId} belongs to somebody already`);
  const data: DepositAddressOpened = { network, address, tag, userId };
  return [{ stream: `depositAddress-${addressId}`, type: 'DepositAddressOpened', schema: 1, data }];
}
