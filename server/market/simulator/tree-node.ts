import type { Activity } from './market-clock.js';

/** A stretch of time in which the market is shut, partly open, or open throughout. */
export const enum State {
  Closed = 0,
  Mixed = 1,
  Open = 2,
}

/**
 * A node of the price tree: the whole seconds [from, to) of one instrument.
 * Levels are logarithms of the price over the reference price. `high` and `low` are only set on open nodes: a node with
 * closed hours, or longer than a day, is shown as the sum of its open parts.
 */
export interface TreeNode {
  from: number;
  to: number;
  startLevel: number;
  endLevel: number;
  high: number;
  low: number;
  /** What the squared log returns inside are expected to sum to. */
  variance: number;
  volumeLots: number;
  trades: number;
  state: State;
  atFrom: Activity;
  atTo: Activity;
}

const DAY = 86_400;

export function stateOf(from: number, to: number, atFrom: Activity, atTo: Activity): State {
  const open = atTo.openSeconds - atFrom.openSeconds;
  if (open === 0) return State.Closed;
  // Ranges are drawn from a day downwards: longer ones would loosen what related instruments share.
  if (to - from > DAY) return State.Mixed;
  return open === to - from ? State.Open : State.Mixed;
}

/** Every chart period that is not a calendar month or year is a union of few nodes, because nodes end where it does. */
const UNITS = [
  ...[64 * DAY, 32 * DAY, 16 * DAY, 8 * DAY, 4 * DAY, 2 * DAY, DAY],
  ...[43_200, 14_400, 7_200, 3_600, 1_800, 900, 300, 60, 30, 15, 5, 1],
];

/** Where a node is cut: at the roundest instant inside it, and there as near to its middle as can be. */
export function splitSecond(from: number, to: number): number {
  for (const unit of UNITS) {
    const first = (Math.floor(from / unit) + 1) * unit;
    if (first >= to) continue;
    const last = (Math.ceil(to / unit) - 1) * unit;
    const middle = Math.floor((from + to) / 2 / unit) * unit;
    return middle < first ? first : middle > last ? last : middle;
  }
  throw new Error(`no instant lies between ${from} and ${to}`);
}
