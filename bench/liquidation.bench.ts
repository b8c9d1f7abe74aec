import { amount } from '../shared/money.js';
import { LiquidationQueue } from '../server/features/contract/liquidation-queue.js';
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
