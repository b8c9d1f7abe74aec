import { describe, expect, it } from '@jest/globals';
import { CountingIds, randomIds } from './ids.js';

describe('ids', () => {
  it('are never the same, beyond what is drawn at once', () => {
    const ids = Array.from({ length: 5_000 }, () => randomIds.next('o'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^o-[0-9a-hjkmnp-tv-z]{16}$/.test(id))).toEqual([]);
  });

  it('use every letter about as often as any other', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 4_000; n++) {
      for (const letter of randomIds.next('').slice(1)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(32);
    expect(Math.min(...counts.values())).toBeGreaterThan(1_600);
    expect(Math.max(...counts.values())).toBeLessThan(2_400);
  });

  it('count up for tests, so that the same run gives the same ids', () => {
    const ids = new CountingIds();
    expect([ids.next('demo'), ids.next('demo')]).toEqual(['demo-000001', 'demo-000002']);
  });
});
