import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { startOf } from '../../../shared/utc-date.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { subscriptionAudit } from './subscription.check.js';
import { decideVerdict } from './subscription.decider.js';
import './subscription.events.js';
import { subscriptionHandlers } from './subscription.handler.js';
import { newCoinKind, subscriptionKind } from './subscription.state.js';
import {
  approve,
  AT,
  cancel,
  DAY_MS,
  HOUR_MS,
  list,
  LISTS,
  OWNER,
  propose,
  settle,
  subscribe,
  TestMarket,
  unlock,
} from './subscription.testkit.js';

const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [reviewKind, 'levels'],
  levels: () => ({ primary: true, advanced: false, address: false }),
};
const { given } = decider({
  realm: 'real',
  kind: subscriptionKind,
  id: OWNER,
  others: [newCoinKind, reviewKind],
  handlers: subscriptionHandlers({
    gate: openGate,
    levels: levels as VerificationLevels,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
    newCoins: new TestMarket(),
  }),
  at: AT,
});

const PEOPLE = ['ben', 'cem', 'dan'];
const one = (name: string, coins: string) =>
  subscribe({
    userId: `real-${name}`,
    ownerId: `real-${name}.1`,
    subscriptionId: `sbs-${name}`,
    requestId: `nsr-${name}`,
    coins,
  });
const opensAt = startOf(LISTS) + 30 * 60_000;

/** Three people subscribe for more than there is, none a whole share; the lock-up ends. */
function history(): readonly RecordedEvent[] {
  const story = given(...PEOPLE.map((name) => funds(`real-${name}.1`, 'USDT', '1000', 'finance')));
  story.and(propose(), approve(), one('ben', '70'), one('cem', '71'), one('dan', '75'));
  story.and(at(startOf(LISTS), list), at(opensAt, settle), at(opensAt + 2 * DAY_MS, unlock));
  return story.realm.events;
}

function findingsOf(events: readonly RecordedEvent[], assetsSince: ReadonlyMap<string, number> = new Map()): string[] {
  const found: string[] = [];
  const published = { policies: new Map(), classes: new Map(), assetsSince };
  const running = subscriptionAudit.begin(published, (_, what) => found.push(what));
  for (const event of events) running.take(event);
  running.finish();
  return found;
}

/** The history with the first event of a type changed. */
const tampered = (type: string, change: object): RecordedEvent[] => {
  const events = history();
  const first = events.findIndex((event) => event.type === type);
  return events.map((event, n) => (n === first ? { ...event, data: { ...(event.data as object), ...change } } : event));
};

/** The history with so much more of an asset moved by the first event of a type: every posting is larger, and they still sum to zero. */
const overposted = (events: readonly RecordedEvent[], type: string, asset: string): RecordedEvent[] => {
  const first = events.findIndex((event) => event.type === type);
  const more = (postings: RecordedEvent['postings'] = []) =>
    postings.map((each) => (each.asset === asset ? { ...each, amount: each.amount * 2n } : each));
  return events.map((event, n) => (n === first ? { ...event, postings: more(event.postings) } : event));
};

/** One is rejected by staff, and the issue is cancelled by two. */
function refunds(): readonly RecordedEvent[] {
  const story = given(...PEOPLE.map((name) => funds(`real-${name}.1`, 'USDT', '1000', 'finance')));
  story.and(propose(), approve(), one('ben', '70'), one('cem', '71'));
  story.and((_, __, stateOf) => {
    const verdict = { requestId: 'nsr-ben', verdict: 'rejected', reasons: ['other'] } as const;
    return decideVerdict(stateOf(newCoinKind, 'NOVA'), stateOf(subscriptionKind, 'real-ben.1'), verdict);
  });
  story.and(cancel('rick'), cancel('rita'), settle);
  return story.realm.events;
}

describe('the audit of new coins', () => {
  it('finds nothing in what was decided by the rules', () => {
    expect(history().filter(({ type }) => type === 'SubscriptionPassed')).toHaveLength(3);
    expect(findingsOf(history())).toEqual([]);
  });

  it.each<[string, string, object, RegExp]>([
    ['an issue that its proposer approved', 'NewCoinApproved', { approvedBy: 'rick' }, /its proposer approved it/],
    ['another margin', 'Subscribed', { margin: '30' }, /it costs 35 and 0\.175/],
    ['a subscription that counts for more', 'NewCoinCounted', { coins: 90 }, /coins took part, not 216/],
    ['a person who subscribed twice', 'NewCoinCounted', { ownerId: 'real-cem.1' }, /subscribed twice/],
    ['another seed', 'NewCoinListed', { seed: '0b' }, /it was ranked by/],
    ['another opening price', 'NewCoinListed', { openPrice: '0.31' }, /it opens at 0\.31, not 0\.3/],
    ['an opening above its band', 'NewCoinListed', { openStep: 91 }, /it opens above its band/],
    ['a shorter lock-up', 'NewCoinListed', { unlocksAt: opensAt }, /the lock-up is not 2 days long/],
    ['a coin too many', 'SubscriptionPassed', { coins: 99 }, /it got 99 coins/],
    ['a fee too high', 'SubscriptionPassed', { fee: '1' }, /it costs/],
    ['coins that were never on hold', 'SubscriptionUnlocked', { coins: 99 }, /99 coins were never on hold/],
  ])('finds %s', (_, type, change, what) => {
    expect(findingsOf(tampered(type, change)).join('\n')).toMatch(what);
  });

  it('finds nothing in what came back by the rules', () => {
    expect(refunds().map(({ type }) => type)).toEqual(
      expect.arrayContaining(['SubscriptionNotPassed', 'SubscriptionRefunded']),
    );
    expect(findingsOf(refunds())).toEqual([]);
  });

  it.each<[string, () => readonly RecordedEvent[], string, string, RegExp]>([
    ['too much on hold', history, 'Subscribed', 'USDT', /finance\/frozen USDT gets 70\.35, not 35\.175/],
    ['price and fee that were charged twice', history, 'SubscriptionPassed', 'USDT', /house\/fees USDT gets/],
    ['coins that were given twice', history, 'SubscriptionPassed', 'NOVA', /finance\/frozen NOVA gets/],
    ['coins that were freed twice', history, 'SubscriptionUnlocked', 'NOVA', /finance\/available NOVA gets/],
    ['a rejection that pays back twice', refunds, 'SubscriptionNotPassed', 'USDT', /USDT gets 70\.35, not 35\.175/],
    ['a refund that pays back twice', refunds, 'SubscriptionRefunded', 'USDT', /available USDT gets/],
  ])('finds %s in postings whose event says what is right', (_, events, type, asset, what) => {
    expect(findingsOf(overposted(events(), type, asset)).join('\n')).toMatch(what);
  });

  it('finds an issue that failed for an instrument that nobody listed', () => {
    const taken = refunds().map((event) =>
      event.type === 'NewCoinFailed' ? { ...event, data: { ...(event.data as object), cause: 'taken' } } : event,
    );
    expect(findingsOf(taken).join('\n')).toMatch(/no instrument had taken its code/);
    const failedAt = taken.find(({ type }) => type === 'NewCoinFailed')?.at ?? 0;
    expect(findingsOf(taken, new Map([['NOVA', failedAt]]))).toEqual([]);
    // Who takes the code afterwards was no reason.
    expect(findingsOf(taken, new Map([['NOVA', failedAt + HOUR_MS]])).join('\n')).toMatch(/no instrument had taken/);
  });

  it('finds a coin that was listed under the code of an instrument, and takes its own instrument', () => {
    const listedAt = startOf(LISTS);
    expect(findingsOf(history(), new Map([['NOVA', listedAt - HOUR_MS]])).join('\n')).toMatch(
      /an instrument had taken its code/,
    );
    expect(findingsOf(history(), new Map([['NOVA', listedAt]]))).toEqual([]);
  });

  it('finds money that went to another account', () => {
    const first = history().findIndex(({ type }) => type === 'SubscriptionPassed');
    const events = history().map((event, n) => {
      if (n !== first) return event;
      const postings = event.postings?.map((each) =>
        each.account === HOUSE.fees.account ? { ...each, account: HOUSE.issuers.account } : each,
      );
      return { ...event, postings };
    });
    expect(findingsOf(events as RecordedEvent[]).join('\n')).toMatch(/house\/fees USDT gets 0, not/);
  });

  it('finds subscriptions that were left out', () => {
    const events = history();
    const first = events.findIndex(({ type }) => type === 'SubscriptionPassed');
    expect(findingsOf(events.filter((_, n) => n !== first)).join('\n')).toMatch(/1 subscriptions were left without/);
  });
});
