import type { InstrumentView } from '../../../contracts/market.contract';
import { squarify, type Tile } from './treemap';

export type MapTile = Tile<InstrumentView>;

interface Layout {
  tiles: MapTile[];
  groups: Tile<string>[];
}

/** What the map is divided by: the classes of the market, the sectors of a class, or nothing. */
export type Grouping = 'class' | 'sector' | null;

const GAP = 2;
const TITLE = 20;
/** A tile that is smaller than this cannot be read, pointed at or told apart. */
const LEAST_AREA = 260;
/** More tiles than this change colour too slowly to follow, and tell nothing more. */
const TILES_MAX = 420;

/**
 * Tiles in pixels, largest first. Grouped, each class or sector gets a part of the box by its turnover. Of the smallest instruments as many
 * are left out as it takes for every tile to be at least about 16 by 16 pixels; the map shows their number. Where nothing was
 * traded for 24 hours, as in metals on a Sunday, all areas are alike.
 */
export function layOut(
  instruments: readonly InstrumentView[],
  turnoverOf: (symbol: string) => number,
  { width, height }: { width: number; height: number },
  grouping: Grouping,
): Layout {
  if (width === 0 || height === 0) return { tiles: [], groups: [] };
  const box = { x: 0, y: 0, width, height };
  // After a day of closed markets nothing is larger than anything else.
  const quiet = instruments.every(({ symbol }) => turnoverOf(symbol) === 0);
  const weight = ({ symbol }: InstrumentView): number => (quiet ? 1 : turnoverOf(symbol));
  const leastArea = Math.max(LEAST_AREA, (width * height) / TILES_MAX);
  if (grouping === null) return { tiles: within(instruments, weight, box, leastArea), groups: [] };
  const parts = Map.groupBy(instruments, (each) => each[grouping]);
  const sum = (of: readonly InstrumentView[]): number => of.reduce((total, each) => total + weight(each), 0);
  // Square roots between groups: crypto alone would leave the others no room to be read. Within a group areas are exact.
  const groups = squarify<string>([...parts.keys()], (name) => Math.sqrt(sum(parts.get(name) ?? [])), box);
  const tiles = groups.flatMap(({ item, x, y, ...size }) => {
    const inner = { x, y: y + TITLE, width: size.width - GAP, height: Math.max(0, size.height - TITLE - GAP) };
    return within(parts.get(item) ?? [], weight, inner, leastArea);
  });
  return { tiles: tiles.sort((a, b) => b.width * b.height - a.width * a.height), groups };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function within(
  instruments: readonly InstrumentView[],
  weight: (each: InstrumentView) => number,
  box: Box,
  leastArea: number,
): MapTile[] {
  const area = box.width * box.height;
  const kept = instruments.filter((each) => weight(each) > 0).sort((a, b) => weight(b) - weight(a));
  let total = kept.reduce((sum, each) => sum + weight(each), 0);
  for (let last = kept.at(-1); last && (weight(last) / total) * area < leastArea; last = kept.at(-1)) {
    total -= weight(last);
    kept.pop();
  }
  return squarify(kept, weight, box);
}

/** -3 to 3: how strongly a change is coloured. The limits are a tenth of a per cent, two and five. */
export function shadeOf(changePct: string | undefined): number {
  const change = Number(changePct ?? 0);
  const strength = Math.abs(change);
  const steps = strength >= 5 ? 3 : strength >= 2 ? 2 : strength >= 0.1 ? 1 : 0;
  return change < 0 ? -steps || 0 : steps;
}
