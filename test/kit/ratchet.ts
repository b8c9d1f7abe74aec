import { readJson } from './sources.js';

/** What does not meet a limit yet, with its size: it may shrink, it must not grow, and nothing may join it. */
export const ratchet = readJson<{
  readonly files: Readonly<Record<string, number>>;
  readonly functions: Readonly<Record<string, number>>;
  readonly nouns: Readonly<Record<string, number>>;
  readonly rooms: Readonly<Record<string, number>>;
  readonly factories: Readonly<Record<string, number>>;
  readonly upward: readonly string[];
}>('test/architecture/ratchet.json');

/** One sentence for every size above its limit, and for every entry of the ratchet that is no longer needed. */
export function overLimit(
  sizes: Readonly<Record<string, number>>,
  limit: number,
  known: Readonly<Record<string, number>>,
  unit: string,
): string[] {
  const tooLarge = Object.entries(sizes)
    .filter(([name, size]) => size > Math.max(limit, known[name] ?? 0))
    .map(([name, size]) => `${name} has ${size} ${unit}; ${Math.max(limit, known[name] ?? 0)} are allowed`);
  const needless = Object.keys(known)
    .filter((name) => (sizes[name] ?? 0) <= limit)
    .map((name) => `${name} keeps the limit now: take it out of ratchet.json`);
  return [...tooLarge, ...needless];
}
