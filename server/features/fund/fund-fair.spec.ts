import { beforeEach, describe, expect, it } from '@jest/globals';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { parseFairValues } from '../../../shared/fund.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import './fund.events.js';
import type { FundStruck } from './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, policiesOf, RULES, SteppedPrices, TestCaps } from './fund.testkit.js';

const OWNER = 'real-anna.1';
const who = { userId: 'real-anna', ownerId: OWNER, level: 'low', shownDate: null };
const POLICY = { name: 'fund.rules', version: 2, values: RULES };
const SPY = 'SPY:512.5:2028-03-02:2028-03-03:halt';
const instant = (text: string): number => Date.parse(text);
const noonOf = (date: string): number => instant(`${date}T12:00:00Z`);
/** What two people value at what has no official close. */
const fair = { values: 'none' };
const prices = new SteppedPrices();
const { given } = decider({
  realm: 'real',
  kind: fundKind,
  id: OWNER,
  others: [fundHouseKind],
  handlers: fundHandlers({
    gate: openGate,
    caps: new TestCaps(),
    fundPrices: prices,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    rules: policiesOf(() => POLICY, fair),
  }),
});

const buy = (requestId: string, amount: string) => ({
  type: 'BuyFund',
  data: { ...who, requestId, amount, agreed: 2, policy: POLICY, cap: { cap: null, policy: CAPS } },
});
const redeem = (units: string) => ({ type: 'RedeemFund', data: { ...who, requestId: 'fnd-2', units } });
const strike = (date: string) => at(instant(`${date}T22:00:00Z`), { type: 'StrikeFund', data: { level: 'low', date } });
const settle = (date: string) =>
  at(instant(`${date}T22:00:01Z`), { type: 'SettleFundRequests', data: { ...who, date } });
/** 1,000 units of Wednesday, 1 March: 1.5 shares at 500 and 0.005 coins at 50,000. */
const held = () =>
  given(
    funds(OWNER, 'USDT', '20000', 'finance'),
    at(noonOf('2028-03-01'), buy('fnd-1', '1000')),
    strike('2028-03-01'),
    settle('2028-03-01'),
  );
const sharesAt = (price: string | undefined) => {
  prices.priced = (asset) => (asset === 'BTC' ? '50000' : price);
};
function valueOf(story: ReturnType<typeof held>, date: string): FundStruck {
  const made = story.when(strike(date));
  expect(made.events.map(({ type }) => type)).toEqual(['FundStruck']);
  return made.events[0]?.data as FundStruck;
}

beforeEach(() => {
  fair.values = 'none';
  prices.drawn = new Set();
  prices.changes.clear();
  sharesAt('500');
});

describe('a fair value', () => {
  it('stands for a close that a holding does not have, on its dates and no other', () => {
    const story = held();
    sharesAt(undefined);
    fair.values = `QQQ:9:2028-03-02:2028-03-03:holiday ${SPY}`;
    const struck = valueOf(story, '2028-03-02');
    // 1.5 shares at 512.5 and 0.005 coins at 50,000, less a day of 0.2%.
    expect(struck).toMatchObject({ gross: '1018.75', fee: '0.00558219', nav: '1.01874442' });
    expect(struck.closes).toEqual([
      expect.objectContaining({
        ...{ asset: 'SPY', price: '512.5', closeAt: instant('2028-03-02T22:00:00Z') },
        fair: { version: 3, reason: 'halt' },
      }),
      expect.not.objectContaining({ fair: expect.anything() }),
    ]);
    story.when(strike('2028-03-03')).then('FundStruck');
    const missed = story.when(strike('2028-03-04'));
    missed.then('FundStrikeMissed');
    expect(missed.events[0]?.data).toMatchObject({ assets: ['SPY'] });
  });

  it('is not asked where there is an official close', () => {
    const story = held();
    fair.values = SPY;
    const struck = valueOf(story, '2028-03-02');
    expect(struck.closes.map(({ price }) => price)).toEqual(['500', '50000']);
    expect(JSON.stringify(struck)).not.toContain('fair');
  });

  it('settles no order: everything comes back, and the fund trades nothing', () => {
    const noon = noonOf('2028-03-02');
    const story = held().and(at(noon, redeem('400')), at(noon, buy('fnd-3', '700')));
    sharesAt(undefined);
    fair.values = SPY;
    prices.drawn = new Set(['2028-03-02']);
    const struck = valueOf(story, '2028-03-02');
    expect(struck).toMatchObject({ purchases: '700', redemptions: '400', trades: [], drawn: true, rebalanced: false });
    const settled = story.when(settle('2028-03-02'));
    expect(settled.events.map(({ type }) => type)).toEqual([
      ...['FundRequestFailed', 'FundFlowEnded', 'FundRequestFailed', 'FundFlowEnded'],
    ]);
    expect(story.state.held.low.units).toBe('1000');
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('19000 0');
    // What was drawn is done at the first official closes, and orders of then get them.
    sharesAt('600');
    story.and(at(noonOf('2028-03-03'), redeem('1000')));
    expect(story.when(strike('2028-03-03')).events[0]?.data).toMatchObject({ rebalanced: true });
    story.when(settle('2028-03-03')).then('FundUnitsRedeemed', 'FundFlowEnded');
  });

  it('is the value after the corporate actions up to 22:00, which are not taken twice', () => {
    const story = held();
    const split = { newShares: 2, oldShares: 1, perShare: null, cashOut: null };
    prices.changes.set('SPY', [{ ...split, dueAt: instant('2028-03-02T21:30:00Z') }]);
    sharesAt(undefined);
    fair.values = 'SPY:250:2028-03-02:2028-03-02:halt';
    expect(story.when(strike('2028-03-02')).events[0]?.data).toMatchObject({ gross: '1000' });
    sharesAt('250');
    const struck = valueOf(story, '2028-03-03');
    expect(struck.actions).toEqual([]);
    expect(struck.closes[0]).toMatchObject({ asset: 'SPY', quantity: '3' });
  });

  it.each([
    ['none', []],
    [SPY, [{ asset: 'SPY', price: '512.5', from: '2028-03-02', to: '2028-03-03', reason: 'halt' }]],
    ['SPY:0:2028-03-02:2028-03-03:halt', undefined],
    ['SPY:1:2028-03-03:2028-03-02:halt', undefined],
    ['SPY:1:2028-02-30:2028-03-02:halt', undefined],
    [`${SPY} SPY:1:2028-03-03:2028-03-09:halt`, undefined],
    [`${SPY} GLD:1:2028-03-03:2028-03-09:halt`, expect.any(Array)],
  ])('is read from %s', (text, values) => {
    expect(parseFairValues(text)).toEqual(values);
    expect(policySchemas['fund.fair-values'].safeParse({ fairValues: text }).success).toBe(values !== undefined);
  });

  it.each([
    '',
    'SPY',
    'SPY:-1:2028-03-02:2028-03-03:halt',
    'SPY:512,5:2028-03-02:2028-03-03:halt',
    'SPY:1:2028-03-02:2028-03-03:mood',
    `${SPY} `,
    'none none',
  ])('is refused as %s', (text) => {
    expect(policySchemas['fund.fair-values'].safeParse({ fairValues: text }).success).toBe(false);
  });
});
