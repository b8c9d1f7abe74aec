import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import { dateAfter, dateOf, startOf } from '../../../shared/utc-date.js';
import { owing } from '../../core/ports/open-debts.testkit.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import './subscription.events.js';
import { subscriptionHandlers } from './subscription.handler.js';
import {
  approve,
  AT,
  cancel,
  CLOSES,
  DAY_MS,
  list,
  LISTS,
  OWNER,
  propose,
  SEED,
  settle,
  subscribe,
  TestMarket,
  unlock,
} from './subscription.testkit.js';
import {
  BATCH,
  newCoinKind,
  openSubscriptions,
  subscriptionKind,
  type SubscriptionState,
} from './subscription.state.js';

const verified = { primary: true };
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [reviewKind, 'levels'],
  levels: () => ({ advanced: false, address: false, ...verified }),
};
/** What the account owes. */
const owes = { usdt: '0' };
const debts = owing(reviewKind, owes);
const principal = new OpenPrincipal([
  { kind: subscriptionKind, of: 'ownerId', principal: (state) => openSubscriptions(state as SubscriptionState) },
]);
const market = new TestMarket();
const { given } = decider({
  realm: 'real',
  kind: subscriptionKind,
  id: OWNER,
  others: [newCoinKind, reviewKind],
  handlers: subscriptionHandlers({
    gate: openGate,
    levels: levels as VerificationLevels,
    principal,
    debts,
    newCoins: market,
  }),
  at: AT,
});

const open = (changes: object = {}) =>
  given(funds(OWNER, 'USDT', '1000', 'finance'))
    .and(propose(changes))
    .and(approve());
const subscribed = () => open().and(subscribe());
const refused = (changes: object) => open().when(subscribe(changes)).refusal;

const listsAt = startOf(LISTS);
const opensAt = listsAt + 30 * 60_000;
const available = `user/${OWNER}/finance/available`;
const frozen = `user/${OWNER}/finance/frozen`;

describe('an issue', () => {
  it('keeps the rules of its proposal, and is listed on its date once another one approves', () => {
    const { events } = given().when(propose());
    expect(events[0]?.data).toMatchObject({ closesAt: startOf(CLOSES), listsAt, openMin: '0.5', proposedBy: 'rick' });
    const approved = given().and(propose()).when(approve());
    expect(approved.events.map(({ type }) => type)).toEqual(['NewCoinApproved']);
    expect(approved.due[0]).toMatchObject({ id: 'list-new-coin:NOVA', dueAt: listsAt });
    expect(given().and(propose()).when(approve('rick')).refusal?.refusal).toBe('subscription.own-proposal');
    expect(given().and(propose()).when(propose()).refusal?.refusal).toBe('subscription.coin-taken');
  });

  it('ends subscription a day from now at least, and before the seed of its ties may be known', () => {
    const dates = (closesOn: string, listsOn: string) => given().when(propose({ closesOn, listsOn })).refusal?.refusal;
    const today = dateOf(AT);
    expect(dates(dateAfter(today, 1), dateAfter(today, 3))).toBe('subscription.dates-wrong');
    expect(dates(dateAfter(today, 2), dateAfter(today, 2))).toBe('subscription.dates-wrong');
    expect(dates(dateAfter(today, 2), dateAfter(today, 3))).toBeUndefined();
    expect(dates('2028-02-31', 'soon')).toBe('subscription.dates-wrong');
  });

  it('fails when two cancel it, and each counts once', () => {
    const first = subscribed().when(cancel('rick'));
    expect(first.events.map(({ type }) => type)).toEqual(['NewCoinCancelProposed']);
    expect(subscribed().and(cancel('rick')).when(cancel('rick')).refusal?.refusal).toBe('subscription.own-proposal');
    const second = subscribed().and(cancel('rick')).when(cancel('rita'));
    expect(second.events[0]).toMatchObject({ type: 'NewCoinFailed', data: { cause: 'cancelled', total: 200 } });
    const refunded = subscribed().and(cancel('rick')).and(cancel('rita')).when(settle);
    expect(refunded.events.map(({ type }) => type)).toEqual([
      'ReviewWithdrawn',
      'SubscriptionRefunded',
      'NewCoinRefunded',
    ]);
  });
});

describe('a subscription', () => {
  it('keeps the article that was ticked, under the newest schema, and none where none was shown', () => {
    const agreement = { slug: 'how-new-coins-work', version: 4 };
    expect(open().when(subscribe({ agreement })).events[0]).toMatchObject({ schema: 2, data: { agreement } });
    expect(open().when(subscribe()).events[0]).toMatchObject({ schema: 2, data: { agreement: null } });
  });

  it('puts the whole price and the fee on hold, and counts against the cap', () => {
    const { events } = open().when(subscribe());
    expect(events.map(({ type }) => type)).toEqual(['Subscribed', 'NewCoinCounted', 'ReviewOpened']);
    expect(events[0]?.data).toMatchObject({ margin: '100', fee: '0.5' });
    expect(events[0]?.postings).toEqual([
      { account: available, asset: 'USDT', amount: amount('-100.5') },
      { account: frozen, asset: 'USDT', amount: amount('100.5') },
    ]);
    const other = { issueId: 'NOVA', subscriptionId: 'sbs-2', requestId: 'nsr-2' };
    expect(subscribed().when(subscribe(other)).refusal?.refusal).toBe('subscription.already');
  });

  it('is refused by a name for each limit', () => {
    expect(refused({ coins: '19' })).toMatchObject({
      refusal: 'subscription.below-minimum',
      params: { minimum: '10' },
    });
    expect(refused({ coins: '2001' })?.refusal).toBe('subscription.above-maximum');
    expect(refused({ coins: '20.5' })?.refusal).toBe('subscription.whole-coins');
    expect(refused({ coins: '0' })?.refusal).toBe('asset.amount-zero');
    expect(refused({ agreed: 2 })?.refusal).toBe('subscription.agreement-needed');
    expect(refused({ coins: '1001' })).toMatchObject({ refusal: 'subscription.cap-exceeded', params: { open: '0' } });
    expect(given().and(propose()).and(approve()).when(subscribe()).refusal).toMatchObject({
      refusal: 'asset.insufficient',
      params: { needed: '100.5' },
    });
    // 900 of the 1,000 are owed, and 100.5 are needed.
    owes.usdt = '900';
    const params = { field: 'coins', owed: '900', maximum: '100' };
    expect(refused({})).toMatchObject({ refusal: 'asset.debts-uncovered', params });
    owes.usdt = '899.5';
    expect(refused({})).toBeUndefined();
    owes.usdt = '0';
    verified.primary = false;
    expect(refused({})?.refusal).toBe('subscription.verification-needed');
    verified.primary = true;
    expect(open().when(at(startOf(CLOSES), subscribe())).refusal?.refusal).toBe('subscription.expired');
    expect(given().and(propose()).when(subscribe()).refusal?.refusal).toBe('subscription.issue-unknown');
  });

  it('gets its coins after the listing, on hold until the lock-up ends, and the rest back', () => {
    const listed = subscribed().when(at(listsAt, list));
    expect(listed.events[0]?.data).toMatchObject({
      cut: { volume: 100, total: 200, leftover: 0 },
      seed: SEED,
      opensAt,
    });
    expect(listed.due[0]).toMatchObject({ id: 'settle-new-coin:NOVA:0', dueAt: opensAt });
    const settled = subscribed().and(at(listsAt, list)).when(at(opensAt, settle));
    expect(settled.events.map(({ type }) => type)).toEqual(['ReviewWithdrawn', 'SubscriptionPassed', 'NewCoinSettled']);
    expect(settled.events[1]?.data).toMatchObject({ coins: 100, cost: '50', fee: '0.25', refunded: '50.25' });
    expect(settled.events[1]?.postings?.map((one) => `${one.account} ${format(one.amount)} ${one.asset}`)).toEqual([
      `${frozen} -50 USDT`,
      `${HOUSE.issuers.account} 50 USDT`,
      `${frozen} -0.25 USDT`,
      `${HOUSE.fees.account} 0.25 USDT`,
      `${frozen} -50.25 USDT`,
      `${available} 50.25 USDT`,
      `${HOUSE.issuers.account} -100 NOVA`,
      `${frozen} 100 NOVA`,
    ]);
    const unlocksAt = opensAt + 2 * DAY_MS;
    expect(settled.due[0]).toMatchObject({ id: 'unlock-new-coin:NOVA:0', dueAt: unlocksAt });
    const free = subscribed().and(at(listsAt, list)).and(at(opensAt, settle)).when(at(unlocksAt, unlock));
    expect(free.events.map(({ type }) => type)).toEqual(['SubscriptionUnlocked', 'NewCoinUnlocked']);
  });

  it('is settled and unlocked in batches, each of which makes the next due', () => {
    const names = Array.from({ length: BATCH + 5 }, (_, n) => `real-p${n}`);
    const all = () =>
      given(...names.map((name) => funds(`${name}.1`, 'USDT', '100', 'finance')))
        .and(propose(), approve())
        .and(
          ...names.map((name) =>
            subscribe({
              ...{ userId: name, ownerId: `${name}.1`, coins: '20' },
              ...{ subscriptionId: `sbs-${name}`, requestId: `nsr-${name}` },
            }),
          ),
        )
        .and(at(listsAt, list));
    const from = (type: string, done: number) => ({ type, data: { issueId: 'NOVA', from: done } });
    const first = all().when(at(opensAt, settle));
    expect(first.events.at(-1)).toMatchObject({ type: 'NewCoinSettling', data: { settled: BATCH } });
    expect(first.due[0]).toMatchObject({ id: `settle-new-coin:NOVA:${BATCH}`, dueAt: opensAt });
    const story = all().and(at(opensAt, settle));
    expect(story.when(at(opensAt, settle)).events).toEqual([]);
    expect(story.when(at(opensAt, from('SettleNewCoin', BATCH))).events.at(-1)?.type).toBe('NewCoinSettled');
    const unlocksAt = opensAt + 2 * DAY_MS;
    expect(story.when(at(unlocksAt, unlock)).events.at(-1)).toMatchObject({
      type: 'NewCoinUnlocking',
      data: { unlocked: BATCH },
    });
    expect(story.when(at(unlocksAt, from('UnlockNewCoin', BATCH))).events.at(-1)?.type).toBe('NewCoinUnlocked');
    const free = names.map((name) => story.realm.balance(`user/${name}.1/finance/available`, 'NOVA'));
    expect(format(free.reduce((sum, one) => sum + amount(one), 0n))).toBe('100');
  });

  it('comes back whole where an instrument has taken the code by the listing', () => {
    const issue = subscribed();
    market.isFree = () => false;
    const failed = issue.when(at(listsAt, list));
    market.isFree = () => true;
    failed.then({
      type: 'NewCoinFailed',
      data: { issueId: 'NOVA', cause: 'taken', total: 200, decidedBy: '', reason: '' },
    });
    expect(failed.due[0]).toMatchObject({ id: 'settle-new-coin:NOVA:0', dueAt: listsAt });
    issue.when(at(listsAt, settle)).then('ReviewWithdrawn', 'SubscriptionRefunded', 'NewCoinRefunded');
    expect(issue.funds(OWNER, 'USDT', 'finance')).toBe('1000 0');
    issue.when(at(listsAt, list)).then();
  });

  it('comes back whole where too little was subscribed', () => {
    const failed = open({ minimum: 100 })
      .and(subscribe({ coins: '40' }))
      .when(at(listsAt, list));
    expect(failed.events[0]).toMatchObject({ type: 'NewCoinFailed', data: { cause: 'minimum', total: 40 } });
  });
});
