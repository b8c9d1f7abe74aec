import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BoundedMap } from './bounded-map.js';

describe('a bounded map', () => {
  it('holds the entries that were set last, whatever was set', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer({ min: 0, max: 8 })), (most, keys) => {
        const map = new BoundedMap<number, number>(most);
        const kept: number[] = [];
        for (const [n, key] of keys.entries()) {
          map.set(key, n);
          if (kept.includes(key)) continue;
          kept.push(key);
          if (kept.length > most) kept.shift();
        }
        expect([...map.keys()]).toEqual(kept);
        for (const key of kept) expect(map.get(key)).toBe(keys.lastIndexOf(key));
      }),
    );
  });

  it('makes a value once as long as it is kept', () => {
    const map = new BoundedMap<string, number>(2);
    let made = 0;
    const asked = (key: string): number => map.of(key, () => (made += 1));
    expect([asked('a'), asked('a'), asked('b'), asked('c'), asked('c'), asked('a')]).toEqual([1, 1, 2, 3, 3, 4]);
  });
});
