import type { PositionView } from '../../../contracts/contract.contract';
import { format, portion, roundTo, times, toAmount, ZERO } from '../../../shared/money';

/** What closing a part of a position at the mark price comes to, in USDT. */
export interface ClosingCost {
  fee: string;
  /** Before the fee; below zero where it is a loss. */
  pnl: string;
}

/** At the mark price: the book decides what it really is. */
export function costOfClosing(
  position: Pick<PositionView, 'quantity' | 'markPrice' | 'unrealisedPnl'>,
  quantity: string,
  takerRate: string,
): ClosingCost {
  const [part, whole] = [toAmount(quantity), toAmount(position.quantity)];
  if (whole === ZERO) return { fee: '0', pnl: '0' };
  const closed = part < whole ? part : whole;
  const notional = times(closed, toAmount(position.markPrice), 'half-even');
  return {
    fee: format(roundTo(times(notional, toAmount(takerRate), 'up'), 8, 'up')),
    pnl: format(roundTo(portion(toAmount(position.unrealisedPnl), closed, whole, 'half-even'), 8, 'half-even')),
  };
}

/** The same of several positions together. */
export function costOfAll(positions: readonly PositionView[], takerRate: string): ClosingCost {
  const costs = positions.map((each) => costOfClosing(each, each.quantity, takerRate));
  const sum = (of: keyof ClosingCost) => format(costs.reduce((all, each) => all + toAmount(each[of]), ZERO));
  return { fee: sum('fee'), pnl: sum('pnl') };
}
