import { beforeEach, describe, expect, it } from '@jest/globals';
import { BookFollower } from './book-follower';

const snapshot = (sequence: number, bid: string) => ({
  symbol: 'BTCUSDT',
  sequence,
  at: 0,
  bids: [[bid, '1']] as [string, string][],
  asks: [],
  auction: null,
});
const diff = (sequence: number, price: string, quantity: string) => ({
  symbol: 'BTCUSDT',
  sequence,
  at: 0,
  bids: [[price, quantity]] as [string, string][],
  asks: [],
  auction: null,
});

let requests: number;
let follower: BookFollower;
beforeEach(() => {
  requests = 0;
  follower = new BookFollower('BTCUSDT', () => (requests += 1));
});
const bids = () => [...(follower.book?.bids ?? [])];

describe('following a book', () => {
  it('applies diffs in order on top of the snapshot', () => {
    follower.snapshot(snapshot(5, '100'));
    follower.diff(diff(6, '99', '2'));
    follower.diff(diff(7, '100', '0'));
    expect(bids()).toEqual([['99', '2']]);
    expect(requests).toBe(0);
  });

  it('holds diffs that overtake their snapshot and leaves out what it already has', () => {
    follower.diff(diff(5, '98', '9'));
    follower.diff(diff(6, '99', '2'));
    follower.snapshot(snapshot(5, '100'));
    expect(bids()).toEqual([
      ['100', '1'],
      ['99', '2'],
    ]);
  });

  it('asks once for a fresh snapshot when a number is missing, and goes on from it without losing a diff', () => {
    follower.snapshot(snapshot(5, '100'));
    follower.diff(diff(8, '97', '1'));
    follower.diff(diff(9, '96', '1'));
    expect(requests).toBe(1);
    expect(bids()).toEqual([['100', '1']]);
    follower.snapshot(snapshot(8, '97'));
    expect(bids()).toEqual([
      ['97', '1'],
      ['96', '1'],
    ]);
    expect(follower.book?.sequence).toBe(9);
  });

  it('asks again when the fresh snapshot is older than what it waits for', () => {
    follower.snapshot(snapshot(5, '100'));
    follower.diff(diff(8, '97', '1'));
    follower.snapshot(snapshot(6, '100'));
    expect(requests).toBe(2);
  });

  it('does not mix in another symbol', () => {
    follower.snapshot(snapshot(5, '100'));
    follower.diff({ ...diff(6, '1', '1'), symbol: 'ETHUSDT' });
    expect(follower.book?.sequence).toBe(5);
  });
});
