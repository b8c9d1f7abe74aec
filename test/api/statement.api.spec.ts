import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountRecordRow, AssetsView, BalancePostingsView } from '../../contracts/asset.contract.js';
import { type Page } from '../../contracts/envelope.contract.js';
import { languageKeys } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount, format } from '../../shared/money.js';
import type { CallName } from '../kit/calls.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { pdfText } from '../kit/pdf-text.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const START = Date.parse('2026-03-02T09:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const clock = new FakeClock(START);
let started: StartedApp;
let trader: Trader;
/** Every posting, the oldest first, as the records list them. */
let postings: AccountRecordRow[];

beforeAll(async () => {
  started = await startApp({ clock });
  trader = await Trader.demo(started);
  for (const step of [5 * 60_000, HOUR_MS, 23 * HOUR_MS, 2 * DAY_MS, 10 * 60_000]) {
    clock.advance(step);
    // Seeds of the time that was jumped over are promised and revealed first.
    await until(async () => (await trader.get('getTickers', { symbols: 'BTCUSDT,ETHUSDT' })).refusal === '');
    await trader.placed({ type: 'market', quantity: '0.02' });
    clock.advance(1);
    await trader.placed({ type: 'market', side: 'sell', quantity: '0.01' });
  }
  await trader.placed({ price: await trader.away(-20), quantity: '0.05' });
  await trader.placed({ symbol: 'ETHUSDT', price: await trader.away(-20, 'ETHUSDT'), quantity: '0.5' });
  clock.advance(1);
  postings = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page<AccountRecordRow> = await trader.given('getAccountRecords', {
      limit: 200,
      ...(cursor && { cursor }),
    });
    postings.push(...page.items);
    cursor = page.nextCursor;
  }
  postings.reverse();
}, 60_000);
afterAll(() => started.close());

/** The obvious reference: everything up to an instant, added up posting by posting. */
function addedUp(at: number): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { at: when, space, bucket, currency, amount: changed } of postings) {
    const key = `${space}/${bucket}/${currency}`;
    if (when <= at) sums.set(key, (sums.get(key) ?? 0n) + amount(changed));
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => [key, format(sum)]));
}

function totals({ rows }: AssetsView): Record<string, string> {
  const both = rows.flatMap(({ space, currency, available, frozen }) => [
    [`${space}/available/${currency}`, available],
    [`${space}/frozen/${currency}`, frozen],
  ]);
  return Object.fromEntries(both.filter(([, text]) => text !== '0'));
}

async function file(call: CallName, query: Record<string, string | number>) {
  const answer = await trader.file(call, query);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('the records', () => {
  it('are found by the order that they belong to, by their event, and by nothing that only looks like it', async () => {
    const found = async (search: string) => (await trader.given('getAccountRecords', { search, limit: 200 })).items;
    const { orderId = '', position = 0 } = postings.find(({ event }) => event === 'SpotOrderMatched') ?? {};
    const ofOrder = await found(orderId ?? '');
    expect(ofOrder).toEqual(postings.filter((row) => row.orderId === orderId).reverse());
    expect(new Set(ofOrder.map(({ event }) => event)).size).toBe(2);
    expect(await found(`${position}`)).toEqual(postings.filter((row) => row.position === position).reverse());
    expect(await found('%')).toEqual([]);
  });
});

describe('a balance at a past instant', () => {
  it('is the sum of all postings up to then, at every posting and beside it', async () => {
    const instants = new Set(postings.flatMap(({ at }) => [at - 1, at, at + 1]));
    for (const at of [...instants, START - DAY_MS, START + DAY_MS, clock.now()]) {
      const { data } = await trader.get('getAssetsAt', { at });
      expect({ at, held: totals(data) }).toEqual({ at, held: addedUp(at) });
    }
  });

  it('is what is held now where the instant is now or later, and nothing where nobody was there yet', async () => {
    const now = await trader.given('getAsset2');
    const later = await trader.given('getAssetsAt', { at: clock.now() + DAY_MS });
    expect(totals(later)).toEqual(totals(now));
    expect(later.at).toBe(clock.now());
    const before = await trader.given('getAssetsAt', { at: 0 });
    expect([before.rows, before.position, before.totalUsdt]).toEqual([[], 0, '0']);
    await trader.when('getAssetsAt', { at: -1 }).then('request.field-invalid');
  });

  it('is worth what the prices of that instant say, the same whenever it is asked', async () => {
    const at = postings.at(-1)?.at ?? 0;
    const once = await trader.given('getAssetsAt', { at });
    clock.advance(HOUR_MS);
    const again = await trader.given('getAssetsAt', { at });
    expect(again).toEqual(once);
    expect(Object.keys(once.rates)).toEqual(expect.arrayContaining(['USDT', 'USD', 'EUR', 'CNY', 'JPY', 'KRW', 'BTC']));
    const btc = once.rows.find(({ currency }) => currency === 'BTC');
    expect(Number(btc?.valueUsdt)).toBeCloseTo(Number(btc?.total) * Number(btc?.priceUsdt), 6);
  });
});

describe('the history of the total', () => {
  it('begins when the account does, ends now, and at each point is what was held then at the prices of then', async () => {
    for (const span of ['day', 'week', 'month', 'year'] as const) {
      const { data } = await trader.get('getAssetHistory', { span, timeZone: 'Asia/Kathmandu' });
      const last = data.points.at(-1);
      expect([data.points.every(({ at }) => at >= START), last?.at]).toEqual([true, clock.now()]);
      // Some of them, the first and the last included; all would take long.
      const some = data.points.slice(0, -1).filter((_, index, all) => index % 9 === 0 || index === all.length - 1);
      for (const { at, value } of some) {
        // A day is closed by what happened before its end.
        const then = await trader.given('getAssetsAt', { at: at - 1 });
        const held = then.rows.map(({ currency, total }) => [currency, total]);
        const there = await trader.given('getAssetsAt', { at });
        if (JSON.stringify(there.rows.map(({ currency, total }) => [currency, total])) === JSON.stringify(held))
          expect({ span, at, value }).toEqual({ span, at, value: there.totalUsdt });
      }
    }
    const month = await trader.given('getAssetHistory', { span: 'month', currency: 'EUR' });
    expect(month.points.length).toBeGreaterThan(2);
    await trader.when('getAssetHistory', { timeZone: 'Mars/Olympus' }).then('request.field-invalid');
  });
});

describe('what is frozen', () => {
  it('is all accounted for by what froze it, with its orders', async () => {
    const assets = await trader.given('getAsset2');
    const holds = await trader.given('getHolds');
    const sum = holds.reduce((total, hold) => total + amount(hold.amount), 0n);
    expect(format(sum)).toBe(assets.rows.find(({ currency }) => currency === 'USDT')?.frozen);
    expect(holds.map(({ cause, reference, orders }) => [cause, reference, orders.length])).toEqual([
      ['orders', 'BTCUSDT', 1],
      ['orders', 'ETHUSDT', 1],
    ]);
    expect(await trader.given('getHolds', { currency: 'BTC' })).toEqual([]);
  });
});

describe('the postings behind a balance', () => {
  it('lead from zero to the balance, page by page, each with the balance after it', async () => {
    for (const bucket of [undefined, 'available', 'frozen'] as const) {
      const all: BalancePostingsView['items'] = [];
      const query = { currency: 'USDT', space: 'spot', limit: 7, ...(bucket && { bucket }) };
      let balance = '';
      for (let cursor: string | null = ''; cursor !== null;) {
        const answer: BalancePostingsView = await trader.given('getBalancePostings', {
          ...query,
          ...(cursor && { cursor }),
        });
        all.push(...answer.items);
        balance = answer.balance;
        cursor = answer.nextCursor;
      }
      expect(all[0]?.balance).toBe(balance);
      const steps = all.map((row, index) => amount(row.balance) - amount(all[index + 1]?.balance ?? '0'));
      expect(steps).toEqual(all.map((row) => amount(row.amount)));
    }
  });

  it('can be asked as of an instant, and refuse a cursor that nobody gave', async () => {
    const at = postings[4]?.at ?? 0;
    const { data } = await trader.get('getBalancePostings', { currency: 'USDT', at });
    const then = (await trader.given('getAssetsAt', { at })).rows.find((row) => row.currency === 'USDT');
    expect([data.balance, data.at]).toEqual([then?.total, at]);
    await trader.when('getBalancePostings', { currency: 'USDT', cursor: 'x' }).then('request.field-invalid');
  });
});

describe('a statement', () => {
  const period = () => ({ from: START + HOUR_MS, to: START + 2 * DAY_MS, timeZone: 'Europe/Berlin' });

  it('opens with what was there before, closes with what was there at the end, and both ends stand in the history', async () => {
    const { from, to } = period();
    const { data } = await trader.get('getStatement', period());
    const total = (sums: Record<string, string>, row: { space: string; currency: string }) =>
      format(
        (['available', 'frozen'] as const)
          .map((bucket) => amount(sums[`${row.space}/${bucket}/${row.currency}`] ?? '0'))
          .reduce((one, other) => one + other),
      );
    for (const row of data.rows) {
      expect(row.opening.total).toBe(total(addedUp(from - 1), row));
      expect(row.closing.total).toBe(total(addedUp(to), row));
      expect(amount(row.opening.total) + amount(row.change)).toBe(amount(row.closing.total));
    }
    const within = postings.filter(({ at }) => at >= from && at <= to);
    expect([data.movements, data.rows.length]).toEqual([within.length, 2]);
    for (const currency of ['USDT', 'BTC']) {
      const kinds = data.kinds.filter((kind) => kind.currency === currency);
      const changed = kinds.reduce((sum, { change }) => sum + amount(change), 0n);
      expect(format(changed)).toBe(data.rows.find((row) => row.currency === currency)?.change);
    }
    const edge = await trader.get('getAssetsAt', { at: to });
    expect([data.closing.position, data.closing.hash]).toEqual([edge.data.position, edge.data.hash]);
  });

  it('comes as a CSV file that adds up from its first line to its last', async () => {
    const { answer, bytes } = await file('exportStatement', period());
    const { status, headers } = answer;
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="glassbook-statement-2026-03-02-to-2026-03-04.csv"',
    ]);
    const [heads = [], ...lines] = bytes
      .toString()
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const rows = lines.map((cells) => Object.fromEntries(heads.map((name, index) => [name, cells[index] ?? ''])));
    const balances = new Map<string, string>();
    const results = rows.filter(({ kind }) => kind === 'result');
    for (const { event, kind, account, currency, amount: changed = '', balance = '' } of rows) {
      if (kind === 'result') continue;
      const key = `${account} ${currency}`;
      if (event === 'closing') expect(balance).toBe(balances.get(key) ?? '0');
      else if (event !== 'opening') expect(amount(balance)).toBe(amount(balances.get(key) ?? '0') + amount(changed));
      balances.set(key, balance);
    }
    const { data } = await trader.get('getStatement', period());
    const moved = rows.filter(({ event, kind }) => event !== 'opening' && event !== 'closing' && kind !== 'result');
    const { pnlUsdt, realisedUsdt, feesUsdt, netFlowsUsdt } = data.result;
    const figures = Object.fromEntries(results.slice(0, 4).map(({ event, amount: figure }) => [event, figure]));
    expect(figures).toEqual({ netFlows: netFlowsUsdt, pnl: pnlUsdt, realised: realisedUsdt, fees: feesUsdt });
    expect([moved.length, headers.get('x-rows')]).toEqual([data.movements, `${data.movements}`]);
    expect(rows.at(-1)?.['eventHash']).toBe(data.closing.hash);
  });

  it('comes as a PDF document in nine languages, each with its own letters, and says that it is a simulation', async () => {
    const { data } = await trader.get('getStatement', period());
    const wanted: Record<string, string> = {
      ...{ en: 'Account statement', de: 'Kontoauszug', xby: 'Extracto de cuenta', jp: '取引明細書', hy: '거래 명세서' },
      ...{ ty: 'ใบแจ้งรายการเดินบัญชี', yn: 'Sao kê tài khoản', zh: '账户对账单', ft: '帳戶對帳單' },
    };
    for (const lang of languageKeys) {
      const { answer, bytes } = await file('exportStatementPdf', { ...period(), lang });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      // Marks above and below a letter have lines of their own.
      const text = pdfText(bytes).replace(/[\t\n]/g, '');
      expect(text).toContain(wanted[lang]);
      for (const words of [data.closing.hash, data.opening.hash, data.account, 'Europe/Berlin', 'npm run audit'])
        expect(text).toContain(words);
      expect(text).not.toContain('□');
    }
  });

  it('refuses a period that ends before it begins, and is empty where nothing was', async () => {
    await trader.when('getStatement', { from: 2, to: 1 }).then('request.field-invalid');
    const { data } = await trader.get('getStatement', { from: 0, to: START - DAY_MS });
    expect([data.rows, data.movements, data.opening.position]).toEqual([[], 0, 0]);
    const { bytes } = await file('exportStatementPdf', { from: 0, to: START - DAY_MS, lang: 'en' });
    expect(pdfText(bytes)).toContain('no movements');
  });
});
