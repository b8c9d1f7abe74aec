import { describe, expect, it } from '@jest/globals';
import { PDF_MOVEMENTS_MAX } from '../../../../../contracts/statement.contract.js';
import { pdfText } from '../../../../../test/kit/pdf-text.js';
import type { Movement, Statement } from '../statement.query.js';
import { pdfPieces } from './statement-pdf.js';

const AT = Date.parse('2026-03-01T12:00:00Z');
const end = (position: number) => ({ at: AT, position, hash: 'ab'.repeat(32), line: 0 });

function statementOf(movements: number): Statement {
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
      movements,
      pdfMovementsMax: PDF_MOVEMENTS_MAX,
    },
    span: { realm: 'real', ownerId: 'real-x.1', opening, closing },
    openings: new Map(),
  };
}

async function* movementsOf(count: number): AsyncGenerator<Movement[]> {
  for (let position = 1; position <= count; position += 1)
    yield [
      [position, 0, AT, 'DepositCredited', 'spot', 'available', 'USDT', '1', `deposit-${position}`, 'ab'.repeat(32)],
    ];
}

async function textOf(count: number): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await pdfPieces(statementOf(count), movementsOf(count), 'en')) pieces.push(piece);
  return pdfText(Buffer.concat(pieces)).replaceAll('\t', ' ');
}

describe('a statement as a document', () => {
  it('goes on over pages that are numbered, with the balance after each movement', async () => {
    const text = await textOf(130);
    for (const said of ['Page 1 of 4', 'Page 4 of 4', 'Deposit credited', '+1.00 USDT']) expect(text).toContain(said);
    expect(text.split('\n').filter((line) => line.includes('+1.00 USDT'))).toHaveLength(130);
    expect(text).toMatch(/\+1\.00 USDT\s+130\.00\s+130/);
    // The columns are named again where a page begins.
    expect(text.match(/Balance after/g)?.length).toBeGreaterThan(2);
  });

  it('leaves very many movements to the CSV file, and says so', async () => {
    const text = await textOf(PDF_MOVEMENTS_MAX + 1);
    expect(text).toContain('2,001 movements are too many for this document');
    expect(text).not.toContain('+1.00 USDT');
    expect(text).toContain('+2,001.00');
  });
});
