/** The reference book's way to move trailing stops: every one is looked at after every command. */

import type { Play } from './reference-play.js';

/** Stops move after what they saw has triggered: to a sell's highest price less its distance, to a buy's lowest price more of it. */
export function trail({ state, events, tradedTicks, indexes, marks }: Play): void {
  const rows = state.rows.filter(({ order, place }) => place === 'stops' && order.trail !== undefined);
  rows.sort((one, other) => one.sequence - other.sequence);
  for (const row of rows) {
    const { orderId, owner, side, trigger, stopTicks, priceTicks, trail: by } = row.order;
    const seen = { last: tradedTicks, index: indexes, mark: marks }[trigger!];
    if (seen.length === 0 || by === undefined || stopTicks === null) continue;
    const sells = side === 'sell';
    const best = sells ? Math.max(...seen) : Math.min(...seen);
    const behind = (ticks: number): number => {
      if (by.unit === 'ticks') return sells ? ticks - by.size : ticks + by.size;
      const share = sells ? 10_000 - by.size : 10_000 + by.size;
      return sells ? Math.floor((ticks * share) / 10_000) : Math.ceil((ticks * share) / 10_000);
    };
    const isNearer = (one: number, other: number): boolean => (sells ? one > other : one < other);
    const moves = by.isActive ? isNearer(behind(best), stopTicks) : !isNearer(stopTicks, best);
    if (!moves) continue;
    const moved = behind(best) - (by.isActive ? stopTicks : behind(stopTicks));
    const to = { stopTicks: behind(best), priceTicks: Math.max(1, priceTicks + moved) };
    row.order = { ...row.order, ...to, trail: { ...by, isActive: true } };
    row.turn = state.nextTurn++;
    events.push({ type: 'OrderTrailed', orderId, owner, reachedTicks: best, ...to });
  }
}
