import type { EffectiveAction, PricedFact } from '../../../core/price-audit.js';

/** A fact of a contract, and since when users had had lots open before it. */
interface Ordered extends PricedFact {
  readonly openSince: number | null;
}

/**
 * A dividend or split of the share comes first on its day: what is judged or traded from the open of the ex-date on comes after its
 * parts, and nothing of before that open comes after them.
 */
export class ActionOrder {
  /** Those that were begun on each contract. */
  private readonly begun = new Map<string, readonly string[]>();

  begin(symbol: string, actionId: string): void {
    const begun = this.begunOn(symbol);
    if (!begun.includes(actionId)) this.begun.set(symbol, [...begun, actionId]);
  }

  /** The same fact, which the prices contradict also where an action has not its place before or after it. */
  before({ openSince, ...fact }: Ordered): PricedFact {
    const { symbol, reachedAt } = fact;
    const begun = this.begunOn(symbol);
    return {
      ...fact,
      expected: (prices) => misplaced(prices.actions, { begun, openSince, reachedAt }) ?? fact.expected(prices),
    };
  }

  private begunOn(symbol: string): readonly string[] {
    return this.begun.get(symbol) ?? [];
  }
}

interface Place extends Pick<Ordered, 'openSince' | 'reachedAt'> {
  readonly begun: readonly string[];
}

function misplaced(actions: readonly EffectiveAction[], { begun, openSince, reachedAt }: Place): string | undefined {
  for (const { actionId, kind, dueAt } of actions) {
    if (kind === 'delisting') continue;
    const isBegun = begun.includes(actionId);
    if (isBegun && reachedAt < dueAt) return `nothing of before ${actionId} once it is carried out`;
    const isOwed = openSince !== null && openSince < dueAt && reachedAt >= dueAt;
    if (!isBegun && isOwed) return `before it ${actionId}`;
  }
  return undefined;
}
