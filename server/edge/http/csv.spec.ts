import { describe, expect, it } from '@jest/globals';
import { refuse } from '../../core/refusal.js';
import { csvFileName, csvPieces, csvRow } from './csv.js';

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('a CSV row', () => {
  it('quotes commas, quotes and line ends, and ends as RFC 4180 has it', () => {
    expect(csvRow(['a,b', 'say "yes"', 'two\nlines', null, true, 7])).toBe(
      '"a,b","say ""yes""","two\nlines",,true,7\r\n',
    );
  });

  it.each(['=1+1', '+SUM(A1)', '-cmd', '@x', '\tx', '-1-1'])(
    'turns what a spreadsheet would run into text: %j',
    (text) => {
      expect(csvRow([text])).toContain(`'${text}`);
    },
  );

  it('leaves numbers alone, negative ones too', () => {
    expect(csvRow(['-0.5', '12', -3])).toBe('-0.5,12,-3\r\n');
  });
});

describe('a list as a file', () => {
  const columns = { id: (row: number) => row };

  it('holds every page once, under its headings', async () => {
    const page = (cursor: string | undefined) =>
      Promise.resolve(cursor ? { items: [1], nextCursor: null } : { items: [3, 2], nextCursor: '2' });
    expect(await textOf(csvPieces(columns, page))).toBe('id\r\n3\r\n2\r\n1\r\n');
  });

  it('is named by its period', () => {
    const from = Date.UTC(2026, 0, 5);
    expect(csvFileName('orders', { from })).toBe('glassbook-orders-2026-01-05-to-now.csv');
    expect(csvFileName('orders', { to: from })).toBe('glassbook-orders-start-to-2026-01-05.csv');
    expect(csvFileName('orders', {})).toBe('glassbook-orders-all.csv');
  });

  it('breaks where a page cannot be read', async () => {
    const refused = refuse('request.unavailable');
    const page = (cursor: string | undefined) => Promise.resolve(cursor ? refused : { items: [1], nextCursor: '1' });
    await expect(textOf(csvPieces(columns, page))).rejects.toThrow('ended early');
  });
});
