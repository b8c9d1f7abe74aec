import { describe, expect, it } from '@jest/globals';
import { clockTimes, differences, rejectionText, splitList, valueOf } from './values';

describe('the differences of two versions', () => {
  it('name what changed, what came and what went, and nothing else', () => {
    expect(differences({ a: 1, b: '2', c: true }, { a: 1, b: '3', d: 4 })).toEqual([
      { key: 'b', before: '2', after: '3' },
      { key: 'd', before: undefined, after: 4 },
      { key: 'c', before: true, after: undefined },
    ]);
  });
});

describe('what is typed for a value', () => {
  it('becomes a whole number only where it is one', () => {
    const field = { kind: 'whole', min: 1, max: 9 } as const;
    expect([' 7 ', '7.5', '', 'seven'].map((typed) => valueOf(field, typed))).toEqual([7, '7.5', '', 'seven']);
  });

  it('stays a decimal text, without the blanks around it', () => {
    const field = { kind: 'decimal', min: '0', max: '1', mayBeNone: false } as const;
    expect(valueOf(field, ' 0.10 ')).toBe('0.10');
    expect(valueOf({ kind: 'switch' }, true)).toBe(true);
  });
});

describe('the reason of a rejection', () => {
  it('is what a person wrote, and a sentence where the program found the values out of range', () => {
    const reasonFor = (decidedBy: string, decision: string) =>
      rejectionText({ decidedBy, decision }, (key) => `text ${key}`);
    expect(reasonFor('s-ann', 'Too strict for now')).toBe('Too strict for now');
    expect(reasonFor('timer', 'policy.value-invalid')).toBe('text console.policy.out_of_range');
    expect(reasonFor('', '')).toBe('–');
  });
});

describe('a list of a policy', () => {
  it('is split at its commas, and none is nothing', () => {
    expect(splitList('USDT:ERC20,BTC:BTC')).toEqual(['USDT:ERC20', 'BTC:BTC']);
    expect([splitList('none'), splitList(''), splitList(undefined)]).toEqual([[], [], []]);
  });
});

describe('the times of a window', () => {
  it('are every half hour, the end of the day where it may end so, and the one in force', () => {
    expect(clockTimes(false, '12:00')).toHaveLength(48);
    expect(clockTimes(true, '12:15').slice(-1)).toEqual(['24:00']);
    expect(clockTimes(false, '12:15')).toContain('12:15');
  });
});
