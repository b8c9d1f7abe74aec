import { beforeEach, describe, expect, it } from '@jest/globals';
import { nextPlanDate } from '../../../shared/fund-plan.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PolicyVersionAt } from '../../core/history-audit.js';
import { owing } from '../../core/ports/open-debts.testkit.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { fundAudit } from './fund.check.js';
import type { FundPlanOrder } from './fund.commands.js';
import './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundNotifications } from './fund.notifications.js';
import { planDueAt } from './fund-plan.state.js';
import { fundHouseKind, fundKind, openFunds, type FundState } from './fund.state.js';
import { RULES, SteppedPrices, TestCaps, policiesOf } from './fund.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
/** Wednesday. */
const AT = Date.parse('2028-03-01T12:00:00Z');
const instant = (text: string): number => Date.parse(text);
let version = 1;
let rules = { ...RULES };
let blocked: Refusal | undefined;
const caps = new TestCaps();
const owes = { usdt: '0' };
const policy = () => ({ name: 'fund.rules', version, values: rules });
const { given } = decider({
  realm: 'real',
  kind: fundKind,
  id: OWNER,
  others: [fundHouseKind],
  handlers: fundHandlers({
    gate: { stream: (userId) => openGate.stream(userId), nationality: () => null, refusal: () => blocked },
    caps,
    fundPrices: new SteppedPrices(),
    principal: new OpenPrincipal([
      { kind: fundKind, of: 'ownerId', principal: (state) => openFunds(state as FundState) },
    ]),
    debts: owing(fundHouseKind, owes),
    rules: policiesOf(policy),
  }),
  at: AT,
});

const money = (sum = '1000') => funds(OWNER, 'USDT', sum, 'finance');
const set = (changes: Partial<FundPlanOrder> = {}) => ({
  type: 'SetFundPlan',
  data: {
    ...who,
    ...{ planId: 'fpl-1', level: 'low', amount: '100', period: 'weekly', firstDate: '2028-03-06', agreed: 1 },
    policy: policy(),
    ...changes,
  },
});
const end = (planId = 'fpl-1') => ({ type: 'EndFundPlan', data: { ...who, planId } });
const buyOn = (date: string, time = '01:30:00') =>
  at(instant(`${date}T${time}Z`), { type: 'BuyByFundPlans', data: { ...who, date } });
const strike = (date: string) => at(instant(`${date}T22:00:00Z`), { type: 'StrikeFund', data: { level: 'low', date } });
const settle = (date: string) =>
  at(instant(`${date}T22:00:01Z`), { type: 'SettleFundRequests', data: { ...who, level: 'low', date } });

const toldOf = (events: readonly RecordedEvent[]): string[] =>
  events.flatMap((event) => {
    const notes = fundNotifications.flatMap(({ on }) => on[event.type]?.(event) ?? []);
    return notes.map(({ template }) => template);
  });

beforeEach(() => {
  [version, rules, blocked, caps.cap, owes.usdt] = [1, { ...RULES }, undefined, '50000', '0'];
});

describe('a recurring purchase', () => {
  it('keeps the article that was ticked, under the newest schema, and none where none was shown', () => {
    const agreement = { slug: 'how-funds-work', version: 4 };
    expect(given(money()).when(set({ agreement })).events[0]).toMatchObject({ schema: 2, data: { agreement } });
    expect(given(money()).when(set()).events[0]).toMatchObject({ schema: 2, data: { agreement: null } });
  });

  it('moves nothing when it is set, and is a timer of its first date', () => {
    const made = given(money()).when(set());
    expect(made.due.map(({ id, dueAt }) => [id, dueAt])).toEqual([
      ['buy-by-fund-plans:real-anna.1:2028-03-06', planDueAt(OWNER, '2028-03-06')],
    ]);
    const story = made.then('FundPlanSet');
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('1000 0');
    made.answers({ period: 'weekly', nextDate: '2028-03-06', skips: 0, last: null });
  });

  it.each<[string, Partial<FundPlanOrder>, string]>([
    ['of nothing', { amount: '0' }, 'asset.amount-zero'],
    ['below the minimum', { amount: '9.99' }, 'fund.below-minimum'],
    ['without the rules read', { agreed: null }, 'fund.agreement-needed'],
    ['from today on', { firstDate: '2028-03-01' }, 'fund.plan-date'],
    ['from a Saturday on', { firstDate: '2028-03-04' }, 'fund.plan-date'],
    ['from a day on that some months lack', { firstDate: '2028-03-29', period: 'monthly' }, 'fund.plan-date'],
    ['from a date on that is far away', { firstDate: '2028-06-05' }, 'fund.plan-date'],
    ['from no date on', { firstDate: '2028-99-99' }, 'fund.plan-date'],
    ['from a day on that its month lacks', { firstDate: '2028-04-31' }, 'fund.plan-date'],
    ['from a date on with more behind it', { firstDate: `2028-03-06(${'x'.repeat(9000)}` }, 'fund.plan-date'],
  ])('%s is refused', (_, changes, refusal) => {
    given(money()).when(set(changes)).then(refusal);
  });

  it('is refused beside ten that run, and ending one makes room', () => {
    const ten = given(money(), ...Array.from({ length: 10 }, (_, n) => set({ planId: `fpl-${n}` })));
    ten.when(set({ planId: 'fpl-x' })).then({ refusal: 'fund.too-many-plans', params: { most: 10 } });
    ten.and(end('fpl-3'));
    ten.when(set({ planId: 'fpl-x' })).then('FundPlanSet');
  });

  it('buys on its date as its owner would, and makes the next one due', () => {
    const story = given(money(), set());
    const made = story.when(buyOn('2028-03-06'));
    made.then('FundOpened', 'FundPlanPurchaseRequested', 'FundFlowPlaced', 'FundPlanBought');
    expect(made.events[1]?.data).toMatchObject({ date: '2028-03-06', amount: '100', policy: { version: 1 } });
    expect(made.due.map(({ id }) => id)).toEqual([
      ...['strike-fund:low:2028-03-06', 'settle-fund-requests:real-anna.1:low:2028-03-06'],
      'buy-by-fund-plans:real-anna.1:2028-03-13',
    ]);
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('900 100');
    story.and(strike('2028-03-06'), settle('2028-03-06'));
    expect(story.state.held.low.units).toBe('100');
    expect(story.state.plans.get('fpl-1')).toMatchObject({
      nextDate: '2028-03-13',
      last: { date: '2028-03-06', outcome: 'bought' },
    });
  });

  it('gets a later value where a market is shut on its date', () => {
    const story = given(money(), set({ period: 'monthly', firstDate: '2028-03-04' }));
    const { events } = story.when(buyOn('2028-03-04'));
    expect(events.find(({ type }) => type === 'FundPlanPurchaseRequested')?.data).toMatchObject({ date: '2028-03-06' });
    expect(story.state.plans.get('fpl-1')?.nextDate).toBe('2028-04-04');
  });

  it('can be cancelled as any order, and the plan runs on', () => {
    const story = given(money(), set(), buyOn('2028-03-06'));
    const cancel = { type: 'CancelFundRequest', data: { ...who, level: 'low', requestId: 'fnd-fpl-1-2028-03-06' } };
    story.when(at(instant('2028-03-06T09:00:00Z'), cancel)).then('FundRequestCancelled', 'FundFlowEnded');
    expect(story.state.plans.size).toBe(1);
  });

  it('shares what there is with the other plans of its date, in the order in which they were set', () => {
    const story = given(money('150'), set(), set({ planId: 'fpl-2' }), set({ planId: 'fpl-3', amount: '50' }));
    const { events } = story.when(buyOn('2028-03-06'));
    expect(events.filter(({ type }) => /^FundPlan/.test(type)).map(({ type }) => type)).toEqual([
      ...['FundPlanPurchaseRequested', 'FundPlanBought', 'FundPlanSkipped'],
      ...['FundPlanPurchaseRequested', 'FundPlanBought'],
    ]);
    expect(events.filter(({ type }) => type === 'FundOpened')).toHaveLength(1);
    expect(story.funds(OWNER, 'USDT', 'finance')).toBe('0 150');
  });

  it.each<[string, () => void, string]>([
    ['money', () => undefined, 'money'],
    ['money less debts', () => (owes.usdt = '900.01'), 'debts'],
    ['room under the cap of the class, as it is then', () => (caps.cap = '99'), 'cap'],
    ['a place among the orders that wait', () => (rules = { ...RULES, waitingMax: 0 }), 'waiting'],
    ['a fund for sale', () => (rules = { ...RULES, lowForSale: false }), 'sale'],
    ['an account that may trade', () => (blocked = refuse('account.frozen')), 'account'],
  ])('is left out for want of %s', (_, change, reason) => {
    const story = given(money(reason === 'money' ? '99.99' : '1000'), set());
    change();
    const left = story.when(buyOn('2028-03-06'));
    left.then('FundPlanSkipped');
    expect(left.events[0]?.data).toMatchObject({ reason, skips: 1, nextDate: '2028-03-13' });
    expect(story.funds(OWNER, 'USDT', 'finance')).toMatch(/ 0$/);
  });

  it.each<[string, () => void]>([
    ['alone', () => undefined],
    ['with the fund off sale', () => (rules = { ...RULES, lowForSale: false })],
    ['of an account that may not trade', () => (blocked = refuse('account.frozen'))],
  ])('ends at once where the rules that it was agreed to changed, %s', (_, change) => {
    const story = given(money(), set(), set({ planId: 'fpl-2', firstDate: '2028-03-07' }));
    version = 2;
    change();
    const left = story.when(buyOn('2028-03-06'));
    left.then('FundPlanSkipped', 'FundPlanEnded');
    expect(left.events.map(({ data }) => data)).toMatchObject([
      { planId: 'fpl-1', reason: 'terms', skips: 1, nextDate: null },
      { planId: 'fpl-1', cause: 'terms' },
    ]);
    expect(left.due).toEqual([]);
    expect([...story.state.plans.keys()]).toEqual(['fpl-2']);
    expect(toldOf(story.realm.events)).toEqual(['fund-plan-skipped-terms']);
  });

  it('ends with the third that is left out in a row, and a purchase between begins the count anew', () => {
    const twice = () => given(set(), buyOn('2028-03-06'), buyOn('2028-03-13'));
    const third = twice().when(buyOn('2028-03-20'));
    third.then('FundPlanSkipped', 'FundPlanEnded');
    expect(third.events[0]?.data).toMatchObject({ skips: 3, nextDate: null });
    expect(third.due).toEqual([]);
    const richer = twice().and(money()).and(buyOn('2028-03-20'));
    expect(richer.state.plans.get('fpl-1')).toMatchObject({ skips: 0, nextDate: '2028-03-27' });
  });

  it('is ended by its owner at once, and its timer finds nothing', () => {
    const story = given(money(), set(), end());
    story.when(end()).then('fund.plan-not-found');
    story.when(buyOn('2028-03-06')).then();
  });

  it('that is set and ended in a loop leaves one timer', () => {
    const story = given(money());
    for (let n = 0; n < 500; n += 1) story.and(set({ planId: `fpl-${n}` }), end(`fpl-${n}`));
    expect([...story.realm.due.keys()]).toEqual(['buy-by-fund-plans:real-anna.1:2028-03-06']);
  });

  it('buys once where the server was away over several of its dates', () => {
    const story = given(money(), set());
    story.and(at(instant('2028-03-22T07:00:00Z'), { type: 'BuyByFundPlans', data: { ...who, date: '2028-03-06' } }));
    expect(story.state.pending.size).toBe(1);
    expect(story.state.plans.get('fpl-1')?.nextDate).toBe('2028-03-27');
  });

  it('says why it was left out, and that it ended', () => {
    const story = given(set(), buyOn('2028-03-06'), buyOn('2028-03-13'), buyOn('2028-03-20'));
    expect(toldOf(story.realm.events)).toEqual([
      ...Array.from({ length: 3 }, () => 'fund-plan-skipped-money'),
      'fund-plan-ended',
    ]);
  });
});

describe('dates of a plan', () => {
  it('are due in the second hour, and owners one after the other', () => {
    const begins = instant('2028-03-06T01:00:00Z');
    const due = Array.from({ length: 1000 }, (_, n) => planDueAt(`real-${n}.1`, '2028-03-06') - begins);
    expect([Math.min(...due) >= 0, Math.max(...due) < 3_600_000]).toEqual([true, true]);
    const minutes = due.map((ms) => Math.floor(ms / 60_000));
    expect(Math.max(...minutes.map((minute) => minutes.filter((one) => one === minute).length))).toBeLessThan(50);
  });

  it.each([
    ['weekly', 1, '2028-03-06', '2028-03-13'],
    ['weekly', 5, '2028-03-01', '2028-03-03'],
    ['monthly', 28, '2028-01-31', '2028-02-28'],
    ['monthly', 1, '2028-12-01', '2029-01-01'],
  ] as const)('%s on %i come after %s on %s', (period, day, after, next) => {
    expect(nextPlanDate(period, day, after)).toBe(next);
  });
});

describe('the audit of plans', () => {
  function history(): readonly RecordedEvent[] {
    const story = given(money('150'), set(), set({ planId: 'fpl-2', amount: '60', firstDate: '2028-03-07' }));
    story.and(buyOn('2028-03-06'), strike('2028-03-06'), settle('2028-03-06'));
    story.and(buyOn('2028-03-07'), strike('2028-03-07'), strike('2028-03-08'), end());
    story.and(buyOn('2028-03-14'), buyOn('2028-03-21'));
    return story.realm.events;
  }

  const FIRST = { version: 1, publishedAt: 0, values: { ...RULES } };

  function findingsOf(events: readonly RecordedEvent[], versions: readonly PolicyVersionAt[] = [FIRST]): string[] {
    const found: string[] = [];
    const published = { policies: new Map([['fund.rules', versions]]), classes: new Map(), assetsSince: new Map() };
    const running = fundAudit.begin(published, (_, what) => found.push(what));
    for (const event of events) running.take(event);
    running.finish();
    return found;
  }

  /** The history with the last event of a type changed, or left out. */
  function tampered(type: string, change: object | null): RecordedEvent[] {
    const events = history();
    const last = events.findLastIndex((event) => event.type === type);
    return events.flatMap((event, n) =>
      n !== last ? [event] : change === null ? [] : [{ ...event, data: { ...(event.data as object), ...change } }],
    );
  }

  it('finds nothing in what was decided by the rules', () => {
    const types = history().map(({ type }) => type);
    expect(types.filter((type) => type === 'FundPlanSkipped')).toHaveLength(3);
    expect(types.filter((type) => type === 'FundPlanEnded')).toHaveLength(2);
    expect(findingsOf(history())).toEqual([]);
  });

  it.each<[string, string, object | null, RegExp]>([
    ['a purchase of another amount', 'FundPlanPurchaseRequested', { amount: '99' }, /follows no plan/],
    ['a purchase of nobody’s plan', 'FundPlanPurchaseRequested', { planId: 'fpl-9' }, /follows no plan/],
    ['a purchase that was never ordered', 'FundPlanPurchaseRequested', null, /which it never ordered/],
    ['a date that is left over', 'FundPlanBought', { nextDate: '2028-03-20' }, /is due on 2028-03-13, not on/],
    ['a purchase on another date', 'FundPlanBought', { date: '2028-03-05' }, /was due on 2028-03-06, not on/],
    ['a fourth that is left out', 'FundPlanSkipped', { skips: 4 }, /left out 3 times in a row, not 4/],
    ['a plan that ends early', 'FundPlanSkipped', null, /ended by skips/],
    ['a day that is none of its', 'FundPlanSet', { day: 3 }, /begins on 2028-03-07/],
    ['an order that the plan never says', 'FundPlanBought', null, /ordered fnd-fpl-1-2028-03-06 and never says so/],
    ['rules that never changed', 'FundPlanSkipped', { reason: 'terms' }, /terms, but version 1 was in force/],
    ['a fund that was for sale', 'FundPlanSkipped', { reason: 'sale' }, /sale, but the fund was for sale/],
    ['orders that never waited', 'FundPlanSkipped', { reason: 'waiting' }, /waiting, but 0 orders waited of 20/],
    ['a plan that outlives its end', 'FundPlanEnded', null, /fpl-2 never ended by skips/],
  ])('finds %s', (_, type, change, what) => {
    expect(findingsOf(tampered(type, change)).join('\n')).toMatch(what);
  });

  it('finds a reason that hides changed rules, and nothing where they ended the plan', () => {
    const story = given(set());
    version = 2;
    const { events } = story.and(buyOn('2028-03-06')).realm;
    const second = { version: 2, publishedAt: instant('2028-03-05T00:00:00Z'), values: { ...RULES } };
    expect(findingsOf(events, [FIRST, second])).toEqual([]);
    const hidden = events.map((event) =>
      event.type === 'FundPlanSkipped' ? { ...event, data: { ...(event.data as object), reason: 'money' } } : event,
    );
    expect(findingsOf(hidden, [FIRST, second]).join('\n')).toMatch(/money, but version 2 was in force after 1/);
  });

  it('finds no fault in either version where another one came into force in the same millisecond', () => {
    const { events } = given(set()).and(buyOn('2028-03-06')).realm;
    const skippedAt = events.find(({ type }) => type === 'FundPlanSkipped')?.at ?? 0;
    expect(skippedAt).toBeGreaterThan(0);
    const second = { version: 2, publishedAt: skippedAt, values: { ...RULES } };
    expect(findingsOf(events, [FIRST, second])).toEqual([]);
    expect(findingsOf(events, [FIRST, { ...second, publishedAt: skippedAt - 1 }])).toHaveLength(1);
  });

  it('finds a plan that has no turn a day after the realm went on, and no fault of a server that was away', () => {
    const later = (date: string) => at(instant(`${date}T12:00:00Z`), end('fpl-2'));
    const other = set({ planId: 'fpl-2', firstDate: '2028-04-03' });
    const away = given(money(), set(), other).and(later('2028-03-20'));
    expect(findingsOf(away.realm.events)).toEqual([]);
    away.and(at(instant('2028-03-21T13:00:00Z'), other));
    expect(findingsOf(away.realm.events)).toEqual(['the plan fpl-1 had no turn on 2028-03-06']);
    away.and(at(instant('2028-03-21T13:00:01Z'), end()));
    expect(findingsOf(away.realm.events)).toEqual(['the plan fpl-1 had no turn on 2028-03-06']);
  });
});
