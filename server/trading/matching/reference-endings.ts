/** How the reference book ends the orders of an auction that is over. */

import { full, type Play } from './reference-play.js';
import { rowsFor, waitingRows } from './reference-state.js';
import { AUCTION_ENDS, type AuctionEnd } from './types.js';

/** Cancels what an auction left until the command is full; of what is over then, one event says that it is. */
export function endFor(play: Play, auction: 'OPG' | 'ATC', reason: AuctionEnd): void {
  for (const row of rowsFor(play.state, auction)) if (!full(play)) play.cancelRow(row, reason);
  const left = rowsFor(play.state, auction);
  if (left.length === 0) return;
  play.events.push({ type: 'AuctionEnded', timeInForce: auction, reason });
  for (const row of left) Object.assign(row, { place: reason, turn: play.state.nextTurn++ });
}

export function cancelLeft(play: Play): void {
  for (const reason of AUCTION_ENDS)
    for (const row of waitingRows(play.state, reason)) if (!full(play)) play.cancelRow(row, reason);
}

export const afterAuction = (play: Play): AuctionEnd => (full(play) ? 'fill-limit' : 'auction');
