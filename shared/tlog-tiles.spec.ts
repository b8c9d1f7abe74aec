import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entryBundle, hasTile, parseTilePath, readEntryBundle, readTile, tilePath, tilesOf } from './tlog-tiles.js';

const index = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const level = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const));

describe('a tile', () => {
  it('has the path of the specification', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 2, index: 0, width: 1 })).toBe('tile/2/000.p/1');
    expect(tilePath({ level: 'entries', index: 1000, width: 255 })).toBe('tile/entries/x001/000.p/255');
  });

  it('is read back from its path', () => {
    fc.assert(
      fc.property(level, index, fc.integer({ min: 1, max: 256 }), (of, at, width) => {
        const tile = { level: of, index: at, width };
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
      }),
    );
  });

  it.each([
    'tile/64/000',
    'tile/00/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/0/x001',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/257',
    'tile/0/000.p/',
    'tile/0/../000',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    'tile/entry/000',
    '/tile/0/000',
    'tile/0/000\n',
    '',
  ])('is not at %p', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  it('is one of those that the specification counts for 70,000 entries', () => {
    const tiles = tilesOf(70_000);
    expect(tiles).toHaveLength(273 + 1 + 1 + 1 + 1);
    expect(tiles.filter(({ level: of, width }) => of === 0 && width === 256)).toHaveLength(273);
    expect(tiles.slice(-4).map(tilePath)).toEqual([
      'tile/0/273.p/112',
      'tile/1/000',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ]);
    expect(tilesOf(256).map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1']);
    expect(tilesOf(0)).toEqual([]);
  });

  it('is there when the tree has all its hashes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (size) => {
        for (const tile of tilesOf(size)) {
          expect(hasTile(size, tile)).toBe(true);
          if (tile.width < 256) expect(hasTile(size, { ...tile, width: tile.width + 1 })).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
    expect(hasTile(300, { level: 'entries', index: 1, width: 44 })).toBe(true);
    expect(hasTile(300, { level: 'entries', index: 1, width: 45 })).toBe(false);
  });

  it('is read as hashes of 32 bytes, and nothing else', () => {
    expect(readTile(new Uint8Array(64))).toHaveLength(2);
    for (const length of [0, 31, 33, 257 * 32]) expect(readTile(new Uint8Array(length))).toBeUndefined();
  });
});

describe('a bundle of entries', () => {
  it('gives back its entries, each behind two bytes of length', () => {
    expect([...entryBundle([Uint8Array.of(7), new Uint8Array()])]).toEqual([0, 1, 7, 0, 0]);
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (entries) => {
        expect(readEntryBundle(entryBundle(entries))).toEqual(entries);
      }),
    );
  });

  it('is refused when it was cut off, and holds no entry of 64 kB', () => {
    const bundle = entryBundle([new Uint8Array(32), new Uint8Array(32)]);
    for (const length of [1, 2, 33, 35, 67]) expect(readEntryBundle(bundle.slice(0, length))).toBeUndefined();
    expect(() => entryBundle([new Uint8Array(65_536)])).toThrow('too long');
  });
});
