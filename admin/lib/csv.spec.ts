import { describe, expect, it } from '@jest/globals';
import { toCsv } from './csv.js';

describe('lists as CSV', () => {
  it('quotes commas, quotes and line ends', () => {
    expect(toCsv([{ id: 'a,b', note: 'say "hi"\nnow' }])).toBe('id,note\r\n"a,b","say ""hi""\nnow"\r\n');
  });
  it('keeps amounts as they are, negative ones too', () => {
    expect(toCsv([{ amount: '-0.00000001' }])).toBe('amount\r\n-0.00000001\r\n');
  });
  it('never hands a spreadsheet a formula', () => {
    for (const evil of ['=1+1', '+cmd', '-2+3', '@sum']) expect(toCsv([{ name: evil }])).toBe(`name\r\n'${evil}\r\n`);
  });
  it('writes nested values as JSON and missing ones as nothing', () => {
    expect(
      toCsv([
        { id: 1, data: { lots: 5 } },
        { id: 2, at: null },
      ]),
    ).toBe('id,data,at\r\n1,"{""lots"":5}",\r\n2,,\r\n');
  });
});
