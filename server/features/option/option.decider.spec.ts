import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { CountedOption, OptionAverage, OptionEntry, OptionPrices } from '../../core/ports/option-prices.js';
import { refuse } from '../../core/refusal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { Purchase } from './option.commands.js';
import './option.events.js';
import { optionHandlers } from './option.handler.js';
import { costOf, winsOf } from './option.rules.js';
import { openStakes, optionHouseKind, optionKind, type OptionState } from './option.state.js';
import { CAPS, figuresAt, RULES } from './option.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const AT = 1_000_000;
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const POLICY = { name: 'option.rules', version: 2, values: RULES };
const FIGURES = { ...figuresAt(AT), payouts: { rise: '0.92', fall: '0.9' } };

/** The market of the story: what entry and average will be. */
const market: { entry: OptionEntry; average: OptionAverage } = {
  entry: { steps: '1000', price: '2500' },
  average: { sumSteps: '40001', price: '2500.01' },
};
const seen: CountedOption[] = [];
const optionPrices: Pick<OptionPrices, 'beatsOf' | 'entry' | 'average'> = {
  beatsOf: (_: string, { seconds, averageSeconds }, now) => {
    const placedBeat = Math.floor(now / 250);
    return { placedBeat, entryBeat: placedBeat + 3, lastBeat: placedBeat + 3 + seconds * 4, beats: averageSeconds * 4 };
  },
  entry: () => market.entry,
  average: (option: CountedOption) => {
    seen.push(option);
    return market.average;
  },
};
const principal = new OpenPrincipal([
  { kind: optionKind, of: 'ownerId', principal: (state) => openStakes(state as OptionState) },
]);
const ports = { gate: openGate, optionPrices: optionPrices as OptionPrices, principal };
const { given } = decider({
  realm: 'real',
  kind: optionKind,
  id: OWNER,
  others: [optionHouseKind],
  handlers: optionHandlers(ports),
  at: AT,
});

const buy = (changes: Partial<Purchase> = {}) => ({
  type: 'BuyOption',
  data: {
    ...who,
    optionId: 'opt-1',
    symbol: 'ETHUSDT',
    direction: 'rise',
    delivery: '30s',
    stake: '100',
    shown: '0.92',
    offer: { figures: FIGURES, problem: null },
    policy: POLICY,
    cap: { cap: '1000', policy: CAPS },
    ...changes,
  },
});
/** A purchase at an instant, by what the market says then. */
const buyAt = (instant: number, changes: Partial<Purchase> = {}) =>
  at(instant, buy({ offer: { figures: { ...FIGURES, at: instant }, problem: null }, ...changes }));
const under = (changes: Partial<typeof RULES>): Partial<Purchase> => ({
  policy: { ...POLICY, values: { ...RULES, ...changes } },
});
const confirm = { type: 'ConfirmOptionWarning', data: who };
const enter = { type: 'EnterOption', data: { ...who, optionId: 'opt-1' } };
const settle = { type: 'SettleOption', data: { ...who, optionId: 'opt-1' } };
const limit = (sum: string | null) => ({ type: 'SetOptionLossLimit', data: { ...who, limit: sum } });
const pause = (until: number | null) => ({ type: 'SetOptionPause', data: { ...who, until } });
const ready = () => given(funds(OWNER, 'USDT', '1000', 'options'), confirm);
const refused = (changes: Partial<Purchase>) => ready().when(buy(changes)).refusal;

describe('buying an option', () => {
  it('holds the stake and the highest payout, and grants the house what the policy gives', () => {
    const story = ready().when(buy()).then('OptionHouseGranted', 'OptionBought', 'OptionCovered');
    expect(story.funds(OWNER, 'USDT', 'options')).toBe('900 100');
    expect(story.realm.balance(HOUSE.options.account, 'USDT')).toBe('4999908');
    expect(story.realm.balance(HOUSE.optionHolds.account, 'USDT')).toBe('92');
    expect(Object.fromEntries(optionKind.holds?.(story.state) ?? [])).toEqual({
      [`user/${OWNER}/options/frozen USDT`]: amount('100'),
      [`${HOUSE.optionHolds.account} USDT`]: amount('92'),
    });
    story.when(buy({ optionId: 'opt-2' })).then('OptionBought', 'OptionCovered');
  });

  it('names policy, chances, cost and every beat that it will be counted by', () => {
    const [, bought] = ready().when(buy()).events;
    expect(bought?.data).toMatchObject({
      stake: '100',
      payoutRate: '0.92',
      wins: '92',
      // 100 − 0.4995 × 192 − 0.001 × 100
      cost: '3.996',
      placedBeat: 4_000,
      entryBeat: 4_003,
      lastBeat: 4_123,
      beats: 40,
      policy: { name: 'option.rules', version: 2, inputs: { edge: '0.04', averageSeconds: 10 } },
      cap: CAPS,
    });
    expect(ready().when(buy()).due).toMatchObject([{ id: 'enter-option:opt-1', dueAt: 4_003 * 250 }]);
  });

  it('applies a better payout than was shown, and refuses a worse one with the new one', () => {
    expect(ready().when(buy({ shown: '0.9' })).answer).toMatchObject({ payoutRate: '0.92', status: 'pending' });
    expect(refused({ shown: '0.93' })).toMatchObject({
      refusal: 'option.payout-worse',
      params: { field: 'payoutRate', shown: '93', payout: '92', payoutRate: '0.92' },
    });
  });

  it.each<[string, Partial<Purchase>]>([
    ['asset.amount-zero', { stake: '0' }],
    ['asset.too-many-decimals', { stake: '1.001' }],
    ['option.stake-below-minimum', { stake: '0.5' }],
    ['option.stake-above-maximum', { stake: '5000.01' }],
    [
      'market.closed',
      { offer: { figures: null, problem: refuse('market.closed', { symbol: 'ETHUSDT', opensAt: 1 }) } },
    ],
    ['option.not-offered', { offer: { figures: null, problem: refuse('option.not-offered', { symbol: 'X' }) } }],
    ['option.pause-near', { offer: { figures: FIGURES, problem: refuse('option.pause-near', { symbol: 'X' }) } }],
    [
      'option.closes-before-settlement',
      {
        offer: { figures: FIGURES, problem: refuse('option.closes-before-settlement', { symbol: 'X', closesAt: AT }) },
      },
    ],
    ['option.equal-too-likely', under({ equalMax: '0.0009' })],
    ['option.person-limit', under({ personUsdt: '99.99' })],
    ['option.expiry-limit', under({ expiryUsdt: '99.99' })],
    ['option.market-limit', under({ marketUsdt: '99.99' })],
    ['option.house-limit', under({ houseUsdt: '99.99' })],
    ['option.uncovered', under({ grantUsdt: '91.99' })],
    ['option.cap-exceeded', { cap: { cap: '99.99', policy: CAPS } }],
    ['asset.insufficient', { stake: '1000.01', cap: null }],
  ])('refuses with %s', (code, changes) => {
    expect(refused(changes)?.refusal).toBe(code);
  });

  it('counts what is open towards every limit, and again when it is over', () => {
    const two = { optionId: 'opt-2' };
    const story = ready().and(buy());
    for (const [code, changes] of Object.entries({
      'option.too-many-open': { openMax: 1 },
      'option.person-limit': { personUsdt: '199.99' },
      'option.expiry-limit': { expiryUsdt: '199.99' },
      'option.market-limit': { marketUsdt: '199.99' },
      'option.house-limit': { houseUsdt: '199.99' },
    })) {
      story.when(buy({ ...two, ...under(changes) })).then(code);
    }
    story.when(buy({ ...two, cap: { cap: '199.99', policy: CAPS } })).then('option.cap-exceeded');
    story.and(at(AT + 750, enter), at(AT + 30_750, settle));
    story
      .when(buyAt(AT + 31_000, { ...two, ...under({ personUsdt: '100', houseUsdt: '100', openMax: 1 }) }))
      .then('OptionBought', 'OptionCovered');
  });

  it('is by chances of its moment: one that waited for more than ten seconds is asked again', () => {
    ready()
      .when(at(AT + 10_000, buy()))
      .then('OptionHouseGranted', 'OptionBought', 'OptionCovered');
    ready()
      .when(at(AT + 10_001, buy()))
      .then('request.unavailable');
    const early = { offer: { figures: { ...FIGURES, at: AT + 1 }, problem: null } };
    ready().when(buy(early)).then('request.unavailable');
  });

  it('needs the warning of first use to be confirmed, once', () => {
    const unwarned = given(funds(OWNER, 'USDT', '1000', 'options'));
    unwarned.when(buy()).then('option.warning-not-confirmed');
    unwarned.when(confirm).then('OptionWarningConfirmed').when(confirm).then('option.warning-confirmed-before');
  });
});

describe('an option that was bought', () => {
  const end = (entry: OptionEntry, average: OptionAverage, direction: 'rise' | 'fall' = 'rise') => {
    Object.assign(market, { entry, average });
    return ready()
      .and(buy({ direction, shown: '0.9' }), at(AT + 750, enter))
      .when(at(AT + 90_000, settle));
  };
  const entry = { steps: '1000', price: '2500' };
  const settled = (result: string, returned: string) => ({
    type: 'OptionSettled',
    data: expect.objectContaining({ result, returned }),
  });
  const over = { type: 'OptionCoverEnded' };

  it.each([
    ['rise', '40001', 'won', '192', '1092 0', '4999908'],
    ['rise', '39999', 'lost', '0', '900 0', '5000100'],
    ['fall', '39999', 'won', '190', '1090 0', '4999910'],
    ['fall', '40001', 'lost', '0', '900 0', '5000100'],
    ['rise', '40000', 'equal', '100', '1000 0', '5000000'],
  ] as const)(
    'on a %s with a sum of %s against 40 entries of 1000 is %s',
    (direction, sumSteps, result, paid, own, house) => {
      const story = end(entry, { sumSteps, price: '2500' }, direction).then(settled(result, paid), over);
      expect(story.funds(OWNER, 'USDT', 'options')).toBe(own);
      expect(story.realm.balance(HOUSE.options.account, 'USDT')).toBe(house);
      expect(story.realm.balance(HOUSE.optionHolds.account, 'USDT')).toBe('0');
      expect(story.state.open.size).toBe(0);
      expect(story.state.all).toMatchObject({ count: 1, staked: '100', returned: paid });
    },
  );

  it('settles by the same beats however late it is', () => {
    seen.length = 0;
    end(entry, { sumSteps: '40001', price: '2500' });
    expect(seen.at(-1)).toMatchObject({ entryBeat: 4_003, lastBeat: 4_123, beats: 40 });
  });

  it('gives the stake back where trading did not go on, at the entry or until the end', () => {
    const back = { type: 'OptionReturned', data: expect.objectContaining({ reason: 'paused', stake: '100' }) };
    const story = end(entry, { returned: 'paused' }).then(back, over);
    expect(story.funds(OWNER, 'USDT', 'options')).toBe('1000 0');
    expect(story.state.all).toMatchObject({ returned: '100', expected: '100' });
    market.entry = { returned: 'closed' };
    ready()
      .and(buy())
      .when(at(AT + 750, enter))
      .then('OptionReturned', over)
      .when(at(AT + 751, settle))
      .then();
  });

  it('enters once and ends once', () => {
    Object.assign(market, { entry, average: { sumSteps: '1', price: '1' } });
    const story = ready().and(buy());
    story.when(settle).then();
    const entered = story.when(at(AT + 750, enter));
    expect(entered.due).toMatchObject([{ id: 'settle-option:opt-1', dueAt: 4_123 * 250 }]);
    story.when(enter).then();
    story.and(settle).when(settle).then();
  });

  it('costs what the chances say: their mean result is minus the cost', () => {
    const [stake, wins] = ['37.31', winsOf('37.31', '0.9213')];
    const cost = costOf({ stake, wins, direction: 'fall' }, FIGURES.chances);
    const mean = 0.4995 * (37.31 + Number(wins)) + 0.001 * 37.31 - 37.31;
    expect(Number(cost)).toBeCloseTo(-mean, 8);
    expect(wins).toBe('34.373703');
  });
});

describe('own limits', () => {
  it('are tightened at once and loosened after a day', () => {
    const story = ready();
    story.when(limit('50')).then('OptionLossLimitSet').when(buy()).then('option.loss-limit');
    const raised = story.when(limit('500'));
    expect(raised.due).toMatchObject([{ dueAt: AT + 24 * HOUR_MS, type: 'LoosenOptionLossLimit' }]);
    story.when(limit('500')).then('option.limit-unchanged').when(buy()).then('option.loss-limit');
    const loosen = { type: 'LoosenOptionLossLimit', data: { ...who, from: AT + 24 * HOUR_MS } };
    story
      .when(at(AT + 24 * HOUR_MS, loosen))
      .then('OptionLossLimitLoosened')
      .when(buyAt(AT + 24 * HOUR_MS))
      .then('OptionHouseGranted', 'OptionBought', 'OptionCovered');
  });

  it('take back a looser one that waits', () => {
    const story = ready().and(limit('50'), limit('500'));
    story.when(limit('50')).then('OptionLossLimitSet');
    story
      .when(at(AT + 24 * HOUR_MS, { type: 'LoosenOptionLossLimit', data: { ...who, from: AT + 24 * HOUR_MS } }))
      .then();
    story.when(limit(null)).then('OptionLossLimitLoosening').when(limit('40')).then('OptionLossLimitSet');
  });

  it('count what was lost on the UTC date, less what was won, and what is open', () => {
    Object.assign(market, { entry: { steps: '1000', price: '1' }, average: { sumSteps: '1', price: '1' } });
    const lost = ready().and(limit('250'), buy(), at(AT + 750, enter), at(AT + 31_000, settle));
    lost.when(buyAt(AT + 32_000, { optionId: 'opt-2' })).then('OptionBought', 'OptionCovered');
    expect(lost.when(buyAt(AT + 33_000, { optionId: 'opt-3' })).refusal?.params).toMatchObject({
      limit: '250',
      lost: '100',
      open: '100',
    });
    lost.when(buyAt(AT + DAY_MS, { optionId: 'opt-4' })).then('OptionBought', 'OptionCovered');
  });

  it('pause at once and for longer, and end earlier only after a day', () => {
    const story = ready();
    const [soon, later] = [AT + 2 * DAY_MS, AT + 9 * DAY_MS];
    story.when(pause(soon)).then('OptionPauseSet').when(buy()).then('option.paused-by-owner');
    story.when(pause(later)).then('OptionPauseSet').when(pause(later)).then('option.limit-unchanged');
    story.when(pause(null)).then('OptionPauseShortening');
    story.when(at(AT + 3 * HOUR_MS, buy())).then('option.paused-by-owner');
    const shorten = { type: 'ShortenOptionPause', data: { ...who, from: AT + 24 * HOUR_MS } };
    story.when(at(AT + 24 * HOUR_MS, shorten)).then('OptionPauseShortened');
    story.when(buyAt(AT + 25 * HOUR_MS)).then('OptionHouseGranted', 'OptionBought', 'OptionCovered');
  });

  it('end a pause in the future, within a year', () => {
    for (const until of [AT, AT - 1, AT + 366 * DAY_MS]) ready().when(pause(until)).then('option.pause-too-long');
    ready().when(pause(null)).then('option.limit-unchanged');
  });
});

it('keeps state in a snapshot as it is', () => {
  const { state } = ready().and(limit('500'), buy());
  const { snapshot } = optionKind;
  if (snapshot === undefined) throw new Error('no snapshot');
  const saved = JSON.parse(JSON.stringify(snapshot.save(state))) as unknown;
  expect(snapshot.load(saved, OWNER)).toEqual(state);
  expect(format(openStakes(state))).toBe('100');
});
