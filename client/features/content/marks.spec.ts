import { describe, expect, it } from '@jest/globals';
import { marksIn } from './marks';

const shown = (text: string, query: string) =>
  marksIn(text, query)
    .map((piece) => (piece.hit ? `<${piece.text}>` : piece.text))
    .join('');

describe('the words of a search', () => {
  it('are marked wherever they stand, in capitals or not', () => {
    expect(shown('A stop order; Stop-limit too', 'stop')).toBe('A <stop> order; <Stop>-limit too');
  });

  it('are each marked, the longer one first', () => {
    expect(shown('stop-limit and stop', 'stop stop-limit')).toBe('<stop-limit> and <stop>');
  });

  it('are taken literally', () => {
    expect(shown('0.1% (taker)', '(taker) .*')).toBe('0.1% <(taker)>');
    expect(shown('a/b-c', '/b-c [')).toBe('a</b-c>');
  });

  it('mark nothing when they are single letters, except in scripts whose words are that short', () => {
    expect(shown('a fee', 'a')).toBe('a fee');
    expect(shown('注文の種類', '種')).toBe('注文の<種>類');
  });

  it('leave the text whole when there are none', () => {
    expect(shown('Fees', '  ')).toBe('Fees');
  });
});
