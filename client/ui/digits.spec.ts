import { describe, expect, it } from '@jest/globals';
import { digitsOf, digitsOnly } from './digits';

describe('a field of digits', () => {
  it.each(['123456', ' 123 456 ', '123-456', '123\u00a0456\n', '１２３４５６', '1234567'])(
    'takes 123456 of %j',
    (pasted) => {
      expect(digitsOf(pasted)).toBe('123456');
    },
  );

  it('takes nothing of what has none', () => {
    expect(digitsOf('abc')).toBe('');
  });

  it('hands on the digits and leaves the rest of the field as it is', () => {
    const taken: string[] = [];
    const field = digitsOnly({ name: 'code', value: '', onChange: (value: string) => void taken.push(value) });
    field.onChange('12 34');
    expect(taken).toEqual(['1234']);
    expect(field.name).toBe('code');
  });
});
