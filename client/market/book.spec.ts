import { describe, expect, it } from '@jest/globals';
import { toAmount } from '../../shared/money';
import { applyDiff, bookFromSnapshot, ladder, ownLevels, spreadOf, sweep } from './book';

const snapshot = {
  symbol: 'BTCUSDT',
  sequence: 7,
  at: 0,
  bids: [
    ['99.90', '1'],
    ['99.80', '2'],
  ] as [string, string][],
  asks: [
    ['100.10', '1.5'],
    ['100.25', '0.5'],
  ] as [string, string][],
  auction: null,
};
const diff = (sequence: number, bids: [string, string][] = [], asks: [string, string][] = []) => ({
  symbol: 'BTCUSDT',
  sequence,
  at: 1,
  bids,
  asks,
  auction: null,
});

describe('the book in the browser', () => {
  it('changes, adds and removes the levels of a diff that follows', () => {
    const outcome = applyDiff(
      bookFromSnapshot(snapshot),
      diff(
        8,
        [
          ['99.90', '0'],
          ['99.85', '3'],
        ],
        [['100.10', '9']],
      ),
    );
    if (outcome.kind !== 'applied') throw new Error(outcome.kind);
    expect([...outcome.book.bids]).toEqual([
      ['99.80', '2'],
      ['99.85', '3'],
    ]);
    expect(outcome.book.asks.get('100.10')).toBe('9');
    expect(outcome.book.sequence).toBe(8);
  });

  it('leaves a diff alone that the snapshot already had, and one of another symbol', () => {
    const book = bookFromSnapshot(snapshot);
    expect(applyDiff(book, diff(7)).kind).toBe('old');
    expect(applyDiff(book, { ...diff(8), symbol: 'ETHUSDT' }).kind).toBe('old');
  });

  it('calls for a new snapshot when a number is missing', () => {
    expect(applyDiff(bookFromSnapshot(snapshot), diff(9)).kind).toBe('gap');
  });

  it('does not change the book that is on the screen', () => {
    const book = bookFromSnapshot(snapshot);
    applyDiff(book, diff(8, [['99.90', '0']]));
    expect(book.bids.get('99.90')).toBe('1');
  });

  it('shows best prices first with running sums and shares of the largest', () => {
    const rows = ladder(bookFromSnapshot(snapshot).asks, 'ask', 0n, 10);
    expect(rows.map((row) => [row.price, row.sum, row.notional, row.share])).toEqual([
      ['100.1', '1.5', '150.15', 0.75],
      ['100.25', '2', '200.275', 1],
    ]);
  });

  it('groups bids down and asks up, so that no grouped price is better than what rests behind it', () => {
    const book = bookFromSnapshot(snapshot);
    expect(ladder(book.bids, 'bid', toAmount('1'), 10).map((row) => [row.price, row.quantity])).toEqual([['99', '3']]);
    expect(ladder(book.asks, 'ask', toAmount('1'), 10).map((row) => [row.price, row.quantity])).toEqual([['101', '2']]);
  });

  it('marks what of the user’s own rests at a price, in the same groups as the book', () => {
    const resting = [
      { side: 'buy', price: '99.80', quantity: '1' },
      { side: 'buy', price: '99.9', quantity: '0.5' },
      { side: 'sell', price: '100.25', quantity: '2' },
    ] as const;
    expect([...ownLevels(resting, 'bid', 0n)]).toEqual([
      ['99.8', '1'],
      ['99.9', '0.5'],
    ]);
    expect([...ownLevels(resting, 'bid', toAmount('1'))]).toEqual([['99', '1.5']]);
    expect([...ownLevels(resting, 'ask', toAmount('1'))]).toEqual([['101', '2']]);
  });

  it('measures the spread in price and in per cent of the middle', () => {
    expect(spreadOf(bookFromSnapshot(snapshot))).toEqual({
      bid: '99.9',
      ask: '100.1',
      middle: '100',
      absolute: '0.2',
      percent: '0.2000',
    });
    expect(spreadOf(bookFromSnapshot({ ...snapshot, asks: [] }))).toBeNull();
  });

  it('prices a sweep level by level and stops at what is there', () => {
    const asks = ladder(bookFromSnapshot(snapshot).asks, 'ask', 0n, 10);
    expect(sweep(asks, { quantity: toAmount('1.6') })).toMatchObject({
      filled: toAmount('1.6'),
      notional: toAmount('160.175'),
    });
    expect(sweep(asks, { quantity: toAmount('5') }).filled).toBe(toAmount('2'));
    expect(sweep(asks, { quantity: toAmount('5'), within: (price) => price <= toAmount('100.1') }).filled).toBe(
      toAmount('1.5'),
    );
  });
});
