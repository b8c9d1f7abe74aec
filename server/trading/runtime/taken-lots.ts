import type { PublicTradeView } from '../../../contracts/market.contract.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { beatOf } from '../../market/book-market.js';

/** What agents took of a user's resting order in a beat. */
export interface Taken {
  /** The side of the agent. */
  readonly side: 'buy' | 'sell';
  readonly quantity: Amount;
}

/**
 * Prints of whole beats without the lots that agents took of resting orders: first of prints on the agent's side, then of any, as quotes
 * that crossed an order have no side on the tape. A print of which nothing is left is gone.
 */
export function withoutTaken(
  prints: readonly PublicTradeView[],
  taken: ReadonlyMap<number, readonly Taken[]>,
): PublicTradeView[] {
  const left: PublicTradeView[] = [];
  // A beat has the tape of the quarter of a second before it.
  for (const [beat, ofBeat] of Map.groupBy(prints, ({ at }) => beatOf(at) + 1)) {
    const there = taken.get(beat);
    left.push(...(there === undefined ? ofBeat : reduced(ofBeat, there)));
  }
  return left;
}

function reduced(prints: readonly PublicTradeView[], taken: readonly Taken[]): PublicTradeView[] {
  const quantities = prints.map(({ quantity }) => amount(quantity));
  for (const { side, quantity } of taken) {
    let rest = quantity;
    for (const own of [true, false]) {
      prints.forEach((print, index) => {
        const there = quantities[index] as Amount;
        if ((print.side === side) !== own || rest === ZERO || there === ZERO) return;
        const lots = rest < there ? rest : there;
        quantities[index] = there - lots;
        rest -= lots;
      });
    }
  }
  return prints.flatMap((print, index) => {
    const there = quantities[index] as Amount;
    return there === ZERO ? [] : [{ ...print, quantity: format(there) }];
  });
}
