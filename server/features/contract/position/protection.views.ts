import type { PositionProtectionView } from '../../../../contracts/contract.contract.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { format, fromSteps } from '../../../../shared/money.js';
import { ordersOf } from '../../../trading/matching/book.js';
import type { BookState } from '../../../trading/venue/book.state.js';

/** The pair of a whole position, while it waits. */
export function protectionOf(
  { book, sizes }: Pick<BookState, 'book' | 'sizes'>,
  ownerId: string,
  side: PositionSide,
): PositionProtectionView | null {
  const closes = side === 'long' ? 'sell' : 'buy';
  const waiting = ordersOf(book, ownerId).filter(
    ({ order, place }) => order.wholePosition && order.side === closes && place === 'stops',
  );
  const [first] = waiting;
  if (sizes === null || first === undefined) return null;
  const price = (kind: 'take-profit' | 'stop'): string | null => {
    const ticks = waiting.find(({ order }) => order.kind === kind)?.order.stopTicks;
    return ticks == null ? null : format(fromSteps(ticks, sizes.tick));
  };
  return {
    takeProfit: price('take-profit'),
    stopLoss: price('stop'),
    trigger: first.order.trigger ?? 'mark',
    orders: waiting.map(({ order }) => order.orderId),
  };
}
