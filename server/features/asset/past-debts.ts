import { Injectable } from '@nestjs/common';
import type { Amount } from '../../../shared/money.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { EventStore } from '../../engine/history/event-store.js';

const EVENTS_MAX = 100_000;

/** What an account owed in the past, from the streams of all that lends. */
@Injectable()
export class PastDebts {
  constructor(
    private readonly store: EventStore,
    private readonly debts: OpenDebts,
  ) {}

  /** In USDT just before each instant; they are in order. */
  async before(ownerId: string, instants: readonly number[]): Promise<Amount[]> {
    const { store, debts } = this;
    const streams = debts.streamsOf(ownerId);
    const read = await Promise.all(
      streams.map((stream) => store.readStream('real', stream, 0, Number.MAX_SAFE_INTEGER, EVENTS_MAX)),
    );
    const events = new Map(streams.map((stream, n) => [stream, read[n] ?? []]));
    return debts.past(ownerId, instants, (stream) => events.get(stream) ?? []);
  }
}
