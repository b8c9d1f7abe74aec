import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../shared/language.js';
import type { PerformanceCoin, PerformanceView } from '../../contracts/performance.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount, format, over, ZERO, type Amount } from '../../shared/money.js';
import type { BalanceHistory } from '../../server/features/asset/balance-history.js';
import type { OwnerChanges } from '../../server/features/asset/performance/owner-changes.js';
import type { Valuation } from '../../server/features/asset/valuation.js';
import { PerformanceQuery } from '../../server/features/asset/performance/performance.query.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

interface Inside {
  changes: OwnerChanges;
  history: BalanceHistory;
  valuation: Valuation;
}

const START = Date.parse('2026-03-02T09:00:00Z');
const HOUR_MS = 3_600_000;
const clock = new FakeClock(START);
let started: StartedApp;
let trader: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  trader = await Trader.demo(started);
}, 60_000);
afterAll(() => started.close());

const performanceOf = (timeZone = 'UTC') => trader.given('getPerformance', { timeZone });
const of = (view: PerformanceView, currency: string): PerformanceCoin => {
  const coin = view.coins.find((each) => each.currency === currency);
  if (coin === undefined) throw new Error(`no ${currency}`);
  return coin;
};

async function later(ms: number): Promise<void> {
  clock.advance(ms);
  // Seeds of the time that was jumped over are promised and revealed first.
  await until(async () => (await trader.get('getTickers', { symbols: 'BTCUSDT,ETHUSDT' })).refusal === '');
}

/** What the trades of a market order came to, and their fees. */
async function filled(fields: Record<string, string>): Promise<{ notional: Amount; fee: Amount }> {
  const { data } = await trader.place({ type: 'market', ...fields });
  const sum = (field: 'notional' | 'fee') => data.trades.reduce((total, trade) => total + amount(trade[field]), ZERO);
  return { notional: sum('notional'), fee: sum('fee') };
}

const adds = ({ realisedUsdt, unrealisedUsdt, valueUsdt, netFlowsUsdt }: PerformanceView) =>
  expect(format(amount(realisedUsdt) + amount(unrealisedUsdt))).toBe(format(amount(valueUsdt) - amount(netFlowsUsdt)));

describe('the result of an account', () => {
  let paid: Amount;

  it('is nothing while only the opening grant is there', async () => {
    const view = await performanceOf();
    expect([view.unrealisedUsdt, view.realisedUsdt, view.today.pnlUsdt]).toEqual(['0', '0', '0']);
    expect([view.netFlowsUsdt, view.today.netFlowsUsdt, view.today.valueUsdt]).toEqual(['100000', '100000', '0']);
    expect([of(view, 'USDT').averageCostUsdt, view.today.percent]).toEqual(['1', '0']);
  });

  it('is a loss of fee and spread right after a purchase, whose cost includes its fee', async () => {
    const bought = await filled({ quantity: '0.1' });
    paid = bought.notional + bought.fee;
    const view = await performanceOf();
    const btc = of(view, 'BTC');
    expect([btc.costUsdt, btc.quantity]).toEqual([format(paid), '0.1']);
    expect(btc.averageCostUsdt).toBe(format(over(paid, amount('0.1'), 'up')));
    expect([view.feesUsdt, view.realisedUsdt]).toEqual([format(bought.fee), '0']);
    expect(amount(view.today.pnlUsdt)).toBeLessThan(ZERO);
    // One account without transfers: today's loss is its loss since it began.
    expect(view.today.pnlUsdt).toBe(view.unrealisedUsdt);
    adds(view);
  });

  it('values exactly what the assets show, at the same instant', async () => {
    const view = await performanceOf();
    const { data } = await trader.get('getAsset2');
    expect([view.at, view.valueUsdt]).toEqual([data.at, data.totalUsdt]);
  });

  it('realises what a sale brings less its fee less the average cost', async () => {
    await later(HOUR_MS);
    const sold = await filled({ side: 'sell', quantity: '0.04' });
    const view = await performanceOf();
    const gain = sold.notional - sold.fee - (paid * 4n) / 10n;
    expect(Math.abs(Number(amount(of(view, 'BTC').realisedUsdt) - gain))).toBeLessThanOrEqual(1);
    adds(view);
  });

  it('is not changed by what is put on hold or moved between spaces', async () => {
    const before = await performanceOf();
    await trader.placed({ price: await trader.away(-20), quantity: '0.05' });
    await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '10' });
    const after = await performanceOf();
    const lasting = ({ realisedUsdt, costUsdt, netFlowsUsdt, feesUsdt }: PerformanceView) => [
      ...[realisedUsdt, costUsdt, netFlowsUsdt, feesUsdt],
    ];
    expect(lasting(after)).toEqual(lasting(before));
  });

  it('begins today at midnight of the time zone, with what was held then at the prices of then', async () => {
    await later(24 * HOUR_MS);
    for (const [timeZone, since] of [
      ['UTC', '2026-03-03T00:00:00Z'],
      ['Asia/Tokyo', '2026-03-02T15:00:00Z'],
    ] as const) {
      const { today, valueUsdt } = await performanceOf(timeZone);
      const midnight = Date.parse(since);
      const then = await trader.given('getAssetsAt', { at: midnight });
      expect([today.since, today.valueUsdt, today.netFlowsUsdt]).toEqual([midnight, then.totalUsdt, '0']);
      expect(today.pnlUsdt).toBe(format(amount(valueUsdt) - amount(then.totalUsdt)));
    }
    await trader.when('getPerformance', { timeZone: 'Mars/Olympus' }).then('request.field-invalid');
  });

  it('is the same for those who ask at once, and reckoned from the beginning', async () => {
    const all = await Promise.all([performanceOf(), performanceOf(), performanceOf()]);
    expect(new Set(all.map((view) => JSON.stringify(view))).size).toBe(1);
    const { app } = started;
    const { changes, history, valuation } = app.get(PerformanceQuery, { strict: false }) as unknown as Inside;
    const fresh = new PerformanceQuery(changes, history, valuation, clock);
    expect(await fresh.performance('demo', `${trader.userId}.1`, { timeZone: 'UTC' })).toEqual(all[0]);
  });
});

describe('a statement', () => {
  const period = () => ({ from: START, to: clock.now() });
  const statement = (query: { from: number; to: number }) => trader.given('getStatement', query);

  it('says what the period brought, with the fees on lines of their own', async () => {
    const { result, holdings, kinds } = await statement({ from: 0, to: clock.now() });
    const all = await performanceOf();
    expect([result.realisedUsdt, result.feesUsdt, result.closingValueUsdt]).toEqual([
      ...[all.realisedUsdt, all.feesUsdt, all.valueUsdt],
    ]);
    const byName = [...all.coins].sort((a, b) => a.currency.localeCompare(b.currency, 'en'));
    expect(holdings.map(({ currency, unrealisedUsdt }) => [currency, unrealisedUsdt])).toEqual(
      byName.map(({ currency, unrealisedUsdt }) => [currency, unrealisedUsdt]),
    );
    const fees = kinds.filter(({ kind }) => kind === 'fees');
    expect(fees.map(({ currency, change }) => [currency, change])).toEqual([['USDT', `-${result.feesUsdt}`]]);
    expect([result.openingValueUsdt, result.netFlowsUsdt]).toEqual(['0', '100000']);
    // A later period has no flows: its result is the difference of two values.
    const [from, to] = [START + HOUR_MS / 2, clock.now()];
    const edges = await Promise.all(
      [from, to].map(async (at) => amount((await trader.given('getAssetsAt', { at })).totalUsdt)),
    );
    expect((await statement({ from, to })).result.pnlUsdt).toBe(format((edges[1] ?? ZERO) - (edges[0] ?? ZERO)));
  });

  it('lists each disposal for a tax return, in nine languages, adding up to what was realised', async () => {
    const { result } = await statement(period());
    const heads = new Set<string>();
    for (const lang of languageKeys) {
      const query = new URLSearchParams({ from: `${START}`, to: `${clock.now()}`, lang });
      const headers = { authorization: `Bearer ${trader.token}` };
      const answer = await fetch(`${started.url}/web/exportDisposals?${query}`, { headers });
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        200,
        'attachment; filename="glassbook-disposals-2026-03-02-to-2026-03-03.csv"',
      ]);
      const [head = '', ...lines] = (await answer.text()).trimEnd().split('\r\n');
      heads.add(head);
      const rows = lines.map((line) => line.split(','));
      for (const [coin, , acquired = '', disposed = '', proceeds = '', cost = '', fee = '', gain = ''] of rows) {
        expect([coin, acquired < disposed]).toEqual(['BTC', true]);
        expect(amount(gain)).toBe(amount(proceeds) - amount(cost) - amount(fee));
      }
      const gains = rows.reduce((sum, row) => sum + amount(row[7] ?? '0'), ZERO);
      expect([rows.length, format(gains)]).toEqual([1, result.realisedUsdt]);
    }
    expect(heads.size).toBe(languageKeys.length);
  });
});

describe('the records of money alone', () => {
  const read = (query: Record<string, string | number>) => trader.given('getAccountRecords', { limit: 200, ...query });

  it('are what each event changed of a currency in a space, page by page, without what was only on hold', async () => {
    const sums = new Map<string, Amount>();
    const all = (await read({})).items;
    for (const { position, space, currency, amount: changed } of all) {
      const key = `${position} ${space} ${currency}`;
      sums.set(key, (sums.get(key) ?? ZERO) + amount(changed));
    }
    const wanted = [...sums].filter(([, sum]) => sum !== ZERO).map(([key, sum]) => `${key} ${format(sum)}`);
    const { items, nextCursor } = await read({ postings: 'money', limit: 3 });
    const rest = await read({ postings: 'money', cursor: nextCursor ?? '' });
    const found = [...items, ...rest.items];
    expect(found.map((row) => `${row.position} ${row.space} ${row.currency} ${row.amount}`).sort()).toEqual(
      wanted.sort(),
    );
    expect([found.length < all.length, new Set(found.map(({ bucket }) => bucket))]).toEqual([true, new Set([null])]);
  });
});
