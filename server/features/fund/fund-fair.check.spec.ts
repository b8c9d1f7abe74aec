import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import type { PublishedTerms } from '../../core/history-audit.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { fundAudit } from './fund.check.js';
import './fund.events.js';
import type { FundClose, FundStruck } from './fund.events.js';
import { fundHandlers } from './fund.handler.js';
import { fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, policiesOf, RULES, SteppedPrices, TestCaps } from './fund.testkit.js';

const OWNER = 'real-anna.1';
const who = { userId: 'real-anna', ownerId: OWNER, level: 'low', shownDate: null };
const POLICY = { name: 'fund.rules', version: 1, values: RULES };
const VALUES = 'BTC:60000:2028-03-01:2028-03-09:halt SPY:512.5:2028-03-02:2028-03-02:halt';
const instant = (text: string): number => Date.parse(text);

/** The share has no close on 2 and 3 March: a fair value on the first, a missed value on the second. Orders wait for both. */
function history(): RecordedEvent[] {
  const prices = new SteppedPrices();
  prices.priced = (asset, closeAt) =>
    asset === 'BTC' ? '50000' : closeAt < instant('2028-03-02') || closeAt > instant('2028-03-04') ? '500' : undefined;
  const handlers = fundHandlers({
    gate: openGate,
    caps: new TestCaps(),
    fundPrices: prices,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    rules: policiesOf(() => POLICY, { values: VALUES }),
  });
  const { given } = decider({ realm: 'real', kind: fundKind, id: OWNER, others: [fundHouseKind], handlers });
  const day = (date: string, order: object) => [
    at(instant(`${date}T12:00:00Z`), order as { type: string; data: object }),
    at(instant(`${date}T22:00:00Z`), { type: 'StrikeFund', data: { level: 'low', date } }),
    at(instant(`${date}T22:00:01Z`), { type: 'SettleFundRequests', data: { ...who, date } }),
  ];
  const buy = (requestId: string) => ({
    type: 'BuyFund',
    data: { ...who, requestId, amount: '1000', agreed: 1, policy: POLICY, cap: { cap: null, policy: CAPS } },
  });
  const redeem = (requestId: string) => ({ type: 'RedeemFund', data: { ...who, requestId, units: '400' } });
  const story = given(
    funds(OWNER, 'USDT', '10000', 'finance'),
    ...day('2028-03-01', buy('fnd-1')),
    ...day('2028-03-02', redeem('fnd-2')),
    ...day('2028-03-03', redeem('fnd-3')),
  );
  return [...story.realm.events];
}

function findingsOf(events: readonly RecordedEvent[], fairValues = VALUES): string[] {
  const versionOf = (version: number, publishedAt: number, values: object) => ({ version, publishedAt, values });
  const terms = {
    policies: new Map([
      ['fund.rules', [versionOf(1, 0, RULES)]],
      [
        'fund.fair-values',
        [
          versionOf(2, 0, { fairValues: 'none' }),
          versionOf(3, instant('2028-03-02T21:59:59Z'), { fairValues }),
          versionOf(4, instant('2028-03-03T22:00:01Z'), { fairValues: 'SPY:1:2028-03-01:2028-03-09:halt' }),
        ],
      ],
    ]),
    classes: new Map(),
    assetsSince: new Map(),
  } as unknown as PublishedTerms;
  const found: string[] = [];
  const running = fundAudit.begin(terms, (_, what) => found.push(what));
  for (const event of events) running.take(event);
  running.finish();
  return found;
}

/** The history with the share's close of 2 March changed. */
function tampered(change: Partial<FundClose>, more: Partial<FundStruck> = {}): RecordedEvent[] {
  return history().map((event) => {
    const data = event.data as FundStruck;
    if (event.type !== 'FundStruck' || data.date !== '2028-03-02') return event;
    const closes = data.closes.map((close) => (close.asset === 'SPY' ? { ...close, ...change } : close));
    return { ...event, data: { ...data, closes, ...more } };
  });
}

describe('the audit of fair values', () => {
  it('finds nothing where each is as two people published it, in force at 22:00', () => {
    const types = history().map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['FundStruck', 'FundStrikeMissed', 'FundRequestFailed']));
    expect(findingsOf(history())).toEqual([]);
  });

  it.each<[string, Partial<FundClose>, RegExp]>([
    ['another price', { price: '600' }, /2028-03-02: the fair value of SPY is 600, not 512.5/],
    ['another version', { fair: { version: 2, reason: 'halt' } }, /is of version 2 \(halt\), not 3 \(halt\)/],
    ['another reason', { fair: { version: 3, reason: 'holiday' } }, /version 3 \(holiday\), not 3 \(halt\)/],
    ['another instant', { closeAt: instant('2028-03-02T21:00:00Z') }, /of SPY is not of 22:00/],
    ['a close of long ago', { fair: undefined as never, closeAt: 1 }, /SPY closed more than five days before/],
  ])('finds %s', (_, change, what) => {
    expect(findingsOf(tampered(change)).join('\n')).toMatch(what);
  });

  it('finds one that nobody published, and a value missed in spite of one', () => {
    expect(findingsOf(history(), 'none').join('\n')).toMatch(/SPY has no fair value that two people set/);
    const both = VALUES.replace('2028-03-02:2028-03-02', '2028-03-02:2028-03-03');
    expect(findingsOf(history(), both)).toEqual(['low of 2028-03-03: SPY has a fair value and is missed']);
  });

  it('finds trades at it, and an order that got it', () => {
    const trade = { asset: 'SPY', quantity: '1', price: '512.5', closeAt: instant('2028-03-02T22:00:00Z') };
    expect(findingsOf(tampered({}, { trades: [trade] })).join('\n')).toMatch(/was traded at a fair value/);
    const struck = history().map(({ type, data }) => (type === 'FundStruck' ? (data as FundStruck) : undefined));
    const nav = struck.find((one) => one?.date === '2028-03-02')?.nav;
    const events = history().map((event) => {
      const data = event.data as { requestId?: string };
      if (event.type !== 'FundRequestFailed' || data.requestId !== 'fnd-2') return event;
      return { ...event, type: 'FundUnitsRedeemed', data: { ...data, units: '400', nav, paid: '1', cost: '400' } };
    });
    expect(findingsOf(events).join('\n')).toMatch(/fnd-2 got .*, not the value of 2028-03-02/);
  });
});
