import { describe, expect, it } from '@jest/globals';
import { ORDER_FACTS, ORDER_LIFECYCLE, ORDER_STATUSES, statusAfter, type BookEvent } from './book.js';

const cancelled = (reason: 'user' | 'budget-spent'): BookEvent => ({
  type: 'OrderCancelled',
  orderId: 'ann',
  owner: 'ann',
  remainingLots: 1,
  remainingTickLots: null,
  reason,
});

describe('the lifecycle of an order', () => {
  it('knows every status and every fact, and nothing happens to a done order', () => {
    const drawn = ORDER_STATUSES.flatMap((status) =>
      ORDER_FACTS.map((fact) => `${status} + ${fact} -> ${ORDER_LIFECYCLE[status][fact] ?? 'cannot be'}`),
    );
    expect(drawn.filter((line) => !line.endsWith('cannot be'))).toEqual([
      'unfilled + triggered -> unfilled',
      'unfilled + amended -> unfilled',
      'unfilled + reduced -> unfilled',
      'unfilled + partly-filled -> trading',
      'unfilled + wholly-filled -> filled',
      'unfilled + budget-spent -> cancelled',
      'unfilled + cancelled -> cancelled',
      'trading + amended -> trading',
      'trading + reduced -> trading',
      'trading + partly-filled -> trading',
      'trading + wholly-filled -> filled',
      'trading + budget-spent -> filled',
      'trading + cancelled -> cancelled',
    ]);
  });

  it('ends a market order whose budget is spent as filled, if it filled at all', () => {
    expect(statusAfter('trading', cancelled('budget-spent'), 'ann')).toBe('filled');
    expect(statusAfter('trading', cancelled('user'), 'ann')).toBe('cancelled');
  });

  it('leaves other orders alone, and halts on what cannot happen', () => {
    expect(statusAfter('filled', cancelled('user'), 'ben')).toBe('filled');
    expect(() => statusAfter('filled', cancelled('user'), 'ann')).toThrow('is filled and cannot be cancelled');
  });
});
