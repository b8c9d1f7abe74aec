import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import type { PublishedTerms } from '../../core/history-audit.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { rewardAudit } from './reward.check.js';
import './reward.events.js';
import { rewardHandlers } from './reward.handler.js';
import { rewardHouseKind, rewardKind } from './reward.state.js';
import { POLICY, RULES } from './reward.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const AT = Date.parse('2028-03-01T12:00:00Z');
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [rewardHouseKind, 'levels'],
  levels: () => ({ primary: true, advanced: false, address: false }),
};
const { given } = decider({
  realm: 'real',
  kind: rewardKind,
  id: OWNER,
  others: [rewardHouseKind],
  handlers: rewardHandlers({ gate: openGate, levels: levels as VerificationLevels }),
  at: AT,
});
const day = (n: number, type: string, more: object = {}) => at(AT + n * DAY_MS, { type, data: { ...who, ...more } });

/** A match in which anna took and paid a fee. */
const trade = (takerFee: string, instant: number): RecordedEvent =>
  ({
    ...{ realm: 'real', position: 0, version: 1, at: instant, actor: 'market', stream: 'spot-BTCUSDT', schema: 1 },
    ...{ correlation: '', causation: '', type: 'SpotOrderMatched' },
    data: {
      symbol: 'BTCUSDT',
      makerOrderId: null,
      makerOwner: '',
      makerFee: '0',
      takerOrderId: 'o1',
      takerOwner: OWNER,
      takerFee,
    },
  }) as RecordedEvent;

/** A missed date, a week of sign-ins, a change of zone, a voucher, and fees of the date of its issue paid back. */
function history(): RecordedEvent[] {
  const story = given(day(-40, 'SetSignInZone', { timeZone: 'Asia/Tokyo' }));
  story.and(day(-3, 'SignIn'), day(-2, 'SignIn'), day(0, 'SignIn'));
  story.and(day(0.1, 'SetSignInZone', { timeZone: 'Europe/Berlin' }));
  for (let n = 1; n < 7; n += 1) story.and(day(n, 'SignIn'));
  story.and(day(6.1, 'ExchangePoints', { feeVoucherId: 'fv-1', shownVersion: 1, policy: POLICY }));
  const trades = [trade('1.2', AT + 6.2 * DAY_MS), trade('0.3', AT + 6.3 * DAY_MS)];
  const closed = at(Date.parse('2028-03-08T00:00:00Z'), { type: 'CloseFeeVoucherDate', data: { date: '2028-03-07' } });
  const use = { type: 'UseFeeVouchers', data: { ...who, date: '2028-03-07', fees: '1.5', most: '0.5' } };
  story.and(closed, at(Date.parse('2028-03-08T00:00:01Z'), use));
  const { events } = story.realm;
  const first = events.findIndex(({ type }) => type === 'FeeVoucherDateClosed');
  return [...events.slice(0, first), ...trades, ...events.slice(first)];
}

const SHARES = { voucherShare: '0.5' };
const published: PublishedTerms = {
  policies: new Map(
    Object.entries({ 'reward.rules': { ...RULES }, 'spot.fees': SHARES, 'contract.fees': SHARES }).map(
      ([name, values]) => [name, [{ version: 1, publishedAt: 0, values }]],
    ),
  ),
  classes: new Map(),
  assetsSince: new Map(),
};

function findingsOf(events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  const running = rewardAudit.begin(published, (_, what) => found.push(what));
  for (const event of events) running.take(event);
  running.finish();
  return found;
}

/** The history with the last event of a type changed. */
const tampered = (type: string, change: object): RecordedEvent[] => {
  const events = history();
  const last = events.findLastIndex((event) => event.type === type);
  return events.map((event, n) => (n === last ? { ...event, data: { ...(event.data as object), ...change } } : event));
};

describe('the audit of rewards', () => {
  it('finds nothing in what was decided by the rules', () => {
    expect(history().map(({ type }) => type)).toContain('FeeVouchersUsed');
    expect(findingsOf(history())).toEqual([]);
  });

  it.each<[string, string, object, RegExp]>([
    ['a point too many', 'SignedIn', { points: 9, balance: 33 }, /for 9 points/],
    ['a date that it was not', 'SignedIn', { date: '2028-03-09' }, /which it was not/],
    ['another day of the calendar', 'SignedIn', { day: 6, points: 6, balance: 30 }, /not day 7/],
    ['points from nowhere', 'SignedIn', { balance: 99 }, /has 99 points/],
    ['a voucher that is worth more', 'FeeVoucherIssued', { amount: '2' }, /isn't what version 1/],
    ['a voucher by rules that nobody published', 'FeeVoucherIssued', { policy: { version: 7 } }, /were not in force/],
    ['a voucher for fewer points', 'FeeVoucherIssued', { points: 1, balance: 30 }, /isn't what version 1/],
    ['more paid back', 'FeeVouchersUsed', { paidBack: '0.9' }, /0\.9 USDT went back/],
    ['fees that nobody paid', 'FeeVouchersUsed', { fees: '15' }, /paid 1\.5 USDT of fees/],
    ['fees of a date that runs', 'FeeVouchersUsed', { date: '2028-03-08' }, /before it was over/],
    ['a date closed out of order', 'FeeVoucherDateClosed', { date: '2028-03-09' }, /comes next/],
  ])('finds %s', (_, type, change, what) => {
    expect(findingsOf(tampered(type, change)).join('\n')).toMatch(what);
  });

  it('finds fees that were never paid back, an hour after the date was over', () => {
    const events = history().filter(({ type }) => type !== 'FeeVouchersUsed');
    expect(findingsOf(events)).toEqual([]);
    const later = trade('0', Date.parse('2028-03-08T00:00:00Z') + HOUR_MS + 1);
    expect(findingsOf([...events, later])).toEqual([`vouchers were never used: ${OWNER} 2028-03-07`]);
  });

  it('finds money that moves beside what is said', () => {
    const events = history().map((event) =>
      event.type === 'FeeVouchersUsed'
        ? { ...event, postings: (event.postings ?? []).map((one) => ({ ...one, amount: one.amount * 2n })) }
        : event,
    );
    expect(findingsOf(events).join('\n')).toMatch(/2028-03-07 moves house\/rewards -1\.5/);
  });

  it('asks nothing for an account that was erased', () => {
    const events = history().filter(({ type }) => type !== 'FeeVouchersUsed');
    const closed = events.findIndex(({ type }) => type === 'FeeVoucherDateClosed');
    const erased = { ...events[0]!, stream: `account-${USER}`, type: 'AccountErased', data: { userId: USER } };
    const later = trade('0', Date.parse('2028-03-08T00:00:00Z') + HOUR_MS + 1);
    expect(findingsOf([...events.slice(0, closed), erased, ...events.slice(closed), later])).toEqual([]);
  });

  it('finds the same date paid back twice', () => {
    const events = history();
    const used = events.find(({ type }) => type === 'FeeVouchersUsed');
    expect(findingsOf([...events, used!]).join('\n')).toMatch(/paid back twice/);
  });

  it('finds a zone that was changed too soon', () => {
    const events = history();
    const set = events.findLast(({ type }) => type === 'SignInZoneSet');
    const again = { ...set!, at: AT + 2 * DAY_MS, data: { ...who, timeZone: 'UTC', previous: 'Europe/Berlin' } };
    expect(findingsOf([...events, again])).toContain(`${OWNER}: the zone was changed twice within 30 days`);
  });
});
