import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SimulatedChain } from '../../core/ports/chain.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { addressIdOf, depositAddressKind } from './address.decider.js';
import { depositKind, type DepositState } from './deposit.decider.js';
import { canonicalHash } from './deposit.rules.js';

/** Names the stream of a hash on a network: the same transfer is the same stream, for every sender and repeat. */
export function keyOf(network: string, hash: string): string {
  const text = `${network}:${canonicalHash(hash) ?? hash}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Durable deposits and owners of addresses. Few events each: they are folded on each read. */
@Injectable()
export class DepositReader {
  constructor(
    private readonly store: EventStore,
    private readonly chain: SimulatedChain,
  ) {}

  async state(key: string): Promise<DepositState> {
    return (await loadStream(this.store, 'real', depositKind, key)).state;
  }

  addressId(network: string, address: string, tag: string | null): string {
    return addressIdOf(network, this.chain.normalAddress(network, address), tag);
  }

  async owner(addressId: string): Promise<string | null> {
    return (await loadStream(this.store, 'real', depositAddressKind, addressId)).state.userId;
  }
}
