import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { EntitlementRunner } from '../../server/features/entitlement/entitlement.runner.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { seededFolder, WEDNESDAY_NOON } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { migratedDatabase } from '../kit/migrated.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SYMBOL = 'AAPLUSDT';
const REASON = 'As the board decided in December';
/** The Monday after; New York opens at 14:30 UTC. */
const EX_DATE = '2026-01-12';
const EX_AT = Date.UTC(2026, 0, 12, 14, 30);

const clock = new FakeClock(WEDNESDAY_NOON);
const dataDir = seededFolder(clock);
let database: Awaited<ReturnType<typeof migratedDatabase>>;
let staff: Awaited<ReturnType<typeof startStaffed>>;
let visitor: Trader;

beforeAll(async () => {
  database = await migratedDatabase();
  staff = await startStaffed({ clock, dataDir, databaseUrl: database.url });
  visitor = new Trader(staff.started);
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
}, 120_000);
afterAll(async () => {
  await staff.started.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const dividend = { symbol: SYMBOL, kind: 'dividend', date: EX_DATE, perShare: '1.5', reason: REASON } as const;
const proposed = (form: object) => staff.as('ann').when('proposeCorporateAction', { ...dividend, ...form });

/** Moves the clock and lets the market come along: its own beat stands still. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await staff.started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}
const pay = () => staff.started.app.get(EntitlementRunner, { strict: false }).look();
const statusOf = async (id: string): Promise<string | undefined> =>
  (await visitor.given('getCorporateActions', { symbol: SYMBOL })).find(({ actionId }) => actionId === id)?.status;

describe('a corporate action that cannot be', () => {
  it.each<[string, object, string, string]>([
    ['an unknown symbol', { symbol: 'NOPEUSDT' }, 'market.symbol-unknown', 'NOPEUSDT'],
    ['a coin', { symbol: 'BTCUSDT' }, 'action.not-for-class', 'Only stocks and ETFs with simulated prices'],
    ['a day on which its market is shut', { date: '2026-01-19' }, 'action.market-shut', 'closed on 2026-01-19'],
    ['a Sunday', { date: '2026-01-11' }, 'action.market-shut', 'Choose a trading day.'],
    ['a day that there is not', { date: '2026-02-30' }, 'action.market-shut', 'Choose a trading day.'],
    ['a date in the past', { date: '2026-01-06' }, 'action.date-past', 'This date is in the past. Choose a later one.'],
    ['too short a notice', { date: '2026-01-08' }, 'action.notice-short', 'Announce at least 2 days ahead.'],
    ['a date too far away', { date: '2027-02-01' }, 'action.date-far', 'Announce at most 365 days ahead.'],
    ['no amount', { perShare: undefined }, 'action.amount-missing', 'Enter the dividend per share.'],
    ['an amount above the price', { perShare: '100000' }, 'action.amount-range', 'Enter a dividend above 0 and up to'],
    ['no session', { kind: 'earnings' }, 'action.session-missing', 'Choose before the open or after the close.'],
    ['no reason', { reason: 'because' }, 'action.reason-short', 'Give a reason of at least 10 characters.'],
  ])('is refused for %s, in words', async (_, form, refusal, words) => {
    await proposed(form).then(refusal, words);
  });
});

/** What the dashboard tells those who may decide; it is read anew when some time has passed. */
const waiting = async () => (await staff.as('bob').given('queues')).find(({ name }) => name === 'corporate-actions');

describe('a dividend', () => {
  it('is read by nobody before another member has approved it, and by everybody from then on', async () => {
    const { actionId } = await proposed({}).then();
    await proposed({}).then('409 action.overlap');
    expect(await waiting()).toMatchObject({ count: 1, oldestAt: clock.now(), filter: { status: 'proposed' } });
    expect(await visitor.given('getCorporateActions', { symbol: SYMBOL })).toEqual([]);
    const named = { symbol: SYMBOL, actionId };
    await staff.as('ann').when('approveCorporateAction', named).then('403 action.own-proposal');
    await staff.as('bob').when('approveCorporateAction', named).then(named);
    await visitor
      .when('getCorporateActions', { symbol: SYMBOL })
      .then([{ actionId, kind: 'dividend', date: EX_DATE, dueAt: EX_AT, perShare: '1.5', status: 'announced' }]);
    const withdrawal = { ...named, reason: 'The board moved the date' };
    await staff.as('bob').when('withdrawCorporateAction', withdrawal).then(named);
    expect(await statusOf(actionId)).toBe('withdrawn');
    await visitor.when('getCorporateActions', { symbol: SYMBOL }).then([{ actionId, status: 'withdrawn' }]);
  });

  it('is told to holders, leaves the price, cancels what rests, and is paid to them once', async () => {
    await pass(3 * HOUR_MS);
    expect(await waiting()).toMatchObject({ count: 0, oldestAt: null });
    const holder = await Trader.demo(staff.started);
    await holder.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '10' });
    const rests = await holder.placed({
      symbol: SYMBOL,
      side: 'sell',
      quantity: '4',
      price: await holder.away(8, SYMBOL),
    });
    const { actionId } = await proposed({}).then();
    await staff.as('bob').given('approveCorporateAction', { symbol: SYMBOL, actionId });
    const titles = async () => (await holder.given('getMessages')).items.map(({ title }) => title);
    await eventually(titles).toContain('AAPL: dividend of 1.5 USDT per share');
    const { income } = await holder.given('getOwned');
    const due = { product: 'entitlement', what: 'dividend', label: SYMBOL, at: EX_AT, least: '0', most: '15' };
    expect(income).toMatchObject([{ ...due, isEstimate: true }]);
    await pass(EX_AT - 16 * MINUTE_MS - clock.now());
    const [before] = await holder.given('getTickers', { symbols: SYMBOL });
    const [usdtBefore] = (await holder.funds('USDT')).split(' ');
    await pass(2 * MINUTE_MS);
    await eventually(() => statusOf(actionId)).toBe('settled');
    await pay();
    const [usdt, held] = (await holder.funds('USDT')).split(' ');
    expect([Number(usdt) - Number(usdtBefore), held]).toEqual([15, '0']);
    expect(await holder.order(rests.orderId, SYMBOL)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'corporate-action',
    });
    await eventually(titles).toEqual(
      expect.arrayContaining([`${SYMBOL}: open orders cancelled`, 'Dividend received: 15 USDT']),
    );
    const { items } = await holder.given('getAccountRecords', { kind: 'dividends' });
    expect(items).toMatchObject([{ amount: '15', currency: 'USDT' }]);
    const [after] = await holder.given('getTickers', { symbols: SYMBOL });
    expect(Number(before?.last) - Number(after?.last)).toBeCloseTo(1.5, 1);
    staff.tokens.set('auditor', await staff.again('auditor'));
    await staff
      .as('auditor')
      .when('corporate-actions/:id', { id: actionId })
      .then({ status: 'settled', holders: 1, paid: '15', proposedByName: 'ann', decidedByName: 'bob' });
  });

  it('lets trading open at the price without it, from seeds that the audit recomputes', async () => {
    await pass(16 * MINUTE_MS);
    const trader = await Trader.demo(staff.started);
    const bought = await trader.placed({ symbol: SYMBOL, side: 'buy', type: 'market', quantity: '2' });
    expect(bought.status).toBe('filled');
    await pass(4 * HOUR_MS);
    await pass(4 * HOUR_MS);
    const pool = staff.started.app.get<Pool>(Pool, { strict: false });
    const { calendars } = readCatalogue();
    const epoch = epochOf(EX_AT, DEFAULT_EPOCH_MS);
    const audit = await auditMarket({ pool, epoch, symbols: [SYMBOL], calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    expect(audit.differences).toEqual([]);
    expect(audit.checked.fills).toBe(1);
    expect(audit.checked.closes).toBe(1);
  });
});
