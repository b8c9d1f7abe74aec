import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chachaBlock, keyOf } from './chacha.js';
import { exp, gaussian, ln, normalShare } from './exact-math.js';

describe('exact maths', () => {
  it('agrees with the platform’s exponential and logarithm to a few units in the last place', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (x) => {
        expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(4e-16 * (1 + Math.abs(x)));
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (x) => {
        expect(Math.abs(ln(x) - Math.log(x))).toBeLessThan(1e-15 * (1 + Math.abs(Math.log(x))));
      }),
    );
    expect([exp(0), ln(1), exp(-1000)]).toEqual([1, 0, 0]);
  });

  it('never lets the exponential fall while its argument rises', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -20, max: 20, noNaN: true }),
        fc.double({ min: 1e-15, max: 1e-3, noNaN: true }),
        (x, step) => {
          expect(exp(x + step)).toBeGreaterThanOrEqual(exp(x) * (1 - 4e-16));
        },
      ),
    );
  });

  it('turns words into standard normal draws', () => {
    const quantiles: [number, number][] = [
      [0.5, 0],
      [0.841344746, 1],
      [0.977249868, 2],
      [0.998650102, 3],
      [0.001349898, -3],
    ];
    for (const [probability, z] of quantiles) expect(gaussian(probability * 4294967296 - 0.5)).toBeCloseTo(z, 5);
    for (const [probability, z] of quantiles) expect(normalShare(z)).toBeCloseTo(probability, 6);
    expect(gaussian(0)).toBeLessThan(-6.2);
    expect(gaussian(4294967295)).toBeGreaterThan(6.2);
  });
});

describe('the random words', () => {
  it('are ChaCha: the block of RFC 8439, section 2.3.2, at twenty rounds', () => {
    const key = keyOf(Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join(''));
    const out = new Uint32Array(16);
    chachaBlock(key, 1, 0x09000000, 0x4a000000, 0, out, 20);
    expect([...out].map((word) => word.toString(16).padStart(8, '0'))).toEqual(
      (
        'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
        '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2'
      ).split(' '),
    );
  });
});
