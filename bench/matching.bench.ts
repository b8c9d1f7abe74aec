/** The matching core against nodejs-order-book: the same million operations, and in the end the same book. */

import { createRequire } from 'node:module';
import { createBook, depth, execute, type Book } from '../server/trading/matching/book.js';
import { cpuSeconds, median, row, type Bench, type BenchRow } from './kit.js';
import { commandOf, makeOperations, type Operation } from './matching.workload.js';

const OPERATIONS = 1_000_000;
const WARM_UP = 100_000;
const CHUNK = 500;
const ROUNDS = 5;

interface PeerBook {
  limit(order: { side: string; id: string; size: number; price: number }): unknown;
  market(order: { side: string; size: number }): unknown;
  cancel(id: string): unknown;
  depth(): [[number, number][], [number, number][]];
}
const { OrderBook } = createRequire(import.meta.url)('nodejs-order-book') as { OrderBook: new () => PeerBook };

/** Inputs are prepared in small chunks outside the clock, so that both books get them as fresh as from the wire. */
function timeOurs(operations: readonly Operation[]): { took: number; book: Book; events: number } {
  const book = createBook();
  let took = 0;
  let events = 0;
  for (let from = 0; from < operations.length; from += CHUNK) {
    const commands = operations.slice(from, from + CHUNK).map(commandOf);
    took += cpuSeconds(() => {
      for (const command of commands) {
        const answer = execute(book, command);
        if (Array.isArray(answer)) events += answer.length;
      }
    });
  }
  return { took, book, events };
}

function timePeer(operations: readonly Operation[]): { took: number; book: PeerBook } {
  const book = new OrderBook();
  let took = 0;
  for (let from = 0; from < operations.length; from += CHUNK) {
    const calls = operations.slice(from, from + CHUNK).map((operation) => {
      const side = operation.buy ? 'buy' : 'sell';
      const { kind, id } = operation;
      const price = kind === 'limit' ? operation.price : 0;
      return { kind, id, order: { side, id, size: kind === 'cancel' ? 0 : operation.lots, price } };
    });
    took += cpuSeconds(() => {
      for (const { kind, id, order } of calls) {
        if (kind === 'limit') book.limit(order);
        else if (kind === 'cancel') book.cancel(id);
        else book.market(order);
      }
    });
  }
  return { took, book };
}

/** A comparison of books that ended differently would compare nothing. */
function checkSameBook(ours: Book, peer: PeerBook): void {
  const { bids, asks } = depth(ours, 100_000);
  const [peerAsks, peerBids] = peer.depth();
  const sorted = (levels: readonly (readonly [number, number])[]): string =>
    JSON.stringify([...levels].sort((one, other) => one[0] - other[0]));
  if (sorted(bids) !== sorted(peerBids) || sorted(asks) !== sorted(peerAsks)) {
    throw new Error('the two books ended with different depths');
  }
}

async function compare(name: string, operationsPerStep: number): Promise<Omit<BenchRow, 'ratio'>> {
  const operations = makeOperations(OPERATIONS, 1, operationsPerStep);
  const warmUp = operations.slice(0, WARM_UP);
  timeOurs(warmUp);
  timePeer(warmUp);
  const ours: number[] = [];
  const peer: number[] = [];
  let note = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    globalThis.gc?.();
    const mine = timeOurs(operations);
    globalThis.gc?.();
    const theirs = timePeer(operations);
    checkSameBook(mine.book, theirs.book);
    ours.push(OPERATIONS / mine.took);
    peer.push(OPERATIONS / theirs.took);
    const [events, rest] = [mine.events, mine.book.orders.size].map((count) => count.toLocaleString('en-US'));
    note = `${events} events; ${rest} orders rest in the end; median of ${ROUNDS} rounds`;
  }
  return { name, ours: median(ours), peer: median(peer), unit: 'operations/s of a core', note };
}

export const bench: Bench = async () => [
  row({
    ...(await compare('matching core, 55% limit, 40% cancel, 5% market, 1M operations', 200)),
    atLeast: 8,
    aim: 15,
  }),
  row(await compare('the same in a shallow book that the price sweeps', 1)),
];
