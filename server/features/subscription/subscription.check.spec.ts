import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { startOf } from '../../../shared/utc-date.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { subscriptionAudit } from './subscription.check.js';
import './subscription.events.js';
import { subscriptionHandlers } from './subscription.handler.js';
import { newCoinKind, subscriptionKind } from './subscription.state.js';
import {
  approve,
  AT,
  DAY_MS,
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

function findingsOf(events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  const published = { policies: new Map(), classes: new Map() };
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

  it('finds subscriptions that were left out', () => {
    const events = history();
    const first = events.findIndex(({ type }) => type === 'SubscriptionPassed');
    expect(findingsOf(events.filter((_, n) => n !== first)).join('\n')).toMatch(/1 subscriptions were left without/);
  });
});
