import type { ToolId } from './tools';

/** A place on the canvas, in pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Segment = readonly [Point, Point];

/** What a drawing looks like: lines to stroke, an area to fill, captions to write. */
export interface Shape {
  lines: Segment[];
  /** Thinner lines beside the main ones. */
  fine: Segment[];
  area: Point[] | null;
  captions: { at: Point; text: string; align: 'left' | 'center' | 'right' }[];
}

export const FIB_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1, 1.618] as const;

/** How a drawing names its figures: prices at its levels, and what was measured. */
export interface Captions {
  level: (share: number) => string;
  measured: string;
  text: string;
}

/** The shape of a drawing through its places; with fewer places than the tool wants, what is known so far. */
export function shapeOf(tool: ToolId, points: readonly Point[], size: Size, captions: Captions): Shape {
  const [a, b, c] = points;
  if (a === undefined) return empty();
  if (tool === 'horizontal')
    return lines([
      { x: 0, y: a.y },
      { x: size.width, y: a.y },
    ]);
  if (tool === 'vertical')
    return lines([
      { x: a.x, y: 0 },
      { x: a.x, y: size.height },
    ]);
  if (tool === 'text') return { ...empty(), captions: [{ at: a, text: captions.text, align: 'left' }] };
  if (b === undefined) return empty();
  if (tool === 'trend') return lines([a, b]);
  if (tool === 'arrow') return { ...lines([a, b]), fine: arrowHead(a, b) };
  if (tool === 'ray') return lines([a, borderBeyond(a, b, size)]);
  if (tool === 'extended') return lines([borderBeyond(b, a, size), borderBeyond(a, b, size)]);
  if (tool === 'fib') return fib(a, b, captions);
  if (tool === 'channel') return c === undefined ? lines([a, b]) : channel(a, b, c);
  return box(a, b, tool === 'measure' ? captions.measured : '');
}

const empty = (): Shape => ({ lines: [], fine: [], area: null, captions: [] });
const lines = (...segments: Segment[]): Shape => ({ ...empty(), lines: segments });

function box(a: Point, b: Point, measured: string): Shape {
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  if (measured === '') return { ...empty(), lines: around(corners), area: corners };
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const fine: Segment[] = [
    [
      { x: middle.x, y: a.y },
      { x: middle.x, y: b.y },
    ],
    [
      { x: a.x, y: middle.y },
      { x: b.x, y: middle.y },
    ],
  ];
  const below = b.y >= a.y;
  const at = { x: middle.x, y: below ? Math.max(a.y, b.y) + 14 : Math.min(a.y, b.y) - 14 };
  return { lines: [], fine, area: corners, captions: [{ at, text: measured, align: 'center' }] };
}

const around = (corners: readonly Point[]): Segment[] =>
  corners.map((corner, at) => [corner, corners[(at + 1) % corners.length]!]);

/** From the first place (level 1) to the second (level 0), as retracements are drawn from the start of a move. */
function fib(a: Point, b: Point, captions: Captions): Shape {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const yOf = (level: number): number => b.y + (a.y - b.y) * level;
  return {
    lines: FIB_LEVELS.map((level) => [
      { x: left, y: yOf(level) },
      { x: right, y: yOf(level) },
    ]),
    fine: [[a, b]],
    area: [
      { x: left, y: a.y },
      { x: right, y: a.y },
      { x: right, y: b.y },
      { x: left, y: b.y },
    ],
    captions: FIB_LEVELS.map((level) => ({
      at: { x: left - 6, y: yOf(level) },
      text: captions.level(level),
      align: 'right',
    })),
  };
}

/** The line from a to b and its parallel through c. */
function channel(a: Point, b: Point, c: Point): Shape {
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x);
  const lift = c.y - (a.y + slope * (c.x - a.x));
  const [c1, c2] = [
    { x: a.x, y: a.y + lift },
    { x: b.x, y: b.y + lift },
  ];
  const half = lift / 2;
  return {
    ...empty(),
    lines: [
      [a, b],
      [c1, c2],
    ],
    fine: [
      [
        { x: a.x, y: a.y + half },
        { x: b.x, y: b.y + half },
      ],
    ],
    area: [a, b, c2, c1],
  };
}

function arrowHead(a: Point, b: Point): Segment[] {
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  return [0.45, -0.45].map((turn) => [
    b,
    { x: b.x - 11 * Math.cos(angle + turn), y: b.y - 11 * Math.sin(angle + turn) },
  ]);
}

/** Where the line from a through b leaves the canvas. */
export function borderBeyond(a: Point, b: Point, { width, height }: Size): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return b;
  const reach = [
    dx > 0 ? (width - a.x) / dx : dx < 0 ? -a.x / dx : Infinity,
    dy > 0 ? (height - a.y) / dy : dy < 0 ? -a.y / dy : Infinity,
  ];
  const times = Math.max(1, Math.min(...reach));
  return { x: a.x + dx * times, y: a.y + dy * times };
}

export function distanceToSegment(point: Point, [a, b]: Segment): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const span = dx * dx + dy * dy;
  const share = span === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / span));
  return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
}

/** Even-odd rule. */
export function isInside(point: Point, corners: readonly Point[]): boolean {
  let inside = false;
  for (const [a, b] of around(corners)) {
    if (a.y > point.y === b.y > point.y) continue;
    if (point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

const CAPTION_HEIGHT = 20;
const CAPTION_WIDTH = 7;

/** Whether a pointer within `reach` pixels means this shape: its lines, a measured area, or its written text. */
export function isHit(shape: Shape, point: Point, reach: number, areaCounts: boolean): boolean {
  if ([...shape.lines, ...shape.fine].some((segment) => distanceToSegment(point, segment) <= reach)) return true;
  if (areaCounts && shape.area !== null && isInside(point, shape.area)) return true;
  return shape.captions.some(({ at, text, align }) => {
    if (align !== 'left') return false;
    const width = Math.max(24, text.length * CAPTION_WIDTH);
    const beside = point.x >= at.x - reach && point.x <= at.x + width + reach;
    return beside && Math.abs(point.y - at.y) <= CAPTION_HEIGHT / 2 + reach;
  });
}

/** The place among these that is nearest, when it is within `reach`. */
export function nearest(points: readonly Point[], to: Point, reach: number): number | null {
  let best: number | null = null;
  let least = reach;
  for (const [at, point] of points.entries()) {
    const distance = Math.hypot(point.x - to.x, point.y - to.y);
    if (distance <= least) [best, least] = [at, distance];
  }
  return best;
}

/** The open, high, low or close that a price means when it is within `reach` (in the price's unit); else the price. */
export function magnetic(
  price: number,
  bar: { open: number; high: number; low: number; close: number },
  reach: number,
): number {
  const candidates = [bar.open, bar.high, bar.low, bar.close].sort((x, y) => Math.abs(x - price) - Math.abs(y - price));
  const best = candidates[0] ?? price;
  return Math.abs(best - price) <= reach ? best : price;
}
