import { describe, expect, it } from '@jest/globals';
import { linkState, linkStates } from './chain-links.js';

const event = (position: number, hash: string, previousHash: string, realm = 'demo') => ({
  realm,
  position,
  hash,
  previousHash,
});

describe('links of the chain', () => {
  it('holds when an event names the hash of the one before', () => {
    expect(linkState(event(2, 'b', 'a'), event(1, 'a', '0'))).toBe('linked');
  });
  it('is broken when the hash differs', () => {
    expect(linkState(event(2, 'b', 'x'), event(1, 'a', '0'))).toBe('broken');
  });
  it('says nothing without the neighbour, or with one of another realm', () => {
    expect(linkState(event(3, 'c', 'b'), undefined)).toBe('alone');
    expect(linkState(event(3, 'c', 'b'), event(1, 'a', '0'))).toBe('alone');
    expect(linkState(event(3, 'c', 'b'), event(2, 'b', 'a', 'real'))).toBe('alone');
  });
  it('judges a whole page in any order', () => {
    const states = linkStates([event(3, 'c', 'b'), event(2, 'b', 'x'), event(1, 'a', '0'), event(7, 'g', 'f')]);
    expect(Object.fromEntries(states)).toEqual({
      'demo:3': 'linked',
      'demo:2': 'broken',
      'demo:1': 'first',
      'demo:7': 'alone',
    });
  });
});
