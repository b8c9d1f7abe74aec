import type { Instant } from '../../core/clock.js';
import { exp } from '../simulator/exact-math.js';
import type { MarketSource } from '../simulator/market-source.js';
import { FlowOffset, type SavedOffset } from './flow-offset.js';

/** An instrument that a price follows, and the power it has in it. */
export interface FollowedPart {
  readonly symbol: string;
  readonly power: number;
}

/**
 * What a price follows: an instrument itself, or the parts that it is a function of, down to those that are functions of none. A price
 * that is held in a band follows nobody's push.
 */
export function partsOf(
  symbol: string,
  specOf: (symbol: string) => ReturnType<MarketSource['spec']>,
): readonly FollowedPart[] {
  const { relation } = specOf(symbol);
  if (relation?.band !== undefined) return [];
  if (relation === undefined || relation.of.length === 0) return [{ symbol, power: 1 }];
  const powers = new Map<string, number>();
  for (const { base, power } of relation.of)
    for (const part of partsOf(`${base}USDT`, specOf))
      powers.set(part.symbol, (powers.get(part.symbol) ?? 0) + power * part.power);
  return [...powers].map(([part, power]) => ({ symbol: part, power }));
}

/** What users pushed, by instrument, in plain data. */
export type SavedPushes = readonly (readonly [symbol: string, offset: SavedOffset])[];
export const NONE_KNOWN: ReadonlyMap<string, number> = new Map();

/** What users of one realm pushed for good, by instrument. Where nobody did, it costs a look into a map. */
export class FlowOffsets {
  private readonly offsets = new Map<string, FlowOffset>();

  push(symbol: string, at: Instant, ppm: number): void {
    if (ppm !== 0) this.own(symbol).push(at, ppm);
  }

  get isEmpty(): boolean {
    return this.offsets.size === 0;
  }

  /** Of the parts that somebody pushed. `known` counts the landings of each that are where it goes. */
  saved(parts: readonly FollowedPart[], known: ReadonlyMap<string, number>): SavedPushes {
    return parts.flatMap(({ symbol }) => {
      const offset = this.offsets.get(symbol);
      return offset === undefined ? [] : [[symbol, offset.saved(known.get(symbol))] as const];
    });
  }

  /** `false` when it lacks some of before: see `FlowOffset.restore`. */
  restore(saved: SavedPushes): boolean {
    return saved.every(([symbol, offset]) => this.own(symbol).restore(offset));
  }

  private own(symbol: string): FlowOffset {
    let offset = this.offsets.get(symbol);
    if (offset === undefined) this.offsets.set(symbol, (offset = new FlowOffset()));
    return offset;
  }

  /** Of a price with these parts; `undefined` where nobody ever pushed one of them. */
  of(parts: readonly FollowedPart[]): MovedPrice | undefined {
    if (this.isEmpty) return undefined;
    const pushed = parts.flatMap(({ symbol, power }) => {
      const offset = this.offsets.get(symbol);
      return offset === undefined ? [] : [{ offset, power }];
    });
    return pushed.length === 0 ? undefined : new MovedPrice(pushed);
  }
}

/** How far one price is moved: log prices add, so the offsets of its parts do, each times its power. */
export class MovedPrice {
  constructor(private readonly pushed: readonly { readonly offset: FlowOffset; readonly power: number }[]) {}

  /** As a share of the price. */
  shareAt(at: Instant): number {
    const ppm = this.pushed.reduce((sum, { offset, power }) => sum + power * offset.at(at), 0);
    return ppm === 0 ? 0 : exp(ppm / 1_000_000) - 1;
  }

  get since(): Instant {
    return Math.min(...this.pushed.map(({ offset }) => offset.since ?? Infinity));
  }

  /** Grows with every push. */
  get changes(): number {
    return this.pushed.reduce((sum, { offset }) => sum + offset.changes, 0);
  }

  /** See `FlowOffset.landedBy`. */
  landedBy(at: Instant): number {
    return this.pushed.reduce((sum, { offset }) => sum + offset.landedBy(at), 0);
  }

  changedBefore(at: Instant): Instant {
    return Math.max(...this.pushed.map(({ offset }) => offset.changedBefore(at)));
  }

  changesAfter(at: Instant): Instant {
    return Math.min(...this.pushed.map(({ offset }) => offset.changesAfter(at)));
  }
}
