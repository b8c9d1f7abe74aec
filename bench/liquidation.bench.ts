import { amount, ONE, ZERO } from '../shared/money.js';
import { DeleveragingRanks } from '../server/features/contract/liquidation/deleveraging-ranks.js';
import { ranked } from '../server/features/contract/liquidation/liquidation.rules.js';
import type { OpenPosition } from '../shared/margin.js';
import { LiquidationQueue } from '../server/features/contract/liquidation/liquidation-queue.js';
import { PositionWatch } from '../server/features/contract/liquidation/position-watch.js';
import { BINANCE } from '../shared/margin.testkit.js';
import { cpuSeconds, median, row, type BenchRow } from './kit.js';

const POSITIONS = 100_000;
const HITS = 10_000;
const ROUNDS = 5;
const CENT = amount('0.01');

/** How fast the positions are found that a mark price liquidates, beside a look at each of them. */
export async function bench(): Promise<BenchRow[]> {
  const prices = Array.from({ length: POSITIONS }, (_, n) => BigInt((n * 7_919) % POSITIONS) * CENT);
  const queue = new LiquidationQueue('long');
  const plain = new Map<string, bigint>();
  prices.forEach((price, n) => {
    queue.set(`p-${n}`, price);
    plain.set(`p-${n}`, price);
  });
  const above = BigInt(POSITIONS) * CENT;
  const crash = BigInt(POSITIONS - HITS) * CENT;
  const scan = (mark: bigint): string[] => {
    const found: string[] = [];
    for (const [id, price] of plain) if (mark <= price) found.push(id);
    return found;
  };
  if (queue.reachedBy(crash).length !== HITS || scan(crash).length !== HITS) throw new Error('both must find the same');
  const moved = (n: number): bigint => prices[(n * 31) % POSITIONS] as bigint;
  return [
    row({
      name: `mark price that reaches none of ${POSITIONS} positions`,
      ours: micros(3_000_000, () => queue.reachedBy(above)),
      peer: micros(200, () => scan(above)),
      unit: 'µs',
      atMost: 0.01,
      note: 'CPU; peer: a look at every position',
    }),
    row({
      name: `mark price that reaches ${HITS} of them`,
      ours: micros(50, () => queue.reachedBy(crash)),
      peer: micros(200, () => scan(crash)),
      unit: 'µs',
      atMost: 10,
      note: 'CPU; ours are in the order of their liquidation, those of the peer in none',
    }),
    row({
      name: 'position that changes its liquidation price',
      ours: micros(500_000, (n) => queue.set(`p-${n % POSITIONS}`, moved(n))),
      peer: micros(500_000, (n) => plain.set(`p-${n % POSITIONS}`, moved(n))),
      unit: 'µs',
      atMost: 20,
      note: 'CPU; peer: a write into a map without order',
    }),
    row({
      name: `the same right after a funding of all ${POSITIONS} was charged`,
      ours: micros(100_000, chargedTick()),
      peer: 1_000,
      unit: 'µs',
      atMost: 1,
      note: 'CPU of a mark that reaches none, before anybody has paid; peer: the limit',
    }),
    ...rankRows(),
  ];
}

/** Longs of one unit at 10,000 with 1,000 and more of margin, of which a unit owes 1: none is liquidated above 9,045. */
function chargedTick(): () => void {
  const terms = { brackets: BINANCE, takerRate: amount('0.0005'), warningAt: amount('0.8'), raised: null };
  const watch = new PositionWatch(amount('0.001'), terms, ZERO);
  const none = { number: 1, fundingIndex: ZERO, fees: ZERO, funding: ZERO, unpaid: ZERO, realised: ZERO };
  for (let n = 0; n < POSITIONS; n += 1) {
    const holding = {
      side: 'long',
      lots: 1_000,
      entryNotional: amount('10000'),
      margin: amount('1000'),
      ...none,
    } as const;
    watch.set(`p-${n}`, 'long', { ...holding, margin: holding.margin + BigInt(n) * CENT });
  }
  watch.charged(amount('1'));
  const mark = amount('9700');
  return () => {
    for (const _ of watch.catchUp('long', mark)) throw new Error('nobody is near');
    if (watch.liquidatedAt('long', mark).length > 0) throw new Error('nobody is reached');
  };
}

/** Where a position stands in the queue of deleveraging, beside an order of all of them. */
function rankRows(): BenchRow[] {
  const open = new Map<string, OpenPosition>();
  const ranks = new DeleveragingRanks('long');
  for (let n = 0; n < POSITIONS; n += 1) {
    const quantity = BigInt(1 + ((n * 31) % 997)) * amount('0.001');
    const entryNotional = (quantity * (amount('9000') + BigInt((n * 7_919) % POSITIONS) * CENT)) / ONE;
    const margin = entryNotional / BigInt(1 + (n % 50));
    const position: OpenPosition = { side: 'long', quantity, entryNotional, margin, fundingOwed: ZERO };
    open.set(`p-${n}`, position);
    ranks.set(`p-${n}`, position, ZERO);
  }
  const mark = amount('9700');
  const positionOf = (id: string) => open.get(id);
  const all = [...open].map(([owner, position]) => ({ owner, lots: 1, position }));
  const order = () => ranked(all, mark);
  order().forEach(({ owner }, at) => {
    if (ranks.of(owner, { mark, index: ZERO, at: 0, positionOf })?.place !== at + 1)
      throw new Error('both must find the same order');
  });
  const whole = micros(1, order);
  return [
    row({
      name: `rank of deleveraging among ${POSITIONS} positions`,
      ours: micros(200_000, (n) => ranks.of(`p-${n % POSITIONS}`, { mark, index: ZERO, at: 0, positionOf })),
      peer: whole,
      unit: 'µs',
      atMost: 0.01,
      note: 'CPU; peer: all of them put in order',
    }),
    row({
      name: 'order of their ranks, once a second while somebody looks',
      ours: micros(10, (n) => ranks.of('p-0', { mark, index: ZERO, at: n * 1_000, positionOf })),
      peer: whole,
      unit: 'µs',
      atMost: 0.25,
      note: 'CPU; peer: all of them put in order exactly',
    }),
  ];
}

/** Of one time, in the middle of the rounds: the clock of a thread is coarse, so each round repeats the work. */
function micros(times: number, work: (n: number) => unknown): number {
  const round = (): number =>
    cpuSeconds(() => {
      for (let n = 0; n < times; n += 1) work(n);
    });
  return (median(Array.from({ length: ROUNDS }, round)) * 1e6) / times;
}
