import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { OptionView } from '../../contracts/option.contract.js';
import { amount, format } from '../../shared/money.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { Trader } from '../kit/trader.js';

const SECOND_MS = 1_000;
const clock = new FakeClock(WEDNESDAY_NOON);
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

const bet = { symbol: 'BTCUSDT', direction: 'rise', delivery: '30s', stake: '100', payoutRate: '0.9' };
const quote = { symbol: 'BTCUSDT', direction: 'rise', delivery: '30s', stake: '100' };

/** A demo account with USDT for options that has confirmed the warning. */
async function ready(stake = '10000'): Promise<Trader> {
  const demo = await Trader.demo(started);
  await demo.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: stake });
  await demo.given('confirmOptionWarning');
  return demo;
}

async function passed(trader: Trader, optionId: string, seconds: number): Promise<OptionView> {
  clock.advance(seconds * SECOND_MS);
  started.app.get<Timers>(Timers, { strict: false }).look();
  await eventually(async () => (await trader.given('getOption', { optionId })).option.status).not.toMatch(
    /pending|open/,
  );
  return (await trader.given('getOption', { optionId })).option;
}

describe('an option', () => {
  it('is quoted with chances, payout, and what one and a hundred such bets cost', async () => {
    const demo = await ready();
    const offer = await demo.given('quoteOption', quote);
    expect(offer.problems).toEqual([]);
    const { rise, fall, equal } = offer.chances ?? { rise: '', fall: '', equal: '' };
    expect(format(amount(rise) + amount(fall) + amount(equal))).toBe('1');
    expect(Math.abs(+rise - 0.5)).toBeLessThan(0.001);
    expect(+(offer.payoutRate ?? 0)).toBeGreaterThan(0.91);
    expect(+(offer.cost ?? 0)).toBeGreaterThanOrEqual(4);
    expect(+(offer.cost ?? 0)).toBeLessThan(4.02);
    expect(+(offer.costOfHundred ?? 0)).toBeCloseTo(100 * +(offer.cost ?? 0), 6);
    expect(offer.settlesBy - offer.at).toBe(32_000);
  });

  it('enters after the delay, settles at the average, and shows how anyone computes it again', async () => {
    const demo = await ready();
    const bought = await demo.post('buyOption', bet);
    // Of the events that the client tells neutrally: a bet is no success.
    expect(bought.envelope).toMatchObject({ code: 0, event: 'tradeBuy', message: 'Option bought.' });
    const { option } = bought.data;
    expect(option).toMatchObject({ status: 'pending', stake: '100', entryPrice: null });
    const { rows } = await demo.given('getAsset2');
    expect(rows.find(({ space }) => space === 'options')).toMatchObject({ available: '9900', frozen: '100' });
    const open = await demo.given('getOpenOptions');
    expect(open.options).toHaveLength(1);
    const over = await passed(demo, option.optionId, 33);
    expect(over.status).toMatch(/won|lost|equal/);
    const { proof } = await demo.given('getOption', { optionId: option.optionId });
    expect(proof.delayBeats).toBeGreaterThanOrEqual(2);
    expect(proof.delayBeats).toBeLessThanOrEqual(8);
    expect((proof.lastBeat ?? 0) - (proof.entryBeat ?? 0)).toBe(120);
    expect(proof.prices).toHaveLength(40);
    const sum = proof.prices.reduce((all, { price }) => all + amount(price), 0n);
    const difference = sum - 40n * amount(over.entryPrice ?? '');
    expect(over.status).toBe(difference > 0n ? 'won' : difference < 0n ? 'lost' : 'equal');
    expect(over.returned).toBe(over.status === 'won' ? format(amount('100') + amount(over.wins)) : '0');
    const standing = await demo.given('getOptionStanding');
    expect(standing.all).toMatchObject({ count: 1, staked: '100', returned: over.returned, profit: over.profit });
    await eventually(async () => (await demo.given('getMessages')).items[0]?.title ?? '').toMatch(/BTCUSDT/);
  });

  it('settles by the same instants after a standstill', async () => {
    const demo = await ready();
    const { option } = await demo.given('buyOption', { ...bet, delivery: '60s' });
    const hidden = { delayBeats: null, entryBeat: null, firstBeat: null, lastBeat: null };
    const { proof: pending } = await demo.given('getOption', { optionId: option.optionId });
    expect(pending).toMatchObject(hidden);
    const over = await passed(demo, option.optionId, 900);
    const { proof } = await demo.given('getOption', { optionId: option.optionId });
    expect(proof.lastBeat).toBe(pending.placedBeat + (proof.delayBeats ?? 0) + 240);
    expect(over.settlesAt).toBe((proof.lastBeat ?? 0) * 250);
    expect(over.settledAt).toBeGreaterThan((over.settlesAt ?? 0) + 600 * SECOND_MS);
  });

  it('stands in the history with filters, in pages, and as a file', async () => {
    const demo = await ready();
    for (const direction of ['rise', 'fall', 'fall']) {
      const { option } = await demo.given('buyOption', { ...bet, direction, payoutRate: '0' });
      await passed(demo, option.optionId, 33);
    }
    expect((await demo.given('getOptionHistory', { direction: 'fall' })).items).toHaveLength(2);
    const page = await demo.given('getOptionHistory', { limit: 2 });
    const rest = await demo.given('getOptionHistory', { limit: 2, cursor: page.nextCursor ?? '' });
    expect([page.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null]);
    const lines = (await (await demo.file('exportOptions')).text()).trim().split('\r\n');
    expect(lines).toHaveLength(4);
  });
});

describe('what stands against an option', () => {
  it('is said in a sentence, with the figures of the rule', async () => {
    const demo = await Trader.demo(started);
    await demo.when('buyOption', bet).then('option.warning-not-confirmed', 'Read and confirm the warning');
    await demo.given('confirmOptionWarning');
    await demo.when('confirmOptionWarning').then('option.warning-confirmed-before');
    await demo.when('buyOption', bet).then('asset.insufficient');
    await demo.when('buyOption', { ...bet, stake: '0.5' }).then('option.stake-below-minimum', 'at least 1 USDT');
    await demo.when('buyOption', { ...bet, stake: '6000' }).then('option.stake-above-maximum', 'at most 5,000 USDT');
    await demo.when('buyOption', { ...bet, payoutRate: '0.99' }).then('option.payout-worse', 'fell from 99%');
    // New York opens at 14:30.
    await demo.when('buyOption', { ...bet, symbol: 'AAPLUSDT' }).then('market.closed');
    await demo
      .when('buyOption', { ...bet, symbol: 'USDCUSDT' })
      .then('option.not-offered', 'We don’t sell options on USDC');
    await demo.when('buyOption', { ...bet, symbol: 'NONEUSDT' }).then('market.symbol-unknown');
    await demo.when('getOption', { optionId: 'opt-none' }).then('option.not-found', 'Refresh the list');
  });

  it('is the close of a market that comes before the settlement', async () => {
    const demo = await ready();
    const { items } = await new Trader(started).given('getOptionTerms', { symbols: 'BTCUSDT,AAPLUSDT' });
    expect(items.map(({ symbol }) => symbol)).toEqual(['AAPLUSDT', 'BTCUSDT']);
    expect(items[0]?.deliveries.every(({ problem }) => problem?.refusal === 'market.closed')).toBe(true);
    expect(items[1]?.deliveries.map(({ problem, payouts }) => [problem, +(payouts?.rise ?? 0) > 0.9])).toEqual(
      Array.from({ length: 6 }, () => [null, true]),
    );
    // The London market of gold pauses at 22:00 UTC.
    expect((await demo.given('quoteOption', { ...quote, symbol: 'XAUUSDT' })).problems).toEqual([]);
  });

  it('is an own limit or pause, tightened at once and loosened after a day', async () => {
    const demo = await ready();
    await demo
      .when('setOptionLossLimit', { limit: '50' })
      .then({ lossLimit: { limit: '50', lost: '0', pending: null } });
    await demo.when('buyOption', bet).then('option.loss-limit', 'daily loss limit is 50 USDT');
    const { lossLimit } = await demo.given('setOptionLossLimit', { limit: 'none' });
    expect(lossLimit).toMatchObject({ limit: '50', pending: { limit: null, from: clock.now() + 24 * 3_600_000 } });
    await demo.when('setOptionLossLimit', { limit: 'none' }).then('option.limit-unchanged');
    const until = clock.now() + 7 * 86_400_000;
    await demo.given('setOptionPause', { until: `${until}` });
    await demo.when('buyOption', { ...bet, stake: '10' }).then('option.paused-by-owner', 'You paused options until');
    await demo.when('setOptionPause', { until: `${clock.now() - 1}` }).then('option.pause-too-long');
  });

  it('is the trade password and the cap of the risk class of a real account', async () => {
    const { trader } = await tradingPerson(started);
    await fund(started, trader.userId, 'USDT', '3000');
    await trader.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '3000' });
    await trader.given('confirmOptionWarning');
    const cap = { class: 'unassessed', cap: '1000', open: '0' };
    await trader.when('getOptionStanding').then({ cap });
    await trader.when('buyOption', { ...bet, stake: '1000.01' }).then('option.cap-exceeded', 'allows 1,000 USDT');
    await trader.given('buyOption', { ...bet, stake: '600', delivery: '1h' });
    await trader.when('buyOption', { ...bet, stake: '400.01' }).then('option.cap-exceeded', '600 USDT are open');
    await trader.when('getOptionStanding').then({ cap: { ...cap, open: '600' } });
  });
});

it('shows staff options, exposure and the account that pays them', async () => {
  const { rows } = await started.app
    .get<Pool>(Pool, { strict: false })
    .query<{ account: string; sum: string }>(
      `SELECT account, trim_scale(amount)::text AS sum FROM ledger_balances WHERE realm = 'demo' AND account LIKE 'house/option%'`,
    );
  const sums = new Map(rows.map(({ account, sum }) => [account, sum]));
  const house = await started.app
    .get<Pool>(Pool, { strict: false })
    .query<{ available: string; held: string; granted: string }>(
      `SELECT trim_scale(available_usdt)::text AS available, trim_scale(held_usdt)::text AS held,
              trim_scale(granted_usdt)::text AS granted FROM option_house WHERE realm = 'demo'`,
    );
  expect(house.rows).toEqual([
    { available: sums.get('house/options'), held: sums.get('house/option-holds') ?? '0', granted: '5000000' },
  ]);
});
