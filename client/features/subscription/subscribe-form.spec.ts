import { describe, expect, it } from '@jest/globals';
import { beyond, capLeft, figuresOf } from './subscribe-form';

const coin = { issuePrice: '0.5', feeRate: '0.005', volume: 100, subscribed: 300 };
const limits = { minimumUsdt: '10', maximumUsdt: '1000' };

describe('the form of a subscription', () => {
  it('reckons price, fee, hold and the estimate of whole coins', () => {
    expect(figuresOf('100', coin)).toEqual({ cost: '50', fee: '0.25', hold: '50.25', estimate: 25 });
    for (const typed of ['', '0', '00', '1.5', '-3', 'x']) expect(figuresOf(typed, coin)).toBeNull();
  });

  it('names the first limit that is passed, as the server does', () => {
    const cap = { cap: '500', open: '450' };
    expect(beyond('9.99', limits, cap)?.refusal).toBe('subscription.below-minimum');
    expect(beyond('1000.01', limits, null)?.refusal).toBe('subscription.above-maximum');
    expect(beyond('50.01', limits, cap)).toEqual({ refusal: 'subscription.cap-exceeded', params: cap });
    expect(beyond('50', limits, cap)).toBeNull();
  });

  it('says what the cap leaves', () => {
    expect([capLeft(null), capLeft({ cap: null, open: '3' }), capLeft({ cap: '5', open: '7' })]).toEqual([
      null,
      null,
      '0',
    ]);
  });
});
