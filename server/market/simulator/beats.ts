/**
 * The finest grid of time: prices, quotes and tape change at beats of a quarter second. A beat is counted from 1970; a
 * price that stands at a beat stands until the next one.
 */
export const BEAT_MS = 250;
export const BEATS_PER_SECOND = 4;
export const BEATS_PER_MINUTE = 60 * BEATS_PER_SECOND;

const SECOND = BEATS_PER_SECOND;

/** Every chart period up to a day is a union of few nodes, because nodes end where it does. */
const UNITS = [
  ...[86_400, 43_200, 14_400, 7_200, 3_600, 1_800, 900, 300, 60, 30, 15, 5, 1].map((seconds) => seconds * SECOND),
  ...[2, 1],
];

/** The unit of the cut that was found last; a child is never cut at a rounder one. */
let unitOfCut = 0;

export function unitOfLastCut(): number {
  return unitOfCut;
}

/**
 * Where a node is cut: at the roundest beat inside it, and there as near to its middle as can be. `unit` is where to begin
 * to look: the unit at which the parent was cut.
 */
export function cutBeat(from: number, to: number, unit: number): number {
  for (let i = unit; i < UNITS.length; i++) {
    const length = UNITS[i] as number;
    const first = (Math.floor(from / length) + 1) * length;
    if (first >= to) continue;
    unitOfCut = i;
    const last = (Math.ceil(to / length) - 1) * length;
    const middle = Math.floor((from + to) / 2 / length) * length;
    return middle < first ? first : middle > last ? last : middle;
  }
  throw new Error(`no beat lies between ${from} and ${to}`);
}
