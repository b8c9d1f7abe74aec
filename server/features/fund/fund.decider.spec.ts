import { beforeEach, describe, expect, it } from '@jest/globals';
import { FUND_ASSETS, parseBasket, worstFall } from '../../../shared/fund.js';
import { amount, format } from '../../../shared/money.js';
import { owing } from '../../core/ports/open-debts.testkit.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { FundPurchase } from './fund.commands.js';
import './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind, openFunds, type FundState } from './fund.state.js';
import { CAPS, RULES, SteppedPrices, TestCaps, policiesOf } from './fund.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
/** Wednesday, 1 March 2028, 12:00 UTC. */
const AT = Date.parse('2028-03-01T12:00:00Z');
const instant = (text: string): number => Date.parse(text);
let rules = { ...RULES };
const policy = () => ({ name: 'fund.rules', version: 2, values: rules });
const prices = new SteppedPrices();
const principal = new OpenPrincipal([
  { kind: fundKind, of: 'ownerId', principal: (state) => openFunds(state as FundState) },
]);
const owes = { usdt: '0' };
const debts = owing(fundHouseKind, owes);
const policies = policiesOf(policy);
const { given } = decider({
  realm: 'real',
  kind: fundKind,
  id: OWNER,
  others: [fundHouseKind],
  handlers: fundHandlers({
    gate: openGate,
    caps: new TestCaps(),
    fundPrices: prices,
    principal,
    debts,
    rules: policies,
  }),
  at: AT,
});

const money = funds(OWNER, 'USDT', '20000', 'finance');
const buy = (changes: Partial<FundPurchase> = {}) => ({
  type: 'BuyFund',
  data: {
    ...who,
    requestId: 'fnd-1',
    level: 'low',
    amount: '1000',
    agreed: 2,
    shownDate: null,
    policy: policy(),
    cap: { cap: '50000', policy: CAPS },
    ...changes,
  },
});
const redeem = (units: string, requestId = 'fnd-2', shownDate: string | null = null) => ({
  type: 'RedeemFund',
  data: { ...who, requestId, level: 'low', units, shownDate },
});
const cancel = (requestId = 'fnd-1') => ({ type: 'CancelFundRequest', data: { ...who, level: 'low', requestId } });
const strike = (date: string) => at(instant(`${date}T22:00:00Z`), { type: 'StrikeFund', data: { level: 'low', date } });
const settle = (date: string) =>
  at(instant(`${date}T22:00:01Z`), { type: 'SettleFundRequests', data: { ...who, level: 'low', date } });
const bought = () => given(money, buy(), strike('2028-03-01'), settle('2028-03-01'));

beforeEach(() => {
  owes.usdt = '0';
  rules = { ...RULES };
  prices.drawn = new Set();
  prices.changes.clear();
  prices.priced = new SteppedPrices().priced;
});

describe('a purchase', () => {
  it('keeps the article that was ticked, under the newest schema, and none where none was shown', () => {
    const agreement = { slug: 'how-funds-work', version: 4 };
    expect(given(money).when(buy({ agreement })).events[1]).toMatchObject({ schema: 2, data: { agreement } });
    expect(given(money).when(buy()).events[1]).toMatchObject({ schema: 2, data: { agreement: null } });
  });

  it('puts the money on hold until the first value of later closes', () => {
    const made = given(money).when(buy());
    const story = made.then('FundOpened', 'FundPurchaseRequested', 'FundFlowPlaced');
    expect(made.events[1]?.data).toMatchObject({ date: '2028-03-01', firstCloseAt: instant('2028-03-01T21:00:00Z') });
    expect(made.due.map(({ id }) => id)).toEqual([
      'strike-fund:low:2028-03-01',
      'settle-fund-requests:real-anna.1:low:2028-03-01',
    ]);
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('19000 1000');
  });

  it.each([
    ['before the close of a weekday', '2028-03-01T20:59:59Z', '2028-03-01'],
    ['at that close', '2028-03-01T21:00:00Z', '2028-03-02'],
    ['after the close of a Friday', '2028-03-03T21:00:01Z', '2028-03-06'],
    ['on a Sunday', '2028-03-05T23:00:00Z', '2028-03-06'],
  ])('%s gets a value that nobody knows a part of', (_, when, date) => {
    const story = given(money).when(at(instant(when), buy()));
    expect(story.events.find(({ type }) => type === 'FundPurchaseRequested')?.data).toMatchObject({ date });
  });

  it.each<[string, Partial<FundPurchase>, string]>([
    ['of nothing', { amount: '0' }, 'asset.amount-zero'],
    ['in parts of cents', { amount: '10.001' }, 'asset.too-many-decimals'],
    ['below the minimum', { amount: '9.99' }, 'fund.below-minimum'],
    ['above the maximum', { amount: '50000.01' }, 'fund.above-maximum'],
    ['without the rules read', { agreed: null }, 'fund.agreement-needed'],
    ['by rules of before', { agreed: 1 }, 'fund.terms-changed'],
    ['for another date than shown', { shownDate: '2028-02-29' }, 'fund.date-changed'],
    ['above the cap of all products', { cap: { cap: '999.99', policy: CAPS } }, 'fund.cap-exceeded'],
    ['above the balance', { amount: '20000.01' }, 'asset.insufficient'],
  ])('%s is refused', (_, changes, refusal) => {
    given(money).when(buy(changes)).then(refusal);
  });

  it('takes what is available less debts, as custody and new coins do', () => {
    owes.usdt = '19000.01';
    const params = { field: 'amount', owed: '19000.01', maximum: '999.99' };
    given(money).when(buy()).then({ refusal: 'asset.debts-uncovered', params });
    owes.usdt = '19000';
    given(money).when(buy()).then('FundOpened', 'FundPurchaseRequested', 'FundFlowPlaced');
  });

  it('is refused while the fund is not for sale', () => {
    rules = { ...RULES, lowForSale: false };
    given(money).when(buy()).then('fund.not-for-sale');
  });

  it('counts what units cost and what waits under one cap', () => {
    const cap = { cap: '1500', policy: CAPS };
    bought()
      .when(at(instant('2028-03-02T12:00:00Z'), buy({ requestId: 'fnd-9', amount: '500.01', cap })))
      .then('fund.cap-exceeded');
    const waits = given(money, buy());
    waits.when(buy({ requestId: 'fnd-9', amount: '500.01', cap })).then('fund.cap-exceeded');
  });

  it('is refused while as many orders wait in the fund as may', () => {
    rules = { ...RULES, waitingMax: 2 };
    const two = given(money, buy(), buy({ requestId: 'fnd-2' }));
    const third = two.when(buy({ requestId: 'fnd-3' }));
    third.then({ refusal: 'fund.too-many-waiting', params: { most: 2, policy: 'fund.rules', version: 2 } });
    two
      .when(buy({ requestId: 'fnd-3', level: 'balanced' }))
      .then('FundOpened', 'FundPurchaseRequested', 'FundFlowPlaced');
    two
      .and(cancel())
      .when(buy({ requestId: 'fnd-3' }))
      .then('FundPurchaseRequested', 'FundFlowPlaced');
  });

  it('can be cancelled until a close is known, and no later', () => {
    given(money, buy()).when(cancel()).then('FundRequestCancelled', 'FundFlowEnded');
    const cancelled = given(money, buy(), cancel());
    expect(cancelled.funds(OWNER, 'USDT', 'finance')).toBe('20000 0');
    cancelled.when(cancel()).then('fund.request-not-found');
    given(money, buy())
      .when(at(instant('2028-03-01T21:00:00Z'), cancel()))
      .then('fund.cancel-late');
  });
});

describe('the timer of a settlement', () => {
  const timers = (story: ReturnType<typeof bought>) => [...story.realm.due.keys()].toSorted();

  it('is one for an owner and a value, however often they buy and cancel', () => {
    const story = given(money);
    for (let n = 0; n < 1_000; n += 1) story.and(buy({ requestId: `fnd-${n}` }), cancel(`fnd-${n}`));
    expect(timers(story)).toEqual(['settle-fund-requests:real-anna.1:low:2028-03-01', 'strike-fund:low:2028-03-01']);
    story.and(strike('2028-03-01')).when(settle('2028-03-01')).then();
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('20000 0');
  });

  it('settles all that waits for the value, and nothing that waits for a later one', () => {
    prices.priced = (asset) => (asset === 'BTC' ? '50000' : '500');
    const noon = instant('2028-03-02T12:00:00Z');
    const late = instant('2028-03-02T21:30:00Z');
    const story = bought().and(
      at(noon, redeem('250', 'fnd-2')),
      at(noon, buy({ requestId: 'fnd-3', amount: '100' })),
      at(noon, redeem('750', 'fnd-4')),
      at(late, buy({ requestId: 'fnd-5', amount: '50' })),
      strike('2028-03-02'),
    );
    const settled = story.when(settle('2028-03-02'));
    const types = settled.events.map(({ type }) => type).filter((type) => type !== 'FundFlowEnded');
    expect(types).toEqual(['FundUnitsRedeemed', 'FundUnitsIssued', 'FundUnitsRedeemed']);
    expect([...story.state.pending.keys()]).toEqual(['fnd-5']);
    const costs = settled.events.flatMap(({ data }) => (data as { cost?: string }).cost ?? []);
    expect(costs[0]).toBe('250');
    const left = story.state.held.low;
    expect(amount(costs[1] ?? '0') + amount(left.cost)).toBe(amount('850'));
  });
});

describe('a strike', () => {
  it('buys the basket for the purchases of the day at its own closes', () => {
    const story = given(money, buy()).when(strike('2028-03-01'));
    story.then('FundStruck');
    const { nav, trades, gross, fee, purchases } = story.events[0]?.data as Record<string, unknown>;
    expect({ nav, gross, fee, purchases }).toEqual({ nav: '1', gross: '0', fee: '0', purchases: '1000' });
    expect((trades as { asset: string }[]).map(({ asset }) => asset)).toEqual(['SPY', 'BTC']);
    expect(story.due.map(({ id }) => id)).toEqual(['strike-fund:low:2028-03-02']);
  });

  it('issues units at the value, and leaves in the fund what is rounded off', () => {
    prices.priced = (asset, closeAt) => (asset === 'BTC' ? '50000' : closeAt < instant('2028-03-02') ? '500' : '531.7');
    const story = bought();
    expect(story.state.held.low).toEqual({ units: '1000', cost: '1000' });
    story.and(at(instant('2028-03-02T12:00:00Z'), buy({ requestId: 'fnd-3', amount: '777.77' })));
    const struck = story.when(strike('2028-03-02')).events[0]?.data as Record<string, string>;
    // 1.5 shares at 531.7 and 0.005 coins at 50,000, less a day of 0.2%.
    expect(struck).toMatchObject({ gross: '1047.55', fee: '0.00574', nav: '1.04754426' });
    story.and(settle('2028-03-02'));
    expect(story.state.held.low.units).toBe('1742.469821');
    const house = story.stateOf(fundHouseKind, 'low');
    expect(house.units).toBe('1742.469821');
    for (const { asset, quantity } of house.holdings)
      expect(story.realm.balance(HOUSE.fundLow.account, asset)).toBe(quantity);
    expect(story.realm.balance(HOUSE.fundLow.account, 'USDT')).toBe(house.cash);
    expect(amount(house.cash) >= 0n).toBe(true);
    expect(story.realm.balance(HOUSE.fees.account, 'USDT')).toBe('0.00574');
  });

  it('charges a day of the fee on each calendar day, at closes of before where markets were shut', () => {
    const story = bought().and(strike('2028-03-02'), strike('2028-03-03'));
    const friday = story.when(strike('2028-03-04')).events[0]?.data as Record<string, unknown>;
    expect(friday['closes']).toEqual(
      expect.arrayContaining([expect.objectContaining({ asset: 'SPY', closeAt: instant('2028-03-03T21:00:00Z') })]),
    );
    expect(amount(friday['fee'] as string) > 0n).toBe(true);
  });

  it('waits for requests of before that are not settled', () => {
    const story = given(money, buy(), strike('2028-03-01'));
    expect(() => story.when(strike('2028-03-02'))).toThrow(/2028-03-01 are not settled/);
  });

  it('rebalances on a drawn date, once every market has closed since the last strike', () => {
    prices.priced = (asset, closeAt) =>
      asset === 'BTC' && closeAt > instant('2028-03-02') ? '90000' : asset === 'BTC' ? '50000' : '500';
    prices.drawn = new Set(['2028-03-04']);
    const story = bought().and(strike('2028-03-02'), strike('2028-03-03'));
    const struck = (date: string) => story.when(strike(date)).events[0]?.data as Record<string, unknown>;
    expect(struck('2028-03-04')).toMatchObject({ drawn: true, rebalanced: false });
    expect(struck('2028-03-05')).toMatchObject({ drawn: false, rebalanced: false });
    const monday = struck('2028-03-06');
    expect(monday).toMatchObject({ rebalanced: true });
    const { holdings } = story.stateOf(fundHouseKind, 'low');
    const worth = new Map(
      holdings.map(({ asset, quantity }) => [asset, amount(quantity) * (asset === 'BTC' ? 90_000n : 500n)]),
    );
    const all = [...worth.values()].reduce((sum, one) => sum + one, 0n);
    expect(Number((1_000n * (worth.get('BTC') ?? 0n)) / all)).toBeGreaterThanOrEqual(249);
    expect(Number((1_000n * (worth.get('BTC') ?? 0n)) / all)).toBeLessThanOrEqual(250);
  });

  it('takes dividends as cash, splits as shares, and is paid for what is delisted', () => {
    prices.priced = (asset, closeAt) => (asset === 'BTC' ? '50000' : closeAt < instant('2028-03-02') ? '500' : '249');
    const day = { newShares: null, oldShares: null, perShare: null, cashOut: null };
    prices.changes.set('SPY', [
      { ...day, dueAt: instant('2028-03-02T13:30:00Z'), perShare: '2' },
      { ...day, dueAt: instant('2028-03-02T13:31:00Z'), newShares: 2, oldShares: 1 },
    ]);
    const story = bought();
    const struck = story.when(strike('2028-03-02')).events[0]?.data as Record<string, unknown>;
    // 1.5 shares at 500 are 3 cash and 3 shares at 249: nothing was lost.
    expect(struck).toMatchObject({ cash: '3', gross: '1000' });
    expect(story.realm.balance(HOUSE.dividends.account, 'USDT')).toBe('-3');
    expect(story.realm.balance(HOUSE.splits.account, 'SPY')).toBe('-1.5');
    prices.changes.set('SPY', [{ ...day, dueAt: instant('2028-03-03T21:00:00Z'), cashOut: '250' }]);
    story.and(strike('2028-03-03'));
    expect(story.stateOf(fundHouseKind, 'low').holdings.map(({ asset }) => asset)).toEqual(['BTC']);
    expect(story.realm.balance(HOUSE.fundLow.account, 'SPY')).toBe('0');
  });

  it('rebalances on the date of a delisting to what still trades, and buys nothing back that is gone', () => {
    prices.priced = (asset) => (asset === 'BTC' ? '50000' : '500');
    const gone = { newShares: null, oldShares: null, perShare: null, cashOut: '250' };
    prices.changes.set('SPY', [{ ...gone, dueAt: instant('2028-03-02T21:00:00Z') }]);
    prices.drawn = new Set(['2028-03-02']);
    const story = bought();
    expect(story.when(strike('2028-03-02')).events[0]?.data).toMatchObject({ rebalanced: true });
    expect(story.stateOf(fundHouseKind, 'low').holdings.map(({ asset }) => asset)).toEqual(['BTC']);
    expect(story.realm.balance(HOUSE.fundLow.account, 'SPY')).toBe('0');
  });

  it('is missed without a close of five days, and its requests fail with everything back', () => {
    const story = bought().and(at(instant('2028-03-02T12:00:00Z'), redeem('400')));
    prices.priced = (asset) => (asset === 'BTC' ? '50000' : undefined);
    story.when(strike('2028-03-02')).then('FundStrikeMissed');
    story.when(settle('2028-03-02')).then('FundRequestFailed', 'FundFlowEnded');
    expect(story.state.held.low.units).toBe('1000');
    expect(story.state.pending.size).toBe(0);
  });
});

describe('a redemption', () => {
  it('waits with its units on hold, and is paid at the value of its date', () => {
    prices.priced = (asset, closeAt) => (asset === 'BTC' ? '50000' : closeAt < instant('2028-03-02') ? '500' : '531.7');
    const story = bought().and(at(instant('2028-03-02T12:00:00Z'), redeem('400.123456')));
    expect(story.funds(OWNER, FUND_ASSETS.low, 'finance')).toBe('0 1000');
    story.and(strike('2028-03-02'));
    const settled = story.when(settle('2028-03-02'));
    settled.then('FundUnitsRedeemed', 'FundFlowEnded');
    expect(settled.events[0]?.data).toMatchObject({ nav: '1.04754426', paid: '419.14702962', cost: '400.123456' });
    expect(story.funds(OWNER, FUND_ASSETS.low, 'finance')).toBe('0 599.876544');
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('19419.14702962 0');
    expect(amount(story.stateOf(fundHouseKind, 'low').cash) >= 0n).toBe(true);
  });

  it('of a part is refused while as many orders wait as may, and of everything it never is', () => {
    rules = { ...RULES, waitingMax: 1 };
    const noon = instant('2028-03-02T12:00:00Z');
    const story = bought().and(at(noon, redeem('100')));
    story.when(at(noon, redeem('100', 'fnd-3'))).then({
      refusal: 'fund.too-many-waiting',
      params: { most: 1, policy: 'fund.rules', version: 2 },
    });
    story.when(at(noon, redeem('900', 'fnd-3'))).then('FundRedemptionRequested', 'FundFlowPlaced');
  });

  it('of everything leaves no units, and dust at most', () => {
    const story = bought().and(
      at(instant('2028-03-02T12:00:00Z'), redeem('1000')),
      strike('2028-03-02'),
      settle('2028-03-02'),
    );
    expect(story.state.held.low).toEqual({ units: '0', cost: '0' });
    const { cash, holdings } = story.stateOf(fundHouseKind, 'low');
    const dust = holdings.reduce((sum, { quantity }) => sum + amount(quantity), 0n);
    expect(dust < amount('0.0001')).toBe(true);
    expect(amount(cash) < amount('0.01')).toBe(true);
  });

  it.each([
    ['of nothing', '0', 'fund.units-zero'],
    ['of parts of a millionth', '1.0000001', 'fund.units-decimals'],
    ['of more than is held', '1000.000001', 'fund.units-short'],
  ])('%s is refused', (_, units, refusal) => {
    bought().when(redeem(units)).then(refusal);
  });

  it('is refused twice for the same units, and for another date than shown', () => {
    const noon = instant('2028-03-02T12:00:00Z');
    bought()
      .and(at(noon, redeem('1000')))
      .when(at(noon, redeem('1', 'fnd-3')))
      .then('fund.redeeming-already');
    bought()
      .and(at(noon, redeem('600')))
      .when(at(noon, redeem('600', 'fnd-3')))
      .then('fund.units-short');
    bought()
      .when(at(noon, redeem('1', 'fnd-3', '2028-03-01')))
      .then('fund.date-changed');
    given(money).when(redeem('1')).then('fund.units-short');
  });
});

describe('figures', () => {
  it('take a basket only where its shares are one together', () => {
    expect(parseBasket('SPY:0.5 BTC:0.5')).toHaveLength(2);
    expect(parseBasket('SPY:0.5 BTC:0.4')).toBeUndefined();
    expect(parseBasket('SPY:0.5 SPY:0.5')).toBeUndefined();
  });

  it('find the deepest fall from a high', () => {
    const points = ['1', '1.2', '0.9', '1.3', '1.1'].map((value, n) => ({ date: `d${n}`, value }));
    expect(worstFall(points)).toEqual({ share: '0.25', from: 'd1', to: 'd2' });
    expect(worstFall([{ date: 'd0', value: '1' }])).toBeNull();
    expect(format(amount('1'))).toBe('1');
  });
});
