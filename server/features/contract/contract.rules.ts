import { marginBrackets } from '../../../shared/margin.js';
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
