import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { owing } from '../../core/ports/open-debts.testkit.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import type { CustodyPurchase } from './custody.commands.js';
import type { NewEvent } from '../../core/event.js';
import { dateOf } from '../../../shared/utc-date.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { decideVerdict } from './custody.decider.js';
import './custody.events.js';
import { custodyHandlers } from './custody.handler.js';
import { custodyHouseKind, custodyKind, openCustody, type CustodyState } from './custody.state.js';
import { CAPS, RULES, SteppedRates } from './custody.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** Wednesday, 1 March 2028, 12:00 UTC: the day before is a leap day. */
const AT = Date.parse('2028-03-01T12:00:00Z');
const POLICY = { name: 'custody.rules', version: 2, values: RULES };

const principal = new OpenPrincipal([
  { kind: custodyKind, of: 'ownerId', principal: (state) => openCustody(state as CustodyState) },
]);
const owes = { usdt: '0' };
const debts = owing(reviewKind, owes);
const verified = { advanced: false };
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [reviewKind, 'levels'],
  levels: () => ({ primary: true, address: false, ...verified }),
};
const rates = new SteppedRates();
const ports = { gate: openGate, levels: levels as VerificationLevels, custodyRates: rates, principal, debts };
const { given } = decider({
  realm: 'real',
  kind: custodyKind,
  id: OWNER,
  others: [custodyHouseKind, reviewKind],
  handlers: custodyHandlers(ports),
  at: AT,
});

const buy = (changes: Partial<CustodyPurchase> = {}) => ({
  type: 'BuyCustody',
  data: {
    ...who,
    orderId: 'cus-1',
    productId: 'flat',
    amount: '1000',
    agreed: 2,
    shownDate: null,
    vip: null,
    policy: POLICY,
    cap: { cap: '50000', policy: CAPS },
    ...changes,
  },
});
const redeem = (shownPenalty: string, requestId = 'red-1') => ({
  type: 'RedeemCustody',
  data: { ...who, orderId: 'cus-1', requestId, shownPenalty },
});
const complete = { type: 'CompleteCustody', data: { ...who, orderId: 'cus-1' } };
const rules = (changes: Partial<typeof RULES>): Partial<CustodyPurchase> => ({
  policy: { ...POLICY, values: { ...RULES, ...changes } },
});
const limit = (sum: string | null) => ({ type: 'SetCustodyLossLimit', data: { ...who, limit: sum } });
const pause = (until: number | null) => ({ type: 'SetCustodyPause', data: { ...who, until } });
const rich = () => given(funds(OWNER, 'USDT', '100000', 'finance'));
const bought = (changes: Partial<CustodyPurchase> = {}) => rich().and(buy(changes));
const refused = (changes: Partial<CustodyPurchase>) => rich().when(buy(changes)).refusal;
/** 04:00 UTC, when the rate of a date is revealed; the order's first date is 0. */
const revealOf = (date: number): number => Date.parse('2028-03-02T04:00:00Z') + date * DAY_MS;

const accepted = (events: NewEvent[] | Refusal): NewEvent[] => {
  if (isRefusal(events)) throw new Error(events.refusal);
  return events;
};
/** As the review sends it. */
const decided =
  (verdict: 'approved' | 'rejected', requestId = 'red-1') =>
  (state: CustodyState, instant: number) =>
    accepted(decideVerdict('real', state, { requestId, verdict, reasons: ['other'] }, rates, instant));

describe('buying custody', () => {
  it('puts the principal and the highest interest on hold', () => {
    const story = rich().when(buy());
    story.then('CustodyTreasuryGranted', 'CustodyRatesBegun', 'CustodyBought', 'CustodyCovered');
    const { realm, state } = bought();
    expect(bought().funds(OWNER, 'USDT', 'finance')).toBe('99000 1000');
    // 1000 x 0.5% x 7
    expect(realm.balance(HOUSE.treasuryHolds.account, 'USDT')).toBe('35');
    expect(realm.balance(HOUSE.treasury.account, 'USDT')).toBe('4999965');
    expect(Object.fromEntries(custodyKind.holds?.(state) ?? [])).toEqual({
      [`user/${OWNER}/finance/frozen USDT`]: amount('1000'),
      [`${HOUSE.treasuryHolds.account} USDT`]: amount('35'),
    });
    bought()
      .when(buy({ orderId: 'cus-2' }))
      .then('CustodyBought', 'CustodyCovered');
  });

  it('is stored under the newest schema: article and what a VIP product was sold by outlive a restart', () => {
    const agreement = { slug: 'how-ai-custody-works', version: 4 };
    expect(rich().when(buy({ agreement })).events[2]).toMatchObject({ schema: 3, data: { agreement, vip: null } });
  });

  it('earns interest on the seven dates after its own, and is over when the last rate is revealed', () => {
    const { events, due } = rich().when(buy());
    expect(events[2]?.data).toMatchObject({
      firstDate: '2028-03-02',
      lastDate: '2028-03-08',
      maturesAt: revealOf(6),
      advanced: false,
      policy: { name: 'custody.rules', version: 2, inputs: { flatMinUsdt: '100', flatMaxUsdt: '50000' } },
      cap: CAPS,
    });
    expect(due).toMatchObject([
      { id: 'reveal-custody-rate:2028-03-02', dueAt: revealOf(0) },
      { id: 'complete-custody:cus-1', dueAt: revealOf(6) },
    ]);
  });

  it.each<[string, Partial<CustodyPurchase>]>([
    ['custody.product-unknown', { productId: 'gold' }],
    ['custody.not-for-sale', rules({ flatForSale: false })],
    ['asset.amount-zero', { amount: '0' }],
    ['asset.too-many-decimals', { amount: '100.001' }],
    ['custody.below-minimum', { amount: '99.99' }],
    ['custody.above-maximum', { amount: '50000.01' }],
    ['custody.agreement-needed', { agreed: null }],
    ['custody.terms-changed', { agreed: 1 }],
    ['custody.date-changed', { shownDate: '2028-03-03' }],
    ['custody.above-quota', rules({ flatQuotaUsdt: '999.99' })],
    ['custody.cap-exceeded', { cap: { cap: '999.99', policy: CAPS } }],
    ['custody.sold-out', rules({ grantUsdt: '34.99' })],
    [
      'asset.insufficient',
      {
        amount: '100000.01',
        ...rules({ flatMaxUsdt: '200000', flatQuotaUsdt: '500000' }),
        cap: { cap: null, policy: CAPS },
      },
    ],
  ])('refuses with %s', (code, changes) => {
    expect(refused(changes)?.refusal).toBe(code);
  });

  it('takes what an account owns, and no borrowed money', () => {
    owes.usdt = '99500';
    expect(refused({ amount: '500.01' })?.refusal).toBe('asset.debts-uncovered');
    expect(refused({ amount: '500' })).toBeUndefined();
    owes.usdt = '0';
  });

  it('counts what is open towards quota and cap', () => {
    const second = { orderId: 'cus-2' };
    expect(bought().when(buy({ ...second, ...rules({ flatQuotaUsdt: '1999' }) })).refusal).toMatchObject({
      refusal: 'custody.above-quota',
      params: { limit: '1999', left: '999' },
    });
    expect(
      bought().when(buy({ ...second, productId: 'daily', ...rules({ flatQuotaUsdt: '1000' }) })).refusal,
    ).toBeUndefined();
    expect(bought().when(buy({ ...second, cap: { cap: '1999', policy: CAPS } })).refusal).toMatchObject({
      refusal: 'custody.cap-exceeded',
      params: { cap: '1999', open: '1000' },
    });
  });

  it('lets people with advanced verification put in twice as much at once', () => {
    verified.advanced = true;
    const changes = { amount: '60000', cap: { cap: null, policy: CAPS } };
    expect(refused(changes)).toBeUndefined();
    verified.advanced = false;
    expect(refused(changes)?.refusal).toBe('custody.above-maximum');
  });
});

describe('buying VIP products', () => {
  const days = (usdt: string) => Array.from({ length: 30 }, (_, n) => ({ date: dateOf(AT - (29 - n) * DAY_MS), usdt }));
  const vip = { class: 'balanced' as const, days: days('50000') };
  const order = { productId: 'vip', amount: '10000', cap: { cap: null, policy: CAPS }, vip };
  const codes = (changes: Partial<CustodyPurchase>, advanced = true) => {
    verified.advanced = advanced;
    const story = rich().when(buy({ ...order, ...changes }));
    verified.advanced = false;
    return story.refusal ?? story.events.map(({ type }) => type);
  };

  it('needs advanced verification, the form, a class and an average, each refused by name', () => {
    expect(codes({})).toContain('CustodyBought');
    expect(codes({ vip: { ...vip, class: 'aggressive' } })).toContain('CustodyBought');
    expect(codes({}, false)).toMatchObject({ refusal: 'custody.vip-advanced' });
    expect(codes({ vip: { ...vip, class: 'unassessed' } })).toMatchObject({ refusal: 'custody.vip-form' });
    expect(codes({ vip: { ...vip, class: 'conservative' } })).toMatchObject({ refusal: 'custody.vip-class' });
    const low = [...days('50000').slice(1), { date: dateOf(AT), usdt: '49999.7' }];
    expect(codes({ vip: { ...vip, days: low } })).toMatchObject({
      refusal: 'custody.vip-average',
      params: { average: '49999.99', needed: '50000', missing: '0.01', days: 30 },
    });
    expect(codes({ vip: null })).toMatchObject({ refusal: 'custody.vip-form' });
  });

  it('has a higher minimum, and neither doubles its maximum nor shares its quota', () => {
    expect(codes({ amount: '9999.99' })).toMatchObject({ refusal: 'custody.below-minimum' });
    expect(codes({ amount: '100000.01' })).toMatchObject({ refusal: 'custody.above-maximum' });
    const changes = rules({ vipQuotaUsdt: '9999' });
    expect(codes(changes)).toMatchObject({ refusal: 'custody.above-quota', params: { limit: '9999', left: '9999' } });
  });

  it('keeps in the order what it was sold by', () => {
    verified.advanced = true;
    const { events } = rich().when(buy(order));
    verified.advanced = false;
    const bought = events.find(({ type }) => type === 'CustodyBought');
    expect(bought?.data).toMatchObject({
      penalty: 'remaining-days',
      highest: '350',
      vip: { class: 'balanced', average: '50000', days: vip.days },
      policy: { inputs: { vipMinUsdt: '10000', vipAverageUsdt: '50000', vipAverageDays: 30 } },
    });
  });
});

describe('the rates of custody', () => {
  it('are revealed once a date, for the bands that orders were sold with', () => {
    const other = { orderId: 'cus-2', productId: 'daily', ...rules({ rateMax: '0.004' }) };
    const reveal = { type: 'RevealCustodyRate', data: { date: '2028-03-02' } };
    const story = bought()
      .and(buy(other))
      .when(at(revealOf(0), reveal));
    // The 21,245th day since 1970 is step 14 of 21, and step 4 of 11.
    expect(story.events.map(({ data }) => data)).toEqual([
      {
        date: '2028-03-02',
        epoch: 21_245 * 6,
        rates: [
          { productId: 'flat', rateMin: '0.003', rateMax: '0.005', rate: '0.0044' },
          { productId: 'daily', rateMin: '0.003', rateMax: '0.004', rate: '0.0034' },
        ],
        nextDate: '2028-03-03',
        nextRevealsAt: revealOf(1),
      },
    ]);
    expect(story.due).toMatchObject([{ id: 'reveal-custody-rate:2028-03-03', dueAt: revealOf(1) }]);
    const { bands } = story.then('CustodyRateRevealed').realm.state(custodyHouseKind, 'real');
    expect(bands.map(({ productId }) => productId)).toEqual(['flat', 'daily']);
    story
      .then('CustodyRateRevealed')
      .when(at(revealOf(0), reveal))
      .then();
  });
});

describe('completing custody', () => {
  it('pays principal and interest, and gives the rest of the hold back to the treasury', () => {
    const story = bought().when(at(revealOf(6), complete));
    // 0.44% + 0.45% + … + 0.50% = 3.29%
    expect(story.events[0]?.data).toMatchObject({
      rates: ['0.0044', '0.0045', '0.0046', '0.0047', '0.0048', '0.0049', '0.005'],
      interest: '32.9',
      returned: '1032.9',
    });
    const after = story.then('CustodyCompleted', 'CustodyCoverEnded');
    expect(after.funds(OWNER, 'USDT', 'finance')).toBe('100032.9 0');
    expect(after.realm.balance(HOUSE.treasury.account, 'USDT')).toBe('4999967.1');
    expect(after.realm.balance(HOUSE.treasuryHolds.account, 'USDT')).toBe('0');
    after.when(at(revealOf(6), complete)).then();
  });

  it('pays the same after a standstill of a month', () => {
    const late = bought().when(at(revealOf(40), complete));
    expect(late.events[0]?.data).toMatchObject({ interest: '32.9', returned: '1032.9' });
  });

  it('counts a request that nobody decided as never made', () => {
    const story = bought()
      .and(at(revealOf(3), redeem('50')))
      .when(at(revealOf(6), complete));
    expect(story.events.map(({ type }) => type)).toEqual(['CustodyCompleted', 'CustodyCoverEnded', 'ReviewWithdrawn']);
    expect(story.events[0]?.data).toMatchObject({ returned: '1032.9' });
  });
});

describe('redeeming custody early', () => {
  it('asks staff at the penalty that was shown', () => {
    const story = bought().when(at(AT + HOUR_MS, redeem('50')));
    expect(story.answer).toMatchObject({ status: 'redeeming', redemption: { penalty: '50' } });
    story
      .then('CustodyRedemptionRequested', 'ReviewOpened')
      .when(at(AT + HOUR_MS, redeem('50', 'red-2')))
      .then('custody.redeeming-already');
    expect(bought().when(redeem('49.99')).refusal).toMatchObject({
      refusal: 'custody.penalty-changed',
      params: { shown: '49.99', penalty: '50' },
    });
  });

  it('pays the interest until the decision, less the penalty of the request', () => {
    const story = bought()
      .and(at(revealOf(0), redeem('50')))
      .when(at(revealOf(2), decided('approved')));
    // 0.44% + 0.45% + 0.46%; 1000 − 50 + 13.5
    expect(story.events[0]?.data).toMatchObject({ interest: '13.5', penalty: '50', returned: '963.5' });
    const after = story.then('CustodyRedeemed', 'CustodyCoverEnded');
    expect(after.funds(OWNER, 'USDT', 'finance')).toBe('99963.5 0');
    // 5,000,000 + 50 − 13.5
    expect(after.realm.balance(HOUSE.treasury.account, 'USDT')).toBe('5000036.5');
    after
      .when(at(revealOf(6), complete))
      .then()
      .when(at(revealOf(6), redeem('50')))
      .then('custody.not-found');
  });

  it('reckons remaining days at the request, however long staff take', () => {
    const daily = () => bought({ productId: 'daily' });
    expect(daily().when(redeem('28')).refusal).toBeUndefined();
    // 2 March has begun: six dates have not.
    const asked = daily().and(at(Date.parse('2028-03-02T00:00:00Z'), redeem('24')));
    expect(asked.when(at(revealOf(5), decided('approved'))).events[0]?.data).toMatchObject({ penalty: '24' });
  });

  it('goes on where staff reject it, and may be asked again', () => {
    const story = bought().and(redeem('50')).when(decided('rejected')).then('CustodyRedemptionRejected');
    expect(story.state.open.get('cus-1')?.redemption?.rejectedFor).toEqual(['other']);
    story.when(redeem('50', 'red-2')).then('CustodyRedemptionRequested', 'ReviewOpened');
    expect(story.and().when(decided('approved', 'red-1')).events).toEqual([]);
  });

  it('counts as never made once the order matures, though it is not completed yet', () => {
    const { state } = bought().and(redeem('50'));
    for (const verdict of ['approved', 'rejected'] as const) {
      const decision = { requestId: 'red-1', verdict, reasons: [] };
      expect(decideVerdict('real', state, decision, rates, revealOf(6))).toMatchObject({ refusal: 'custody.over' });
      expect(decideVerdict('real', state, decision, rates, revealOf(6) - 1)).toHaveLength(
        verdict === 'approved' ? 2 : 1,
      );
    }
  });

  it('is taken back by its owner', () => {
    const on = { type: 'ContinueCustody', data: { ...who, orderId: 'cus-1' } };
    bought()
      .and(redeem('50'))
      .when(on)
      .then('CustodyContinued', 'ReviewWithdrawn')
      .when(on)
      .then('custody.not-redeeming');
  });

  it('refuses an order that is not there, and one whose last rate is revealed', () => {
    rich().when(redeem('50')).then('custody.not-found');
    bought()
      .when(at(revealOf(6), redeem('50')))
      .then('custody.over');
  });
});

describe('own limits of custody', () => {
  it('counts penalties of the month, and all that is open as redeemed at once', () => {
    const story = rich().and(limit('100'), buy());
    expect(story.when(buy({ orderId: 'cus-2', amount: '1000.2' })).refusal).toMatchObject({
      refusal: 'custody.loss-limit',
      params: { limit: '100', lost: '0', worst: '100.01' },
    });
    const paid = story.and(redeem('50')).when(decided('approved')).then('CustodyRedeemed', 'CustodyCoverEnded');
    expect(paid.when(buy({ orderId: 'cus-3', amount: '1001' })).refusal).toMatchObject({
      params: { lost: '50', worst: '50.05' },
    });
    const april = Date.parse('2028-04-01T00:00:00Z');
    paid.when(at(april, buy({ orderId: 'cus-3', amount: '1001' }))).then('CustodyBought', 'CustodyCovered');
  });

  it('tightens a limit at once and loosens it after a day', () => {
    const story = rich().and(limit('50')).when(limit('80')).then('CustodyLossLimitLoosening');
    expect(story.state.lossLimit.inForce).toBe('50');
    story.when(limit('80')).then('custody.limit-unchanged');
    const loosen = { type: 'LoosenCustodyLossLimit', data: { ...who, from: AT + DAY_MS } };
    expect(story.and(at(AT + DAY_MS, loosen)).state.lossLimit).toEqual({ inForce: '80', pending: null });
  });

  it('pauses at once, and ends a pause after a day', () => {
    const until = AT + 3 * DAY_MS;
    const story = rich().and(pause(until)).when(buy()).then('custody.paused-by-owner');
    story.when(pause(null)).then('CustodyPauseShortening');
    const shorten = { type: 'ShortenCustodyPause', data: { ...who, from: AT + DAY_MS } };
    story.when(at(AT + DAY_MS, shorten)).then('CustodyPauseShortened');
    story
      .when(at(AT + DAY_MS, buy()))
      .then('CustodyTreasuryGranted', 'CustodyRatesBegun', 'CustodyBought', 'CustodyCovered');
    rich().when(pause(AT)).then('custody.pause-too-long');
  });
});
