/** Where the tag of a line stands: pixels from the top of the price pane, and how many columns away from the price scale. */
export interface TagPlace {
  top: number;
  column: number;
  /** Whether the line's price is in sight; a tag of one that is not waits at the edge. */
  inSight: boolean;
}

interface Room {
  /** Of the price pane, in pixels. */
  height: number;
  tagHeight: number;
  columns: number;
}

/** Places for tags at these heights, `null` where the scale has none yet. Tags that would overlap stand side by side. */
export function tagPlaces(heights: readonly (number | null)[], room: Room): (TagPlace | null)[] {
  const half = room.tagHeight / 2;
  const taken: number[][] = Array.from({ length: room.columns }, () => []);
  return heights.map((at) => {
    if (at === null) return null;
    const inSight = at >= 0 && at <= room.height;
    const top = Math.min(Math.max(at, half), Math.max(half, room.height - half));
    if (!inSight) return { top, column: 0, inSight };
    const free = taken.findIndex((others) => others.every((other) => Math.abs(other - top) >= room.tagHeight));
    const column = free === -1 ? room.columns - 1 : free;
    taken[column]?.push(top);
    return { top, column, inSight };
  });
}

/** The place in `heights` that is nearest to a height and within reach of it. */
export function nearestWithin(heights: readonly (number | null)[], at: number, reach: number): number | undefined {
  const away = (height: number | null) => (height === null ? Infinity : Math.abs(height - at));
  let best: number | undefined;
  heights.forEach((height, index) => {
    const isNearer = best === undefined || away(height) < away(heights[best] ?? null);
    if (away(height) <= reach && isNearer) best = index;
  });
  return best;
}
