import { openingLeverageMax } from '../../../shared/margin-brackets.js';
import {
  marginBrackets,
  notionalOf,
  removableMargin,
  type MarginTerms,
  type OpenPosition,
} from '../../../shared/margin.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { MarginPolicy } from '../../trading/venue/order.commands.js';

/** Of a contract for which its owner has chosen none. */
const FIRST_LEVERAGE = 10;

/** What new orders of a contract open by: what its owner has chosen, or the usual one where so much is allowed. */
export function leverageOf(chosen: number | null, { brackets }: Pick<MarginPolicy, 'brackets'>): number {
  return chosen ?? Math.min(FIRST_LEVERAGE, brackets[0]?.leverageMax ?? 1);
}

/** The tables that an opening has to fit: that which positions follow, and the coming one. */
export const tablesOf = ({ brackets, coming }: Pick<MarginPolicy, 'brackets' | 'coming'>) =>
  [brackets, ...(coming === null ? [] : [coming])].map((rows) => marginBrackets(rows));

/** What a position is judged by. */
export const marginTermsOf = ({ brackets, takerRate }: Pick<MarginPolicy, 'brackets' | 'takerRate'>): MarginTerms => ({
  brackets: marginBrackets(brackets),
  takerRate: amount(takerRate),
});

/** How much margin may be taken out: at the leverage of its owner, or the lower one that a position of its size may open by. */
export function removableOf(
  position: OpenPosition,
  markPrice: Amount,
  leverage: number,
  margin: Pick<MarginPolicy, 'brackets' | 'coming' | 'takerRate'>,
): Amount {
  const allowed = openingLeverageMax(tablesOf(margin), notionalOf(markPrice, position.quantity));
  return removableMargin(position, markPrice, Math.max(1, Math.min(leverage, allowed)), marginTermsOf(margin));
}
