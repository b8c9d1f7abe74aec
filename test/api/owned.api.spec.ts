import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OwnedView } from '../../contracts/owned.contract.js';
import { interestOf } from '../../shared/custody.js';
import { dateAfter, dateOf, startOf } from '../../shared/utc-date.js';
import { amount, format, roundTo, times, ZERO, type Amount } from '../../shared/money.js';
import { FakeClock } from '../../server/core/clock.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { WEDNESDAY_NOON } from '../kit/app.js';
import { boughtOrder, custodian } from '../kit/custody-recipes.js';
import { eventually } from '../kit/eventually.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const HOUR_MS = 3_600_000;
const clock = new FakeClock(WEDNESDAY_NOON);
let desk: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  desk = await startStaffed({ clock });
  await desk.member('ann', 'support');
}, 120_000);
afterAll(() => desk.started.close());

const total = (texts: readonly string[]): Amount => texts.reduce((sum, text) => sum + amount(text), ZERO);
const product = (view: OwnedView, name: string) => view.products.find((each) => each.product === name);

/** Every way to add it up comes to the same, to the last digit. */
function addsUp(view: OwnedView): void {
  const holdings = total([view.spacesUsdt, view.beyondUsdt]);
  expect(format(holdings - amount(view.debtsUsdt))).toBe(view.netUsdt);
  expect(total(view.products.map(({ valueUsdt }) => valueUsdt))).toBe(holdings);
  expect(total(view.ladder.map(({ valueUsdt }) => valueUsdt))).toBe(holdings);
  expect(format(total(view.coins.map(({ valueUsdt }) => valueUsdt)))).toBe(view.spacesUsdt);
  expect(product(view, 'other')).toBeUndefined();
}

/** A demo account with a coin, an order, a position, an order of a contract, an option and a live quote. */
async function investor(): Promise<Trader> {
  const demo = await Trader.demo(desk.started);
  await demo.placed({ type: 'market', quantity: '0.123' });
  await demo.placed({ price: await demo.away(-20), quantity: '0.07' });
  await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '20000' });
  const contract = { symbol: 'BTCUSDT-PERP', side: 'buy', positionSide: 'long' };
  await demo.given('placeContractOrder', { ...contract, type: 'market', quantity: '0.2' });
  const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
  const price = `${Math.round(+(contracts[0]?.markPrice ?? 0) * 0.8)}`;
  await demo.given('placeContractOrder', { ...contract, type: 'limit', quantity: '0.1', price });
  await demo.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '1000' });
  await demo.given('confirmOptionWarning');
  const bet = { symbol: 'BTCUSDT', direction: 'fall', delivery: '15m', stake: '100', payoutRate: '0' };
  await demo.given('buyOption', bet);
  return demo;
}

describe('what an account owns', () => {
  it('is nothing but its grant at first', async () => {
    const demo = await Trader.demo(desk.started);
    const view = await demo.given('getOwned');
    expect(view).toMatchObject({ netUsdt: '100000', spacesUsdt: '100000', beyondUsdt: '0', debtsUsdt: '0' });
    expect([view.items, view.income, view.debts, view.early.count]).toEqual([[], [], [], 0]);
    expect(view.products.map((each) => [each.product, each.valueUsdt])).toEqual([['available', '100000']]);
    expect(view.ladder[0]).toEqual({ rung: 'now', valueUsdt: '100000', isEstimate: false });
    addsUp(view);
  });

  it('is what the assets page shows, and the profit or loss of positions, to the last digit', async () => {
    const demo = await investor();
    const view = await demo.given('getOwned');
    addsUp(view);
    expect(view.spacesUsdt).toBe((await demo.given('getAsset2')).totalUsdt);
    const { positions } = await demo.given('getPositions');
    expect(positions).toHaveLength(1);
    const gain = total(positions.map(({ marginBalance, margin }) => format(amount(marginBalance) - amount(margin))));
    expect(view.beyondUsdt).toBe(format(gain));
    expect(product(view, 'contract')).toMatchObject({ count: 1, isEstimate: true, beyondUsdt: format(gain) });
    expect(product(view, 'option')).toMatchObject({ count: 1, valueUsdt: '100' });
    expect(view.items.filter(({ product: name }) => name === 'order').map(({ label, way }) => [label, way])).toEqual(
      expect.arrayContaining([
        ['BTCUSDT', 'cancel'],
        ['BTCUSDT-PERP', 'cancel'],
      ]),
    );
    const [option] = view.items.filter(({ product: name }) => name === 'option');
    expect(option).toMatchObject({ detail: 'fall', isAtRisk: true, way: 'settle', rung: 'day', heldUsdt: '100' });
    expect(view.coins.map(({ currency }) => currency)).toEqual(['USDT', 'BTC']);
  });

  it('is in the proof of liabilities with every balance', async () => {
    const demo = await investor();
    const { items, nextAt } = await demo.given('getLiabilityEpochs', { realm: 'demo' });
    clock.setTo(nextAt);
    await until(async () => {
      const found = await demo.given('getLiabilityEpochs', { realm: 'demo' });
      return found.items.length > items.length;
    });
    const view = await demo.given('getOwned');
    addsUp(view);
    const { rows, rates } = await demo.given('getAsset2');
    expect(rates.USD).toBe('1');
    const { leaf } = await demo.given('getLiabilityProof', {});
    const held = new Map<string, Amount>();
    for (const row of rows) held.set(row.currency, (held.get(row.currency) ?? ZERO) + amount(row.total));
    expect(leaf.sums.map((sum) => [sum.asset, sum.amount])).toEqual(
      [...held]
        .filter(([, sum]) => sum > ZERO)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([asset, sum]) => [asset, format(sum)]),
    );
    // Bitcoins stand in one account space, so that one rounding values them.
    const price = (asset: string) => amount(rows.find(({ currency }) => currency === asset)?.priceUsdt ?? '0');
    const worth = leaf.sums.map(({ asset, amount: text }) =>
      roundTo(times(amount(text), price(asset), 'down'), 8, 'down'),
    );
    expect(format(worth.reduce((sum, each) => sum + each, ZERO))).toBe(view.spacesUsdt);
  });

  it('has custody with what is certain, what is open, and what ending early costs', async () => {
    const trader = await custodian(desk.started);
    const orderId = await boughtOrder(trader, '1000');
    const view = await trader.given('getOwned');
    addsUp(view);
    expect(view).toMatchObject({
      netUsdt: '2000',
      beyondUsdt: '0',
      early: { count: 1, costUsdt: '50', receivesUsdt: '950' },
    });
    const [item] = view.items;
    expect(item).toMatchObject({ product: 'custody', id: orderId, label: 'flat', valueUsdt: '1000', way: 'mature' });
    expect(item).toMatchObject({ rung: 'week', early: { costUsdt: '50', receivesUsdt: '950' }, isEstimate: false });
    expect(view.income).toMatchObject([
      { what: 'interest', least: '21', most: '35', mostUsdt: '35', at: item?.availableAt },
    ]);

    clock.setTo(startOf(dateAfter(dateOf(clock.now()), 1)) + 5 * HOUR_MS);
    const rates = async () => {
      desk.started.app.get<Timers>(Timers, { strict: false }).look();
      return (await trader.given('getProfitInfo', { orderId })).order?.rates ?? [];
    };
    await eventually(async () => (await rates()).length).toBe(1);
    const accrued = interestOf('1000', await rates());
    const later = await trader.given('getOwned');
    addsUp(later);
    expect([later.beyondUsdt, later.spacesUsdt]).toEqual([accrued, '2000']);
    expect(later.netUsdt).toBe(format(amount('2000') + amount(accrued)));
    expect(later.early.receivesUsdt).toBe(format(amount('950') + amount(accrued)));
    expect(amount(later.income[0]?.least ?? '0')).toBe(amount(accrued) + amount('18'));
  });

  it('is shown while dividends or invitations are still being read, and says so', async () => {
    const trader = await custodian(desk.started);
    await boughtOrder(trader, '1000');
    const { at: _at, position: _, ...whole } = await trader.given('getOwned');
    expect(whole.incomeUnread).toEqual([]);
    const runner = desk.started.app.get<ProjectionRunner>(ProjectionRunner, { strict: false });
    const upToDate = runner.upToDate.bind(runner);
    const behind = ['corporate-actions', 'invitation-rewards'];
    const late = jest
      .spyOn(runner, 'upToDate')
      .mockImplementation((name, realm) => (behind.includes(name) ? Promise.resolve(false) : upToDate(name, realm)));
    const { at: __, position: ___, ...shown } = await trader.given('getOwned');
    expect({ ...shown, incomeUnread: shown.incomeUnread.toSorted() }).toEqual({
      ...whole,
      incomeUnread: ['entitlement', 'invitation'],
    });
    late.mockRestore();
  });

  it('is read by nobody else but staff, as it is', async () => {
    const demo = await investor();
    const { position: _, ...own } = await demo.given('getOwned');
    // The clock leapt by a day: the session of before is over.
    desk.tokens.set('ann', await desk.again('ann'));
    await desk.as('ann').when('users/:id/owned', { id: demo.userId }).then(own);
    await desk.as('ann').when('users/:id/owned', { id: 'nobody' }).then('404 staff.not-found');
  });
});
