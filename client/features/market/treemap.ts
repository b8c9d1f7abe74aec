/** A rectangle in the units of the box that was divided. */
export interface Tile<Item> {
  item: Item;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Divides a box among weighted items so that every area is the item's share and the rectangles are as square as they can be:
 * the squarified treemap of Bruls, Huizing and van Wijk (2000). Heaviest first; items without weight get no tile.
 */
export function squarify<Item>(items: readonly Item[], weightOf: (item: Item) => number, box: Box): Tile<Item>[] {
  const weighed = items
    .map((item) => ({ item, weight: weightOf(item) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const scale = (box.width * box.height) / (total || 1);
  const tiles: Tile<Item>[] = [];
  let rest = { ...box };
  let row: { item: Item; area: number }[] = [];
  for (const { item, weight } of weighed) {
    const next = [...row, { item, area: weight * scale }];
    const side = Math.min(rest.width, rest.height);
    if (row.length > 0 && worst(next, side) > worst(row, side)) {
      rest = lay(row, rest, tiles);
      row = [{ item, area: weight * scale }];
    } else {
      row = next;
    }
  }
  lay(row, rest, tiles);
  return tiles;
}

/** How far from a square the worst rectangle of a row would be, laid along a side; 1 is a square. */
function worst(row: readonly { area: number }[], side: number): number {
  const areas = row.map(({ area }) => area);
  const sum = areas.reduce((total, area) => total + area, 0);
  const [most, least] = [Math.max(...areas), Math.min(...areas)];
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least));
}

/** Lays a row along the shorter side and answers what is left of the box. */
function lay<Item>(row: readonly { item: Item; area: number }[], box: Box, tiles: Tile<Item>[]): Box {
  const sum = row.reduce((total, { area }) => total + area, 0);
  if (sum === 0) return box;
  const upright = box.width >= box.height;
  const depth = upright ? sum / box.height : sum / box.width;
  let along = upright ? box.y : box.x;
  for (const { item, area } of row) {
    const length = area / depth;
    tiles.push(
      upright
        ? { item, x: box.x, y: along, width: depth, height: length }
        : { item, x: along, y: box.y, width: length, height: depth },
    );
    along += length;
  }
  return upright
    ? { ...box, x: box.x + depth, width: box.width - depth }
    : { ...box, y: box.y + depth, height: box.height - depth };
}
