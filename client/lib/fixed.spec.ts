import { describe, expect, it } from '@jest/globals';
import { ONE, downToStep, fixed, formatFixed, overDown, parseFixed, timesDown, timesUp, upToStep } from './fixed';

describe('exact decimals in the browser', () => {
  it('reads and writes what the server writes, without trailing zeros', () => {
    expect(formatFixed(fixed('92500.3400'))).toBe('92500.34');
    expect(formatFixed(fixed('0.000000000000000001'))).toBe('0.000000000000000001');
    expect(formatFixed(fixed('-0.00'))).toBe('0');
    expect(formatFixed(fixed('5'), 2)).toBe('5.00');
  });

  it('calls what is no plain decimal by no number', () => {
    for (const text of ['', 'abc', '1e5', '--1', '1.2.3']) expect(parseFixed(text)).toBeUndefined();
  });

  it('adds where floats fail', () => {
    expect(formatFixed(fixed('0.1') + fixed('0.2'))).toBe('0.3');
  });

  it('rounds products and quotients in the named direction', () => {
    const third = overDown(ONE, 3n * ONE);
    expect(formatFixed(third)).toBe('0.333333333333333333');
    expect(timesUp(third, fixed('0.1')) - timesDown(third, fixed('0.1'))).toBe(1n);
    expect(overDown(ONE, 0n)).toBe(0n);
  });

  it('goes to whole ticks and lots', () => {
    expect(formatFixed(downToStep(fixed('0.0123456'), fixed('0.0001')))).toBe('0.0123');
    expect(formatFixed(upToStep(fixed('0.0123456'), fixed('0.0001')))).toBe('0.0124');
  });
});
