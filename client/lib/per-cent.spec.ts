import { describe, expect, it } from '@jest/globals';
import { perCent } from './per-cent';

describe('a share read as per cent', () => {
  it.each([
    ['0.001', '0.1'],
    ['0.05', '5'],
    ['0.0005', '0.05'],
    ['1', '100'],
    ['0', '0'],
    ['0.123456789', '12.3456789'],
  ])('%s is %s%%', (share, shown) => {
    expect(perCent(share)).toBe(shown);
  });
});
