/** The reference book's way to cancel what the mark price has left behind: every order is looked at. */

import { full, type Play } from './reference-play.js';
import { onlyCloses } from './reference-positions.js';
import { sorted, waitingRows } from './reference-state.js';
import type { PriceRange } from './types.js';

/** What would open at a loss of half its margin and more, besides that which it holds against its own mark price. */
export function cancelLeftBehind(play: Play, { lowTicks, highTicks }: PriceRange): void {
  const { state } = play;
  const rows = [...sorted(state, 'buy'), ...sorted(state, 'sell'), ...waitingRows(state, 'triggered')];
  const past = rows.filter(({ order }) => {
    const { side, priceTicks, stopTicks, margin } = order;
    if (onlyCloses(order) || margin === undefined) return false;
    const lost = (at: number): number => (side === 'buy' ? Math.max(priceTicks - at, 0) : Math.max(at - priceTicks, 0));
    const beyond = lost(side === 'buy' ? lowTicks : highTicks) - lost(stopTicks ?? margin.markTicks);
    return beyond * margin.leverage * 2 >= priceTicks;
  });
  for (const row of past) if (!full(play) && state.rows.includes(row)) play.cancelRow(row, 'behind-mark');
}
