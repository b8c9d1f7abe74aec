import { describe, expect, it } from '@jest/globals';
import { verdictOf } from './realm-sums.js';

const view = (balances: string, postings: string, summedTo = 10) => ({
  realm: 'demo',
  summedTo,
  position: 10,
  accounts: 3,
  sums: [{ asset: 'BTC', accounts: 3, balances, postings }],
});

describe('the verdict on a realm’s books', () => {
  it('is good when every asset is zero both ways', () => {
    expect(verdictOf(view('0', '0'))).toEqual({ state: 'zero' });
  });
  it('names what is off', () => {
    expect(verdictOf(view('0', '0.1'))).toEqual({ state: 'off', off: [{ asset: 'BTC', sum: '0.1' }] });
    expect(verdictOf(view('-2', '0'))).toEqual({ state: 'off', off: [{ asset: 'BTC', sum: '-2' }] });
  });
  it('does not judge postings that are still being added up', () => {
    expect(verdictOf(view('0', '7', 4))).toEqual({ state: 'adding', summedTo: 4 });
  });
});
