import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '../../core/refusal.js';
import { Admission } from './admission.js';

describe('admission', () => {
  it('never lets in more than its limit, keeps the order, and lets everything through in the end', async () => {
    const works = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 12 }), turns: fc.nat({ max: 5 }) }), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(works, async (tasks) => {
        const admission = new Admission(10, 100);
        const began: number[] = [];
        let weight = 0;
        let most = 0;
        const all = tasks.map((work, index) =>
          admission.run(work.weight, async () => {
            began.push(index);
            weight += Math.min(work.weight, 10);
            most = Math.max(most, weight);
            for (let turn = 0; turn < work.turns; turn += 1) await Promise.resolve();
            weight -= Math.min(work.weight, 10);
            return index;
          }),
        );
        expect(await Promise.all(all)).toEqual(tasks.map((_, index) => index));
        expect(began).toEqual(tasks.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('turns away who would wait behind too many, and gives the place of work that failed to the next', async () => {
    const admission = new Admission(1, 1);
    let fail = (_: Error): void => undefined;
    const first = admission.run(1, () => new Promise<never>((_, reject) => (fail = reject)));
    const second = admission.run(1, () => Promise.resolve('second'));
    const third = await admission.run(1, () => Promise.resolve('third'));
    expect(isRefusal(third) && third.refusal).toBe('request.too-many');
    fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBe('second');
    expect(await admission.run(1, () => Promise.resolve('fourth'))).toBe('fourth');
  });
});
