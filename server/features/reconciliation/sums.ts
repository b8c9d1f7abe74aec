import type { Amount } from '../../../shared/money.js';

/** Sums by asset that begin at nothing. */
export class Sums {
  private readonly sums = new Map<string, Amount>();

  add(asset: string, value: Amount): void {
    this.sums.set(asset, this.of(asset) + value);
  }

  of(asset: string): Amount {
    return this.sums.get(asset) ?? 0n;
  }

  assets(): string[] {
    return [...this.sums.keys()];
  }
}
