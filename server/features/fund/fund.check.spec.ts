import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PublishedTerms } from '../../core/history-audit.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { fundAudit } from './fund.check.js';
import './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, RULES, SteppedPrices, TestCaps, policiesOf } from './fund.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER, level: 'low' };
const POLICY = { name: 'fund.rules', version: 1, values: RULES };
const instant = (text: string): number => Date.parse(text);

/** Two purchases, a redemption, a cancelled request, a dividend and a day of rebalancing. */
function history(): RecordedEvent[] {
  const prices = new SteppedPrices();
  prices.drawn.add('2028-03-02');
  const action = { perShare: '1.25', newShares: null, oldShares: null, cashOut: null };
  prices.changes.set('SPY', [{ ...action, dueAt: instant('2028-03-03T14:30:00Z') }]);
  const rules = policiesOf(() => POLICY);
  const handlers = fundHandlers({
    gate: openGate,
    caps: new TestCaps(),
    fundPrices: prices,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    rules,
  });
  const { given } = decider({ realm: 'real', kind: fundKind, id: OWNER, others: [fundHouseKind], handlers });
  const buy = (requestId: string, amount: string) => ({
    type: 'BuyFund',
    data: { ...who, requestId, amount, agreed: 1, shownDate: null, policy: POLICY, cap: { cap: null, policy: CAPS } },
  });
  const strike = (date: string) =>
    at(instant(`${date}T22:00:00Z`), { type: 'StrikeFund', data: { level: 'low', date } });
  const settle = (date: string) =>
    at(instant(`${date}T22:00:01Z`), { type: 'SettleFundRequests', data: { ...who, date } });
  const story = given(
    funds(OWNER, 'USDT', '10000', 'finance'),
    at(instant('2028-03-01T12:00:00Z'), buy('fnd-1', '1000')),
    at(instant('2028-03-01T13:00:00Z'), buy('fnd-2', '10.5')),
    at(instant('2028-03-01T14:00:00Z'), { type: 'CancelFundRequest', data: { ...who, requestId: 'fnd-2' } }),
    strike('2028-03-01'),
    settle('2028-03-01'),
    at(instant('2028-03-02T12:00:00Z'), buy('fnd-3', '777.77')),
    strike('2028-03-02'),
    settle('2028-03-02'),
    at(instant('2028-03-03T12:00:00Z'), {
      type: 'RedeemFund',
      data: { ...who, requestId: 'fnd-4', units: '400.123456', shownDate: null },
    }),
    strike('2028-03-03'),
    settle('2028-03-03'),
    strike('2028-03-04'),
  );
  return [...story.realm.events];
}

const published: PublishedTerms = {
  policies: new Map([['fund.rules', [{ version: 1, publishedAt: 0, values: { ...RULES } }]]]),
  classes: new Map(),
  assetsSince: new Map(),
};

function findingsOf(events: readonly RecordedEvent[], waitingMax = RULES.waitingMax): string[] {
  const found: string[] = [];
  const values = { ...RULES, waitingMax };
  const terms = { ...published, policies: new Map([['fund.rules', [{ version: 1, publishedAt: 0, values }]]]) };
  const running = fundAudit.begin(terms, (_, what) => found.push(what));
  for (const event of events) running.take(event);
  running.finish();
  return found;
}

/** The history with the last event of a type changed. */
function tampered(type: string, change: (data: Record<string, unknown>) => object): RecordedEvent[] {
  const events = history();
  const last = events.findLastIndex((event) => event.type === type);
  return events.map((event, n) => {
    const data = event.data as Record<string, unknown>;
    return n === last ? { ...event, data: { ...data, ...change(data) } } : event;
  });
}

describe('the audit of funds', () => {
  it('finds nothing in what was decided by the rules', () => {
    const struck = history().filter(({ type }) => type === 'FundStruck');
    expect(struck.map(({ data }) => (data as { rebalanced: boolean }).rebalanced)).toEqual([false, true, false, false]);
    expect(findingsOf(history())).toEqual([]);
  });

  it.each<[string, string, object, RegExp]>([
    ['another value', 'FundStruck', { nav: '2' }, /nav is 2, not/],
    ['a higher fee', 'FundStruck', { fee: '1' }, /fee is 1, not/],
    ['assets that are not there', 'FundStruck', { gross: '9999' }, /gross is 9999/],
    ['cash that is not there', 'FundStruck', { cash: '5' }, /has 5 USDT of cash/],
    ['units that nobody has', 'FundStruck', { units: '5' }, /has 5 units, not/],
    ['purchases that nobody made', 'FundStruck', { purchases: '5' }, /buys for 5 USDT, not 0/],
    ['redemptions that nobody asked for', 'FundStruck', { redemptions: '5' }, /redeems 5 units, not 0/],
    ['rebalancing on a day that no seed drew', 'FundStruck', { rebalanced: true }, /that no seed drew/],
    [
      'rules that were not in force',
      'FundStruck',
      { policy: { version: 2, inputs: { basket: RULES.lowBasket } } },
      /follows version 2, not 1/,
    ],
    [
      'a date that is left out',
      'FundStruck',
      { date: '2028-03-05', nextDate: '2028-03-06' },
      /2028-03-05 is struck where 2028-03-04/,
    ],
    ['units from nowhere', 'FundUnitsIssued', { units: '900' }, /got 900 units, not/],
    ['a value of another date', 'FundUnitsIssued', { nav: '1' }, /got 1, not the value of 2028-03-02/],
    ['a payout that is too high', 'FundUnitsRedeemed', { paid: '500' }, /was paid 500 USDT, not/],
    ['more units than there are', 'FundRedemptionRequested', { units: '9000' }, /redeems 9000 units of/],
    ['a value that is known', 'FundPurchaseRequested', { firstCloseAt: 0 }, /partly known/],
    ['an amount above the limits', 'FundPurchaseRequested', { amount: '60000' }, /outside the limits/],
    ['money that stays away', 'FundRequestCancelled', { amount: '1' }, /gives 1 USDT back, not 10.5/],
    ['a fund that says something else', 'FundFlowEnded', { cash: '1' }, /the fund says how fnd-4 ended: 1 USDT/],
  ])('finds %s', (_, type, change, what) => {
    expect(findingsOf(tampered(type, () => change)).join('\n')).toMatch(what);
  });

  it('finds more orders of an owner than may wait, and takes who redeems everything', () => {
    expect(findingsOf(history(), 2)).toEqual([]);
    expect(findingsOf(history(), 1)).toEqual(['fnd-2 waits beside 1 orders of its owner, and 1 may wait']);
    const cancelled = history().filter(
      ({ type, data }) => type !== 'FundRequestCancelled' || (data as { requestId: string }).requestId !== 'fnd-2',
    );
    // What was never cancelled waits on.
    expect(findingsOf(cancelled, 2).filter((what) => what.includes('may wait'))).toEqual([]);
    const wrong = findingsOf(cancelled, 1).filter((what) => what.includes('may wait'));
    expect(wrong.map((what) => what.slice(0, 5))).toEqual(['fnd-2', 'fnd-3', 'fnd-4']);
    const all = cancelled.map((event) => {
      if (event.type !== 'FundRedemptionRequested') return event;
      const units = cancelled
        .filter(({ type }) => type === 'FundUnitsIssued')
        .reduce((sum, { data }) => sum + amount((data as { units: string }).units), 0n);
      return { ...event, data: { ...(event.data as object), units: format(units) } };
    });
    const left = findingsOf(all, 1).filter((what) => what.includes('may wait'));
    expect(left.map((what) => what.slice(0, 5))).toEqual(['fnd-2', 'fnd-3']);
  });

  it('finds a close that has another price in a second value', () => {
    const events = tampered('FundStruck', ({ closes }) => ({
      closes: (closes as { asset: string }[]).map((close) =>
        close.asset === 'SPY' ? { ...close, price: '1' } : close,
      ),
    }));
    expect(findingsOf(events).join('\n')).toMatch(/SPY closed at [\d.]+, not at 1/);
  });

  it('finds a holding that is left out, and one that is valued twice', () => {
    const events = tampered('FundStruck', ({ closes }) => ({ closes: (closes as object[]).slice(1) }));
    expect(findingsOf(events).join('\n')).toMatch(/values .* not /);
  });

  it('finds money that moves beside what is said', () => {
    const events = history().map((event) =>
      event.type === 'FundStruck' ? { ...event, postings: (event.postings ?? []).slice(2) } : event,
    );
    expect(findingsOf(events).join('\n')).toMatch(/moves /);
  });

  it('finds a request that the fund never heard of, and one that was cancelled late', () => {
    const heard = history().filter(
      ({ type, data }) => type !== 'FundFlowEnded' || (data as { requestId: string }).requestId !== 'fnd-4',
    );
    expect(findingsOf(heard)).toContain('the fund never says how fnd-4 ended');
    const late = history().map((event) =>
      event.type === 'FundRequestCancelled' ? { ...event, at: instant('2028-03-01T21:00:00Z') } : event,
    );
    expect(findingsOf(late)).toContain('fnd-2 was cancelled when a close was known');
  });
});
