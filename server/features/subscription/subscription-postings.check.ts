import { written } from '../../core/audit-figures.js';
import type { Posting } from '../../core/event.js';

/** So much of an asset goes from one account to another. */
export type Move = readonly [from: string, to: string, asset: string, sum: bigint];

/** Where the postings of an event are others than these moves; `undefined` where they are the same, in whatever order. */
export function otherThan(postings: readonly Posting[], moves: readonly Move[]): string | undefined {
  const [found, wanted] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const add = (sums: Map<string, bigint>, key: string, sum: bigint) => sums.set(key, (sums.get(key) ?? 0n) + sum);
  for (const { account, asset, amount } of postings) add(found, `${account} ${asset}`, amount);
  for (const [from, to, asset, sum] of moves) {
    add(wanted, `${from} ${asset}`, -sum);
    add(wanted, `${to} ${asset}`, sum);
  }
  const wrong = [...new Set([...found.keys(), ...wanted.keys()])].flatMap((key) => {
    const [is, must] = [found.get(key) ?? 0n, wanted.get(key) ?? 0n];
    return is === must ? [] : [`${key} gets ${written(is)}, not ${written(must)}`];
  });
  return wrong.length === 0 ? undefined : wrong.join('; ');
}
