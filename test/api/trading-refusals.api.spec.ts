import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import type { CallName } from '../kit/calls.js';
import { BOLD_ANSWERS, fund, tradingPerson } from '../kit/factors.js';
import { publishPolicy } from '../kit/publish-policy.js';
import { expectRefusals, type RefusedRow } from '../kit/refused.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

/** A Wednesday, UTC, half an hour before New York closes. */
const clock = new FakeClock(Date.UTC(2026, 0, 7, 20, 30));
const PERPETUAL = 'BTCUSDT-PERP';
const [FIRST, NEXT] = ['BTCUSDT-260109', 'BTCUSDT-260116'];
let desk: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  desk = await startStaffed({ clock });
  await desk.member('ann', 'risk');
  await desk.member('bob', 'risk');
}, 120_000);
afterAll(() => desk.started.close());

/** A demo account with USDT in one space. */
async function demo(space: 'contract' | 'futures' | 'options', usdt = '10000'): Promise<Trader> {
  const trader = await Trader.demo(desk.started);
  await trader.given('transfer', { from: 'spot', to: space, currency: 'USDT', amount: usdt });
  return trader;
}

const bet = { symbol: 'BTCUSDT', direction: 'rise', delivery: '1h', stake: '10', payoutRate: '0' };
const buying = (
  fields: Partial<typeof bet>,
  refusal: string,
  field: string | undefined,
  english: string | RegExp,
): RefusedRow => ['buyOption', { ...bet, ...fields }, refusal, field, english];

/** Has confirmed the warning. */
async function better(): Promise<Trader> {
  const trader = await demo('options');
  await trader.given('confirmOptionWarning');
  return trader;
}

describe('an option that cannot be', () => {
  it('is one of a market, a time or a stake that none is sold for', async () => {
    await expectRefusals(await better(), [
      buying({ stake: '0' }, 'asset.amount-zero', 'stake', 'Enter an amount above 0.'),
      buying(
        { stake: '1.123456789' },
        'asset.too-many-decimals',
        'stake',
        'USDT has at most 2 decimals. Shorten the amount.',
      ),
      buying(
        { symbol: 'AAPLUSDT' },
        'option.closes-before-settlement',
        'delivery',
        /^AAPLUSDT closes at Jan 7, 2026, 9:00.PM.*, before this option settles\. Choose a shorter delivery time\.$/,
      ),
    ]);
    await publishPolicy(desk, 'option.rules', { equalMax: '0' });
    await expectRefusals(await better(), [
      buying(
        { symbol: 'PEPEUSDT', delivery: '30s' },
        'option.equal-too-likely',
        'symbol',
        /^PEPEUSDT may well end at its entry price: chance [\d.]+%, at most 0% allowed\. Choose a longer delivery time\.$/,
      ),
    ]);
  });

  it('is one beyond what a person, a minute, all people and the house may have open', async () => {
    await publishPolicy(desk, 'option.rules', { equalMax: '0.01', grantUsdt: '1000' });
    const [own, full, other] = [await better(), await better(), await better()];
    await expectRefusals(other, [
      buying(
        { stake: '2000' },
        'option.uncovered',
        'stake',
        /^This option could pay 1,8[\d.]+ USDT; we have 1,000 USDT for payouts\. Stake less or try again later\.$/,
      ),
    ]);
    const limits = { personUsdt: '100', expiryUsdt: '80', marketUsdt: '60', houseUsdt: '50' };
    await publishPolicy(desk, 'option.rules', { ...limits, grantUsdt: '5000000', openMax: 2 });
    await own.given('buyOption', bet);
    for (const stake of ['1', '1']) await full.given('buyOption', { ...bet, stake, delivery: '30s' });
    await expectRefusals(own, [
      buying({ stake: '95' }, 'option.person-limit', 'stake', 'Your open stakes may total 100 USDT. 90 USDT are left.'),
      buying(
        { stake: '75' },
        'option.expiry-limit',
        'stake',
        'Your stakes that settle in the same minute may total 80 USDT. 70 USDT are left.',
      ),
    ]);
    await expectRefusals(other, [
      buying(
        { stake: '55' },
        'option.market-limit',
        'stake',
        'All stakes that settle in this minute may total 60 USDT. 50 USDT are left. Choose another delivery time.',
      ),
      buying(
        { stake: '45', delivery: '300s' },
        'option.house-limit',
        'stake',
        'We sell options for 50 USDT at a time. 38 USDT are left. Try again later.',
      ),
    ]);
    await expectRefusals(full, [
      buying({}, 'option.too-many-open', undefined, 'You have 2 open options, the maximum. Wait until one settles.'),
    ]);
  });

  it('is one while its owner paused options', async () => {
    const trader = await better();
    await trader.given('setOptionPause', { until: `${clock.now() + 7 * 86_400_000}` });
    const paused = 'You paused options until Jan 14, 2026, 8:30 PM UTC.';
    await expectRefusals(trader, [buying({}, 'option.paused-by-owner', undefined, paused)]);
  });

  it('is one on a market whose trading may pause before it settles', async () => {
    const { parts } = desk.started.app.get<MarketService>(MarketService, { strict: false }).open.market;
    const rule = parts.calendars.find(({ id }) => id === 'nyse')?.interruption;
    if (rule === undefined) throw new Error('New York never interrupts trading');
    const { band } = rule;
    Object.assign(rule, { band: 0.000001 });
    try {
      await expectRefusals(await better(), [
        buying(
          { symbol: 'AAPLUSDT', delivery: '300s' },
          'option.pause-near',
          'symbol',
          'Trading in AAPLUSDT may pause soon. Try again later or choose another symbol.',
        ),
      ]);
    } finally {
      Object.assign(rule, { band });
    }
  });
});

const order = (fields: Record<string, string>) => ({
  symbol: PERPETUAL,
  side: 'buy',
  positionSide: 'long',
  type: 'market',
  quantity: '0.1',
  ...fields,
});
const share = (price: string, of: number): string => `${Math.round(Number(price) * of)}`;

describe('a call of contracts that the state of an account is against', () => {
  it('is one after a passed quiz, more than users may open, and one that brings margin behind an own order', async () => {
    const trader = await demo('contract', '40000');
    await trader.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
    await trader.given('placeContractOrder', order({}));
    await expectRefusals(trader, [
      [
        'passLeverageQuiz',
        { answers: '2,3,1,2,3' },
        'contract.quiz-passed-before',
        undefined,
        'You already passed the quiz. Choose your leverage.',
      ],
      [
        'placeContractOrder',
        order({ quantity: '2' }),
        'contract.open-interest-full',
        'quantity',
        /^You can open only 0\.\d+ BTC more on this side\. Reduce the quantity\.$/,
      ],
    ]);
    const entry = (await trader.given('getPositions')).positions[0]?.entryPrice ?? '';
    const stop = { side: 'sell', type: 'stop-limit', stopPrice: share(entry, 0.93), price: share(entry, 0.92) };
    await trader.given('placeContractOrder', order(stop));
    await trader.given('setLeverage', { symbol: PERPETUAL, leverage: '50' });
    await expectRefusals(trader, [
      [
        'placeContractOrder',
        order({ quantity: '0.3' }),
        'contract.closing-order-beyond',
        'quantity',
        /^Your margin would end at 8\d,\d+\.\d+ USDT, before your closing order at 8\d,\d+ USDT\. Change or cancel that order first\.$/,
      ],
    ]);
  });

  it('is a roll against the other side, or without the USDT that its margin takes', async () => {
    const roll: [CallName, Record<string, string>] = ['rollPosition', { symbol: FIRST, side: 'long' }];
    const against = await demo('futures');
    await against.given('setPositionMode', { symbol: NEXT, mode: 'one-way' });
    await against.given('placeContractOrder', order({ symbol: NEXT, side: 'sell', positionSide: 'both' }));
    await against.given('placeContractOrder', order({ symbol: FIRST }));
    await expectRefusals(against, [
      [...roll, 'contract.roll-against', 'side', `You hold the other side of ${NEXT} in one-way mode. Close it first.`],
    ]);
    const short = await demo('futures', '2000');
    await short.given('placeContractOrder', order({ symbol: FIRST, quantity: '0.01' }));
    const { rows } = await short.given('getAsset2');
    const amount = rows.find(({ space }) => space === 'futures')?.available ?? '';
    await short.given('adjustPositionMargin', { symbol: FIRST, side: 'long', amount });
    await expectRefusals(short, [
      [
        ...roll,
        'contract.roll-margin-short',
        undefined,
        /^To keep your margin you need [\d,.]+ USDT more; you would have [\d,.]+ USDT\. Transfer more first\.$/,
      ],
    ]);
  });
});

describe('a book that has less than a position', () => {
  async function bold(usdt: string): Promise<Trader> {
    const { trader } = await tradingPerson(desk.started);
    await trader.given('submitQuestionnaire', BOLD_ANSWERS);
    await fund(desk.started, trader.userId, 'USDT', usdt);
    await trader.given('transfer', { from: 'spot', to: 'futures', currency: 'USDT', amount: usdt });
    await trader.given('setLeverage', { symbol: FIRST, leverage: '2' });
    return trader;
  }

  it('is told in nine languages by a reversal that closes or opens only a part', async () => {
    const [own, whale, bidder] = [await bold('100000'), await bold('50000000'), await bold('100000')];
    await own.given('placeContractOrder', order({ symbol: FIRST, quantity: '0.02' }));
    const selling = order({ symbol: FIRST, side: 'sell', positionSide: 'short', quantity: '10' });
    let sold = '';
    for (let tries = 0; tries < 20 && sold !== '0'; tries += 1)
      sold = (await whale.given('placeContractOrder', selling)).orders[0]?.filledQuantity ?? '';
    expect(sold).toBe('0');
    const told = new Set<string | null>();
    for (const lang of languageKeys) {
      const { closed, opened, message } = await own.given('reversePosition', { symbol: FIRST, side: 'long', lang });
      expect([lang, closed, opened]).toEqual([lang, '0', '0']);
      told.add(message);
    }
    // contract.closed-in-part: no refusal of the call, whose orders were placed.
    expect([...told]).toContain('You closed 0 of 0.02 BTC. The book had no more within the slippage limit.');
    expect(told.size).toBe(languageKeys.length);
    const { markPrice = '' } = (await own.given('getPositions')).positions[0] ?? {};
    const bid = { symbol: FIRST, type: 'limit', price: share(markPrice, 0.98), quantity: '0.03' };
    await bidder.given('placeContractOrder', order(bid));
    // contract.reversed-in-part
    expect(await own.given('reversePosition', { symbol: FIRST, side: 'long' })).toEqual({
      closed: '0.02',
      opened: '0.01',
      message: 'You opened 0.01 of 0.02 BTC. The book had no more within the slippage limit.',
    });
  });
});

describe('a position of a size that no bracket has', () => {
  it('is refused, by brackets that are still to come too', async () => {
    const ends = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`to${n + 1}`, `${(n + 1) * 1000}`]));
    await publishPolicy(desk, 'contract.crypto', ends);
    await expectRefusals(await demo('contract'), [
      [
        'placeContractOrder',
        order({}),
        'contract.position-limit',
        'quantity',
        'A position can be worth 8,000 USDT at most. Reduce the quantity.',
      ],
    ]);
  });
});
