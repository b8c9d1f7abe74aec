import { describe, expect, it } from '@jest/globals';
import { linkState } from './chain-links.js';

describe('links of the chain', () => {
  it('holds when the server computes the stored hash again', () => {
    expect(linkState({ position: 2, hashRight: true })).toBe('linked');
    expect(linkState({ position: 1, hashRight: true })).toBe('first');
  });
  it('is broken when it does not, also at the first event', () => {
    expect(linkState({ position: 2, hashRight: false })).toBe('broken');
    expect(linkState({ position: 1, hashRight: false })).toBe('broken');
  });
});
