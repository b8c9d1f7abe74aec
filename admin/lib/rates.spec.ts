import { describe, expect, it } from '@jest/globals';
import { eventRates, sparkline } from './rates.js';

describe('rates of the dashboard', () => {
  it('counts events per second between readings', () => {
    const readings = [
      { at: 0, positions: { demo: 10 } },
      { at: 2000, positions: { demo: 14 } },
      { at: 4000, positions: { demo: 14 } },
    ];
    expect(eventRates(readings, 'demo')).toEqual([2, 0]);
    expect(eventRates(readings, 'real')).toEqual([0, 0]);
  });
  it('says nothing from a single reading, and never a negative or endless rate', () => {
    expect(eventRates([{ at: 0, positions: {} }], 'demo')).toEqual([]);
    const odd = [
      { at: 5, positions: { demo: 9 } },
      { at: 5, positions: { demo: 12 } },
      { at: 10, positions: { demo: 3 } },
    ];
    expect(eventRates(odd, 'demo')).toEqual([0, 0]);
  });
  it('draws the tallest figure at the top and the rest to scale', () => {
    expect(sparkline([0, 5, 10], 100, 20)).toBe('0.0,20.0 50.0,10.0 100.0,0.0');
    expect(sparkline([], 100, 20)).toBe('');
    expect(sparkline([0, 0], 10, 4)).toBe('0.0,4.0 10.0,4.0');
  });
});
