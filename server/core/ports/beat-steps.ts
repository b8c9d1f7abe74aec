import type { TradingRealm } from '../../../contracts/realm.contract.js';

/** What is done at a beat of a book before the market reaches its orders, in this order. */
export const BEAT_STEPS = ['funding', 'delivery', 'gap-orders', 'liquidation'] as const;
export type BeatStepName = (typeof BEAT_STEPS)[number];

export interface BeatStep {
  /** Whether a book has beats for it, orders or not. */
  hasWork(realm: TradingRealm, symbol: string): boolean;
  /** All of it at this beat, by commands. Answers false when it could not be done: the beat is decided later, with all after it. */
  run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean>;
}

/** The steps of all products. Each noun registers its own. */
export class BeatSteps {
  private readonly steps = new Map<BeatStepName, BeatStep>();

  register(name: BeatStepName, step: BeatStep): void {
    this.steps.set(name, step);
  }

  hasWork(realm: TradingRealm, symbol: string): boolean {
    return [...this.steps.values()].some((step) => step.hasWork(realm, symbol));
  }

  async run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean> {
    for (const name of BEAT_STEPS) {
      const step = this.steps.get(name);
      if (step?.hasWork(realm, symbol) && !(await step.run(realm, symbol, beat))) return false;
    }
    return true;
  }
}
