/** A simulated series and a real one of the same length; which of them stands left is the writer's choice. */
export interface Pair {
  readonly title: string;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

const WIDTH = 460;
const HEIGHT = 180;
const GAP = 24;
const TITLE = 28;

/** Pairs as an SVG picture, a row each, without a word on which one is real. Both of a pair begin at the same height and have one scale. */
export function sideBySide(pairs: readonly Pair[]): string {
  const rows = pairs.map((pair, row) => rowOf(pair, row * (HEIGHT + TITLE + GAP)));
  const height = pairs.length * (HEIGHT + TITLE + GAP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH + GAP} ${height}" font-family="sans-serif" font-size="14">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...rows.flat(),
    '</svg>',
    '',
  ].join('\n');
}

function rowOf({ title, left, right }: Pair, top: number): string[] {
  const logs = [left, right].map((closes) => closes.map((close) => Math.log(close / (closes[0] as number))));
  const all = logs.flat();
  const scale = { low: Math.min(...all), high: Math.max(...all) };
  return [
    `<text x="0" y="${top + 18}" fill="#222">${title}</text>`,
    ...logs.map((values, column) => lineOf(values, scale, { x: column * (WIDTH + GAP), y: top + TITLE })),
  ];
}

function lineOf(
  values: readonly number[],
  { low, high }: { low: number; high: number },
  at: { x: number; y: number },
): string {
  const points = values.map((value, i) => {
    const x = at.x + (i / Math.max(1, values.length - 1)) * WIDTH;
    const y = at.y + HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const frame = `<rect x="${at.x}" y="${at.y}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#ddd"/>`;
  return `${frame}<polyline fill="none" stroke="#1a4f9c" stroke-width="1" points="${points.join(' ')}"/>`;
}
