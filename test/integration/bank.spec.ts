import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BankBooks } from '../../server/outside/bank/bank-books.js';
import type { BankRules } from '../../server/outside/bank/bank.rules.js';
import { FakeClock } from '../../server/core/clock.js';
import { CountingIds } from '../../server/core/ids.js';
import { amount } from '../../shared/money.js';
import type { Vault } from '../../server/core/ports/vault.js';
import { openPool } from '../../server/engine/history/database.js';
import { IBAN_CLOSED, IBAN_PAID } from '../kit/bank.js';
import { migratedDatabase } from '../kit/migrated.js';

const DAY_MS = 86_400_000;
const RULES: BankRules = {
  ...{ seed: 'test', opens: '07:00', closes: '18:00', minutesMin: 15, minutesMax: 240 },
  closedAccountEnding: '0404',
};
const clock = new FakeClock(Date.parse('2026-11-18T09:00Z'));
/** Seals by reversing the text: the table never holds the plain text. */
const turned = (text: string): string => [...text].reverse().join('');
const vault = {
  seal: (_user: string, _context: string, text: string) => Promise.resolve(turned(text)),
  open: (_user: string, _context: string, text: string) => Promise.resolve(turned(text)),
} as unknown as Vault;

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let pool: Pool;
let bank: BankBooks;
/** A second server on the same tables. */
let other: BankBooks;

beforeAll(async () => {
  database = await migratedDatabase();
  pool = openPool(database.url, 12);
  const ids = new CountingIds();
  bank = new BankBooks({ pool, vault, clock, ids, rules: RULES });
  other = new BankBooks({ pool, vault, clock, ids, rules: RULES });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const order = (key: string, account = IBAN_PAID) => ({
  ...{ key, userId: 'real-anna', amount: amount('95.5') },
  to: { payeeName: 'Anna Weiß', account, bic: null, routingNumber: null, bankName: 'Musterbank' },
});
const wire = (key: string, reference: string) => ({
  ...{ key, userId: 'real-anna', toAccount: IBAN_PAID, amount: amount('120.25'), currency: 'EUR', reference },
});

describe('the simulated bank', () => {
  it('pays a key once, however often and on however many servers it is ordered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? bank : other).pay(order('once'))),
    );
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
    expect((await bank.totals()).ordered).toBe(amount('95.5'));
    expect(answers[0]).toMatchObject({ status: 'ordered', settledAt: null, orderedAt: clock.now() });
  });

  it('keeps nobody’s account in clear', async () => {
    const { rows } = await pool.query<{ row: string }>('SELECT p::text AS row FROM bank_payouts p');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toMatch(/Anna|3704|Musterbank/);
    expect(await bank.of('real-anna')).toMatchObject({ payouts: [{ to: { payeeName: 'Anna Weiß' } }] });
  });

  it('settles by the clock, once on two servers, and tells it in its feed', async () => {
    await bank.pay(order('closed', IBAN_CLOSED));
    expect(await bank.settleDue()).toBe(0);
    clock.advance(DAY_MS);
    const settled = await Promise.all([bank.settleDue(), other.settleDue(), bank.settleDue()]);
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(2);
    const changes = await bank.changes(0, 10);
    expect(changes.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(changes.map(({ payout }) => payout).sort()).toEqual(['closed', 'once']);
    expect((await bank.payout('once'))?.status).toBe('settled');
    expect((await bank.payout('closed'))?.status).toBe('returned');
    expect(await bank.totals()).toEqual({ ordered: 0n, settled: amount('95.5'), returned: amount('95.5') });
    expect(await bank.changes(2, 10)).toEqual([]);
  });

  it('takes a wire of one key once, and finds it by its reference', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => bank.receive(wire('wire-1', 'GB-77'))));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await bank.wiresFor('GB-77')).toEqual([sent[0]]);
    expect(await bank.wiresFor('GB-78')).toEqual([]);
    const found = await bank.wires([sent[0]?.id ?? '', 'no-such-wire']);
    expect(found).toMatchObject([{ amount: amount('120.25'), currency: 'EUR' }]);
  });

  it.each([
    ['small letters and blanks', 'gba8 kcsy pbg0 kd'],
    ['the contract number', 'GB-20261122-GBA8KCSYPBG0KD'],
    ['words around it', 'Payment for GBA8KCSYPBG0KD, thank you'],
  ])('finds a wire by its reference written with %s', async (how, written) => {
    const sent = await bank.receive(wire(`written-${how}`, written));
    expect((await bank.wiresFor('GBA8KCSYPBG0KD')).map(({ id }) => id)).toContain(sent.id);
    expect(sent.reference).toBe(written);
  });

  it('numbers its changes without a gap when many happen at once, so that no reader misses one', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => bank.receive(wire(`many-${index}`, 'GB-79'))));
    const sequences = (await bank.changes(0, 100)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
  });

  it('tells staff what is under way, by status and currency, and no name', async () => {
    await bank.pay(order('later'));
    expect(await bank.status()).toMatchObject({
      payouts: [
        { status: 'ordered', count: 1, amount: '95.5' },
        { status: 'settled', count: 1, amount: '95.5' },
        { status: 'returned', count: 1, amount: '95.5' },
      ],
      wires: [{ currency: 'EUR', count: 34, amount: '4088.5' }],
      open: true,
    });
  });

  it('is ordered the same payout by two servers in the same moment without an error', async () => {
    for (let round = 0; round < 60; round += 1) {
      const key = `together-${round}`;
      const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? bank : other).pay(order(key))));
      expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
    }
  });

  it.each([
    ['small letters and blanks', 'gl 8kcs ypbg 0kd1'],
    ['a name that begins with GL', 'Glenn Miller GL8KCSYPBG0KD1'],
    ['a name with GLAS in it', 'Douglas Smith loan GL8KCSYPBG0KD1'],
    ['a currency that begins with GB', 'GL8KCSYPBG0KD1 GBP loan repayment'],
    ['words around it', 'Loan of Glassbook: GL8KCSYPBG0KD1, thank you'],
  ])('finds a wire for a loan by its reference written with %s', async (how, written) => {
    const sent = await bank.receive(wire(`loan-${how}`, written));
    expect((await bank.wiresFor('GL8KCSYPBG0KD1')).map(({ id }) => id)).toContain(sent.id);
  });

  it('shows the wires to an account, the newest first', async () => {
    const toAccount = 'CH9100000000000000077';
    for (const key of ['to-1', 'to-2', 'to-3']) {
      clock.advance(1_000);
      await bank.receive({ ...wire(key, 'gl 8kcs ypbg 0kd2'), toAccount });
    }
    const since = clock.now() - 1_000;
    expect(await bank.wiresTo(toAccount, since, 10)).toMatchObject([
      { arrivedAt: clock.now(), foundBy: 'GL8KCSYPBG0KD2', reference: 'gl 8kcs ypbg 0kd2' },
      { arrivedAt: since },
    ]);
    expect(await bank.wiresTo(toAccount, 0, 1)).toHaveLength(1);
  });
});
