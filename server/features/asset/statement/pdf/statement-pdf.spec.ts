import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, languageKeys, localeOf, type Language } from '../../../../../shared/language.js';
import { PDF_MOVEMENTS_MAX } from '../../../../../contracts/statement.contract.js';
import { pdfText } from '../../../../../test/kit/pdf-text.js';
import type { Movement } from '../statement.query.js';
import { pdfPieces, type PrintedStatement } from './statement-pdf.js';

const AT = Date.parse('2026-03-01T12:00:00Z');
const end = (position: number) => ({ at: AT, position, hash: 'ab'.repeat(32), line: 0 });

const RESULT = {
  ...{ openingValueUsdt: '0', closingValueUsdt: '0', netFlowsUsdt: '0', pnlUsdt: '0', realisedUsdt: '0' },
  feesUsdt: '0',
};

function statementOf(movements: number): PrintedStatement {
  const zero = { available: '0', frozen: '0', total: '0' };
  const total = `${movements}`;
  const [opening, closing] = [end(0), end(movements)];
  return {
    view: {
      ...{ account: 'real-x.1', realm: 'real', from: AT, to: AT + 1, timeZone: 'UTC', madeAt: AT, opening, closing },
      rows: [
        {
          ...{ space: 'spot', currency: 'USDT', opening: zero, change: total, movements },
          closing: { available: total, frozen: '0', total },
        },
      ],
      kinds: [{ kind: 'deposits', currency: 'USDT', change: total, movements }],
      result: { ...RESULT },
      holdings: [],
      movements,
      pdfMovementsMax: PDF_MOVEMENTS_MAX,
    },
    span: { realm: 'real', ownerId: 'real-x.1', opening, closing },
    openings: new Map(),
    holder: null,
  };
}

async function* movementsOf(count: number): AsyncGenerator<Movement[]> {
  for (let position = 1; position <= count; position += 1)
    yield [
      [position, 0, AT, 'DepositCredited', 'spot', 'available', 'USDT', '1', `deposit-${position}`, 'ab'.repeat(32)],
    ];
}

async function written(
  statement: PrintedStatement,
  movements: AsyncIterable<Movement[]>,
  language: Language,
): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await pdfPieces(statement, movements, language)) pieces.push(piece);
  return pdfText(Buffer.concat(pieces)).replaceAll('\t', ' ');
}

const textOf = (count: number): Promise<string> => written(statementOf(count), movementsOf(count), 'en');

describe('a statement as a document', () => {
  it('goes on over pages that are numbered, with the balance after each movement', async () => {
    const text = await textOf(130);
    for (const words of ['Page 1 of 4', 'Page 4 of 4', 'Deposit credited', '+1.00 USDT 1.00'])
      expect(text).toContain(words);
    expect(text.split('\n').filter((line) => line.includes('+1.00 USDT'))).toHaveLength(130);
    expect(text).toMatch(/\+1\.00 USDT\s+130\.00\s+130/);
    // The columns are named again where a page begins.
    expect(text.match(/Balance after/g)?.length).toBeGreaterThan(2);
  });

  it('leaves very many movements to the CSV file, and says so', async () => {
    const text = await textOf(PDF_MOVEMENTS_MAX + 1);
    expect(text).toContain('this period has 2,001. Download the CSV');
    expect(text).not.toContain('+1.00 USDT');
    expect(text).toContain('+2,001.00');
  });

  it.each(languageKeys)('writes every number and instant whole, in %s', async (language) => {
    const whole = '98765432.12345678';
    const longest = '-1234567890123456.12345678';
    const balance = { available: whole, frozen: whole, total: whole };
    const statement = statementOf(1);
    const [row] = statement.view.rows;
    if (row === undefined) throw new Error('a statement of one balance');
    const rows = [{ ...row, currency: '1000SHIB', opening: balance, closing: balance, change: `-${whole}` }];
    const kinds = [{ kind: 'trades' as const, currency: 'USDT', change: `-${whole}`, movements: 1 }];
    const view = { ...statement.view, rows, kinds };
    async function* movements(): AsyncGenerator<Movement[]> {
      const moved = (position: number, changed: string): Movement =>
        [
          ...[position, 0, AT, 'SpotOrderMatched', 'contract', 'available', '1000SHIB', changed, 't-1', 'ab'],
        ] as unknown as Movement;
      yield [moved(123_456_789, `-${whole}`), moved(123_456_790, longest)];
    }
    const text = await written(
      { ...statement, view: { ...view, movements: 2 }, holder: '山田 Żaneta' },
      movements(),
      language,
    );
    const spaced = (figure: string) =>
      new Intl.NumberFormat(LANGUAGES[language], { minimumFractionDigits: 2, maximumFractionDigits: 8 }).format(
        figure as unknown as number,
      );
    const count = (words: string) => text.split(words).length - 1;
    // Opening, closing and what of it is on hold; the change of balance, kind and movement.
    expect(count(spaced(whole))).toBeGreaterThanOrEqual(7);
    const instant = new Intl.DateTimeFormat(localeOf(language), {
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
    }).format(AT);
    // Period, day of making, and both movements.
    expect(count(instant)).toBeGreaterThanOrEqual(4);
    expect(text).toContain(spaced(longest));
    const unspaced = text.replace(/[\n ]/g, '');
    for (const words of ['1000SHIB', '123456789', '山田Żaneta']) expect(unspaced).toContain(words);
    expect(text).not.toMatch(/…|□/);
  });
});
