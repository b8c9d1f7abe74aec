import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementView } from '../../contracts/statement.contract.js';
import { amount, format, ZERO, type Amount } from '../../shared/money.js';
import { dateAfter, dateOf } from '../../shared/utc-date.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { boughtOrder } from '../kit/custody-recipes.js';
import { eventually } from '../kit/eventually.js';
import { BOLD_ANSWERS, fund } from '../kit/factors.js';
import { purchase } from '../kit/fund-recipes.js';
import { codeOf, invited } from '../kit/invited.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { borrower, givenLoan } from '../kit/loan-recipes.js';
import { publishPolicy } from '../kit/publish-policy.js';
import type { Trader } from '../kit/trader.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERPETUAL = 'BTCUSDT-PERP';
/** What was put in from outside, and nothing else ever is. */
const PUT_IN = '20000';
let desk: LoanDesk;
let trader: Trader;
let statement: StatementView;
/** The lines of the tax file, by the names of its columns. */
let lines: Record<string, string>[];

const part = <Part>(token: abstract new (...args: never[]) => Part): Part =>
  desk.started.app.get<Part>(token as never, { strict: false });

/** Epoch by epoch, with everything that is due until then. */
async function passTo(until: number): Promise<void> {
  while (desk.clock.now() < until) {
    desk.clock.setTo(Math.min(until, desk.clock.now() + 4 * HOUR_MS));
    await part(MarketService).keepUp();
    await part(TradingService).open.beat.beat();
    await part(Timers).runDue(desk.clock.now());
  }
}

const move = (to: string, sum: string) => trader.given('transfer', { from: 'spot', to, currency: 'USDT', amount: sum });
const sumOf = (texts: readonly string[]): Amount => texts.reduce((sum, text) => sum + amount(text), ZERO);

beforeAll(async () => {
  desk = await LoanDesk.open();
  for (const name of ['ann', 'bob']) await desk.staffed.member(name, 'risk');
  await desk.staffed.member('rev', 'reviewer', ['custody']);
  await publishPolicy(desk.staffed, 'reward.rules', { feeVoucherPoints: 1 });
  trader = await borrower(desk.kit);
  await trader.given('submitQuestionnaire', BOLD_ANSWERS);
  await fund(desk.started, trader.userId, 'USDT', PUT_IN);
  await move('contract', '5000');
  await move('options', '1000');
  await move('finance', '5000');
  await trader.given('confirmOptionWarning');
}, 120_000);
afterAll(() => desk.close());

async function trades(): Promise<void> {
  await trader.placed({ type: 'market', quantity: '0.02' });
  await trader.placed({ type: 'market', side: 'sell', quantity: '0.01' });
  const order = { symbol: PERPETUAL, type: 'market', quantity: '0.05' };
  await trader.given('placeContractOrder', { ...order, side: 'buy', positionSide: 'long' });
  await trader.given('placeContractOrder', { ...order, side: 'sell', positionSide: 'short', quantity: '0.02' });
  await trader.given('closePosition', { symbol: PERPETUAL, side: 'short' });
  for (const direction of ['rise', 'fall'])
    await trader.given('buyOption', { symbol: 'BTCUSDT', direction, delivery: '30s', stake: '100', payoutRate: '0' });
}

/** Redeemed at once by what staff decide, and a new coin that two of them sell. */
async function wealth(): Promise<string> {
  const orderId = await boughtOrder(trader, '200');
  await trader.given('sellProfit', { orderId, shownPenalty: '10' });
  await boughtOrder(trader, '300', 'daily');
  const rev = desk.staffed.as('rev');
  let requestId = '';
  await eventually(async () => {
    const rows = await rev.given('reviews', { filter: { kind: 'custody-redemption', userId: trader.userId } });
    requestId = rows[0]?.id ?? '';
    return requestId;
  }).not.toBe('');
  await rev.decides(requestId, 'approved').then();
  const bought = await trader.given('buyFund', await purchase(trader, '400'));
  const today = dateOf(desk.clock.now());
  const dates = { closesOn: dateAfter(today, 2), listsOn: dateAfter(today, 3) };
  const sold = { coin: 'NOVA', name: 'Nova', issuePrice: '0.5', volume: 100, minimum: 10, lockupDays: 2 };
  await desk.staffed.as('ann').given('proposeNewCoin', { ...sold, ...dates, reason: 'As the board decided.' });
  await desk.staffed.as('bob').given('approveNewCoin', { issueId: 'NOVA' });
  await trader.given('subscribeNewCoin', { issueId: 'NOVA', coins: '50', agreed: '1' });
  await trader.given('setSignInZone', { timeZone: 'UTC' });
  await trader.given('signIn');
  const { rules } = await trader.given('getRewards');
  await trader.given('exchangePoints', { rulesVersion: `${rules.version}` });
  const other = await invited(desk.started, await codeOf(trader));
  await other.placed({ type: 'market', quoteAmount: '1500' });
  return bought.request.requestId;
}

describe('what a person owns, after all products', () => {
  it('is what was put in and what the products brought, each in its own class', async () => {
    await trades();
    const requestId = await wealth();
    const flows = async () => {
      const { netFlowsUsdt, realisedUsdt } = await trader.given('getPerformance');
      return [netFlowsUsdt, realisedUsdt];
    };
    const [, realised] = await flows();
    const loanId = await givenLoan(desk.kit, trader);
    await desk.reaches(trader, loanId, 'disbursed');
    // A loan that is paid out is no profit.
    expect(await flows()).toEqual(['20300', realised]);

    await passTo(desk.clock.now() + 5 * HOUR_MS);
    await trader.given('closePosition', { symbol: PERPETUAL, side: 'long' });
    const coin = async () => (await trader.given('getNewCoins')).coins[0];
    await passTo(((await coin())?.listsAt ?? 0) + 1000);
    await eventually(async () => (await coin())?.status).toBe('listed');
    await passTo(((await coin())?.tradesAt ?? 0) + 1000);
    await eventually(async () => (await trader.given('getSubscriptions')).items[0]?.status).toBe('passed');
    const ordered = async (id: string) =>
      (await trader.given('getFundRequests')).items.find((request) => request.requestId === id);
    await eventually(async () => (await ordered(requestId))?.status).toBe('success');
    const half = { level: 'low', units: '200' } as const;
    const redemption = (await trader.given('redeemFund', half)).request.requestId;

    // The first three days are free of interest.
    await passTo(desk.clock.now() + 2 * DAY_MS);
    const [, before] = await flows();
    const { now } = await trader.given('lendBack', { loanId });
    expect(amount(now?.interest ?? '0')).toBeGreaterThan(ZERO);
    await trader.given('repayLoan', { loanId, shownTotal: now?.owed ?? '' });
    await desk.reaches(trader, loanId, 'cleared');
    // The principal is no loss, and its interest is.
    await eventually(flows).toEqual([PUT_IN, format(amount(before ?? '') - amount(now?.interest ?? ''))]);

    await passTo(desk.clock.now() + 4 * DAY_MS);
    await eventually(async () => (await ordered(redemption))?.status).toBe('success');
    await eventually(async () =>
      (await trader.given('getCustodyOrders')).items.map(({ status }) => status).sort(),
    ).toEqual(['completed', 'redeemed']);

    statement = await trader.given('getStatement', { from: 0, to: desk.clock.now() });
    const csv = await (await trader.file('exportDisposals', { from: 0, to: desk.clock.now(), lang: 'en' })).text();
    const [heads = [], ...rest] = csv
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    lines = rest.map((cells) => Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])));
  }, 120_000);

  it('changed by the classes of the tax file and what is not sold yet, and by nothing else', async () => {
    const { result, holdings } = statement;
    expect([result.openingValueUsdt, result.netFlowsUsdt]).toEqual(['0', PUT_IN]);
    const gains = sumOf(lines.map((line) => line['Gain or loss (USDT)'] ?? ''));
    expect(format(gains)).toBe(result.realisedUsdt);
    const unsold = sumOf(holdings.map(({ unrealisedUsdt }) => unrealisedUsdt));
    expect(format(amount(PUT_IN) + gains + unsold)).toBe(result.closingValueUsdt);
    expect((await trader.given('getOwned')).netUsdt).toBe(result.closingValueUsdt);
  });

  const gainsOf = (kind: string, is: (line: Record<string, string>) => boolean = () => true): string =>
    format(
      sumOf(lines.filter((line) => line['Kind'] === kind && is(line)).map((line) => line['Gain or loss (USDT)'] ?? '')),
    );

  it('has contracts and options as they were shown: realised PnL, funding and fees', async () => {
    const positions = (await trader.given('getPositionHistory')).items;
    const { all } = await trader.given('getOptionStanding');
    const funding = sumOf(positions.map((each) => each.funding));
    expect([positions.length, all.count, funding === ZERO]).toEqual([2, 2, false]);
    const pnl = sumOf(positions.map((each) => each.profit)) + sumOf(positions.map((each) => each.fees));
    expect(gainsOf('Contract or option PnL')).toBe(format(pnl + amount(all.profit)));
  });

  it('has interest of custody, fees paid back and rewards as income', async () => {
    const orders = (await trader.given('getCustodyOrders')).items;
    const { paidBack } = await trader.given('getRewards');
    const rewards = (await trader.given('getInvitationRewards')).items;
    const parts = [...orders.map(({ interest }) => interest ?? '0'), paidBack, ...rewards.map(({ reward }) => reward)];
    expect(parts.filter((text) => amount(text) > ZERO).length).toBeGreaterThanOrEqual(3);
    expect(gainsOf('Income')).toBe(format(sumOf(parts)));
  });

  it('has fees of contracts, the penalty of custody and the interest of a loan as charges', async () => {
    const positions = (await trader.given('getPositionHistory')).items;
    const { loan } = await trader.given('lendBack', {
      loanId: (await trader.given('lendMylist')).items[0]?.loanId ?? '',
    });
    const charged = [...positions.map(({ fees }) => fees), '10', loan.interest ?? '0'];
    expect(gainsOf('Charge')).toBe(format(-sumOf(charged)));
  });

  it('has units of funds sold at their gain, and coins of a new coin at their price and fee', async () => {
    const [redeemed] = (await trader.given('getFundRequests')).items;
    expect(gainsOf('Disposal', ({ Coin }) => Coin === 'LOWFUND')).toBe(
      format(amount(redeemed?.paid ?? '') - amount('200')),
    );
    const nova = statement.holdings.find(({ currency }) => currency === 'NOVA');
    expect([nova?.quantity, nova?.averageCostUsdt]).toEqual(['50', '0.5025']);
    const classes = new Set(statement.kinds.map(({ kind }) => kind));
    for (const kind of [
      'contracts',
      'options',
      'custody',
      'loans',
      'fund-units',
      'rewards',
      'subscriptions',
      'invitations',
    ])
      expect([kind, classes.has(kind as never)]).toEqual([kind, true]);
  });
});
