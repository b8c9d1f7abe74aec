import { describe, expect, it } from '@jest/globals';
import { isRefusal, refuse } from '../../core/refusal.js';
import { csvDownload, csvRow } from './csv.js';
import type { Download } from './reply.js';

async function textOf(download: Download): Promise<string> {
  let text = '';
  for await (const piece of download.pieces) text += piece;
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

  it('holds every page once, under its headings, and is named by its period', async () => {
    const page = (cursor: string | undefined) =>
      Promise.resolve(cursor ? { items: [1], nextCursor: null } : { items: [3, 2], nextCursor: '2' });
    const from = Date.UTC(2026, 0, 5);
    const made = await csvDownload({ name: 'orders', from, to: undefined, columns, page });
    if (isRefusal(made)) throw new Error(made.refusal);
    expect(made.fileName).toBe('glassbook-orders-2026-01-05-to-now.csv');
    expect(await textOf(made)).toBe('id\r\n3\r\n2\r\n1\r\n');
  });

  it('is refused when its first page is, and breaks when a later one is', async () => {
    const refused = refuse('request.unavailable');
    const list = { name: 'orders', from: undefined, to: undefined, columns };
    expect(await csvDownload({ ...list, page: () => Promise.resolve(refused) })).toBe(refused);
    const page = (cursor: string | undefined) => Promise.resolve(cursor ? refused : { items: [1], nextCursor: '1' });
    const made = await csvDownload({ ...list, page });
    await expect(textOf(made as Download)).rejects.toThrow('ended early');
  });
});
