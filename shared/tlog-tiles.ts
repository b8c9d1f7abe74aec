import { isSize, type Hash } from './merkle.js';

/** A tile of C2SP tlog-tiles: up to 256 neighbouring hashes of each eighth level of the tree, or the entries below them. */
export interface Tile {
  readonly level: number | 'entries';
  readonly index: number;
  /** 256 where it is full. */
  readonly width: number;
}

export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;
const LEVEL_MAX = 63;
const PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** `tile/0/x001/x234/067.p/8`, below the address of a log. */
export function tilePath({ level, index, width }: Tile): string {
  const groups: string[] = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${place}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** `undefined` for all but the one path that a tile has. */
export function parseTilePath(path: string): Tile | undefined {
  const [, levelText = '', place = '', widthText] = PATH.exec(path) ?? [];
  const level: Tile['level'] = levelText === 'entries' ? 'entries' : Number.parseInt(levelText, 10);
  const index = Number.parseInt(place.replaceAll(/[x/]/g, ''), 10);
  const width = widthText === undefined ? TILE_WIDTH : Number.parseInt(widthText, 10);
  if (place === '' || !isSize(index) || (level !== 'entries' && level > LEVEL_MAX)) return undefined;
  const tile = { level, index, width };
  return tilePath(tile) === path && width <= TILE_WIDTH ? tile : undefined;
}

/** Whether a tree of this size has the tile, in this width or a larger one. */
export function hasTile(size: number, { level, index, width }: Tile): boolean {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return width > 0 && index * TILE_WIDTH + width <= hashes;
}

/** The tiles of hashes that a tree of this size is made of, the lowest level first. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let [level, hashes] = [0, size]; hashes > 0; level++, hashes = Math.floor(hashes / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < hashes; index++)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) });
  }
  return tiles;
}

/** Entries one after the other, each behind its length in two bytes. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > 0xffff) throw new RangeError(`an entry of ${entry.length} bytes is too long for a bundle`);
    bundle.set([entry.length >> 8, entry.length & 0xff], at);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** `undefined` for a bundle that was cut off. */
export function readEntryBundle(bundle: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const length = ((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0);
    const end = at + 2 + length;
    if (end > bundle.length) return undefined;
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}

/** `undefined` where the bytes are not hashes of a tile. */
export function readTile(bytes: Uint8Array): Hash[] | undefined {
  const hashes = bytes.length / 32;
  if (!Number.isInteger(hashes) || hashes === 0 || hashes > TILE_WIDTH) return undefined;
  return Array.from({ length: hashes }, (_, at) => bytes.slice(at * 32, at * 32 + 32));
}
