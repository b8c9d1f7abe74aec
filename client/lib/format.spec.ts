import { describe, expect, it } from '@jest/globals';
import './rendered.testkit';

const { formatter } = await import('./format');

describe('a share in per cent', () => {
  it('is whole: no fee and no spread reads as less or more than it is', () => {
    expect(['0.0175', '0.00125', '0', '1'].map((text) => formatter('en').share(text))).toEqual([
      '1.75%',
      '0.125%',
      '0%',
      '100%',
    ]);
  });

  it('has so many decimals where a market quotes it so', () => {
    expect(formatter('en').share('0.0001', 4)).toBe('0.0100%');
    expect(formatter('de-DE').share('0.4331', 1)).toBe('43,3\u00a0%');
  });

  it('is written as the language writes it', () => {
    expect(['de', 'es', 'ja', 'vi'].map((tag) => formatter(tag).share('0.0175'))).toEqual([
      '1,75\u00a0%',
      '1,75\u00a0%',
      '1.75%',
      '1,75%',
    ]);
  });
});
