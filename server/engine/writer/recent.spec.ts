import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Recent } from './recent.js';

/** The obvious way: a `Map` whose keys are taken out and put back. */
class Plain {
  readonly values = new Map<string, number>();

  get(key: string): number | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  trim(most: number): void {
    for (const [key, value] of this.values) {
      if (this.values.size <= most) break;
      if (value % 5 > 0) this.values.delete(key);
    }
  }
}

describe('values by their last use', () => {
  it('are those of a map whose keys are taken out and put back', () => {
    const key = fc.constantFrom(...'abcdefgh');
    const deed = fc.oneof(
      fc.record({ do: fc.constant('set' as const), key, value: fc.integer({ min: 0, max: 99 }) }),
      fc.record({ do: fc.constantFrom('get' as const, 'peek' as const), key }),
      fc.record({ do: fc.constant('trim' as const), most: fc.integer({ min: 0, max: 8 }) }),
      fc.record({ do: fc.constant('clear' as const) }),
    );
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
        const [ours, plain] = [new Recent<number>(), new Plain()];
        for (const each of deeds) {
          if (each.do === 'set') {
            ours.set(each.key, each.value);
            plain.values.set(each.key, each.value);
          } else if (each.do === 'get') expect(ours.get(each.key)).toBe(plain.get(each.key));
          else if (each.do === 'peek') expect(ours.peek(each.key)).toBe(plain.values.get(each.key));
          else if (each.do === 'trim') {
            ours.trim(each.most, (value) => value % 5 > 0);
            plain.trim(each.most);
          } else {
            ours.clear();
            plain.values.clear();
          }
          expect(ours.size).toBe(plain.values.size);
        }
        for (const each of 'abcdefgh') expect(ours.peek(each)).toBe(plain.values.get(each));
      }),
      { numRuns: 500 },
    );
  });
});
