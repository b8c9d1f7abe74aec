import { describe, expect, it } from '@jest/globals';
import { windowOf } from './window';

describe('a window on a long list', () => {
  it('draws only what is in sight of 3,000 rows', () => {
    expect(windowOf(0, 800, 48, 3000)).toEqual([0, 28]);
    const [first, last] = windowOf(48 * 1500, 800, 48, 3000);
    expect(last - first).toBeLessThan(44);
    expect(first).toBeLessThanOrEqual(1500 - 8);
    expect(windowOf(48 * 9000, 800, 48, 3000)).toEqual([3000, 3000]);
  });

  it('stays as it is over most steps of a scroll', () => {
    const windows = Array.from({ length: 48 }, (_, px) => windowOf(10_000 + px, 800, 48, 3000).join());
    expect(new Set(windows).size).toBeLessThanOrEqual(3);
  });

  it('never reaches beyond a short list', () => {
    expect(windowOf(0, 800, 48, 3)).toEqual([0, 3]);
    expect(windowOf(0, 800, 48, 0)).toEqual([0, 0]);
  });
});
