import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AnsweredKeys } from '../history/event-store.js';
import { KnownKeys } from './known-keys.js';

const storedIn = (keys: Set<string>): AnsweredKeys => ({
  count: () => Promise.resolve(keys.size),
  page: (after, limit) =>
    Promise.resolve(
      [...keys]
        .filter((key) => key > after)
        .sort()
        .slice(0, limit),
    ),
});

describe('the keys that may have an answer', () => {
  it('are all of them until the stored ones are read, and again once they are forgotten', async () => {
    const known = new KnownKeys(storedIn(new Set(['a'])));
    expect(known.mayHave('b')).toBe(true);
    await known.learn();
    expect([known.mayHave('a'), known.mayHave('b')]).toEqual([true, false]);
    known.forget();
    expect(known.mayHave('b')).toBe(true);
  });

  it('never lack one that was added or stored, whenever it came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 4, maxLength: 60 }),
        fc.nat(3),
        async (keys, phase) => {
          const stored = new Set(keys.slice(0, keys.length >> 1));
          const later = keys.slice(keys.length >> 1);
          let atPage = (): void => undefined;
          const pages = storedIn(stored);
          const known = new KnownKeys({
            count: pages.count,
            page: async (...asked) => {
              const page = await pages.page(...asked);
              // Stored where the reading has been already.
              atPage();
              return page;
            },
          });
          const addAll = (): void => {
            for (const key of later) known.add(key);
            for (const key of later) stored.add(key);
          };
          if (phase === 0) addAll();
          if (phase === 1) atPage = addAll;
          const learning = known.learn();
          if (phase === 2) addAll();
          await learning;
          if (phase === 3) addAll();
          expect(keys.filter((key) => !known.mayHave(key))).toEqual([]);
        },
      ),
    );
  });

  it('keep what is not stored yet when they are read another time, and what they knew until then', async () => {
    const stored = new Set(['a']);
    const known = new KnownKeys(storedIn(stored));
    await known.learn();
    known.add('b');
    const learning = known.learn();
    expect([known.mayHave('a'), known.mayHave('c')]).toEqual([true, false]);
    await learning;
    expect([known.mayHave('a'), known.mayHave('b'), known.mayHave('c')]).toEqual([true, true, false]);
    stored.add('b');
    known.stored('b');
    await known.learn();
    expect(known.mayHave('b')).toBe(true);
  });

  it('are read later when the database was away, and stay known meanwhile', async () => {
    let isAway = true;
    const keys = storedIn(new Set(['a']));
    const count = () => (isAway ? Promise.reject(new Error('away')) : keys.count());
    const known = new KnownKeys({ count, page: (after, limit) => keys.page(after, limit) });
    await expect(known.learn()).rejects.toThrow('away');
    expect([known.isDue, known.mayHave('b')]).toEqual([true, true]);
    isAway = false;
    await known.learn();
    expect([known.isDue, known.mayHave('b')]).toEqual([false, false]);
    isAway = true;
    await expect(known.learn()).rejects.toThrow('away');
    expect([known.mayHave('a'), known.mayHave('b')]).toEqual([true, false]);
  });

  it('hold few that were never added, and say when there are too many to tell', async () => {
    const stored = new Set(Array.from({ length: 30_000 }, (_, n) => `s-${n}/token-${n}`));
    const known = new KnownKeys(storedIn(stored));
    await known.learn();
    const strangers = Array.from({ length: 10_000 }, (_, n) => `s-${n}/other-${n}`);
    expect(strangers.filter((key) => known.mayHave(key)).length).toBeLessThan(200);
    expect(known.isDue).toBe(false);
    for (let n = 0; n < 70_000; n += 1) known.add(`more-${n}`);
    expect(known.isDue).toBe(true);
  });
});
