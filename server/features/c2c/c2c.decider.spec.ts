import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { C2C_STATUSES, type C2cReviewKind, type C2cStatus } from '../../../contracts/c2c.contract.js';
import { amount } from '../../../shared/money.js';
import { matchedWires, type WireFact } from '../../core/bank-wires.js';
import type { NewEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { times } from '../../../test/kit/level.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { at, decider } from '../../engine/writer/decider.testkit.js';
import { C2C_TABLE, C2C_TRANSITIONS, type C2cTransition } from './c2c-table.rules.js';
import type { PlaceC2c } from './c2c.commands.js';
import {
  c2cKind,
  decideAppeal,
  decideComplete,
  decideExpire,
  decideMatch,
  decidePlace,
  decideReinstate,
  decideReject,
  decideRemit,
  HOUR_MS,
  labelOf,
  MINUTE_MS,
  type C2cOrder,
  type C2cState,
} from './c2c.decider.js';
import {
  indexOf,
  marginOf,
  mostOf,
  payAmountOf,
  priceOf,
  wantedProblem,
  type C2cIndex,
  type C2cRules,
} from './c2c.rules.js';

const START = Date.UTC(2026, 2, 29, 0, 0, 0);
const IDS = { orderId: 'c2c-1', userId: 'real-1' };
const RULES: C2cRules = {
  validMinutes: 180,
  reinstateHours: 24,
  reinstateMinutes: 60,
  appealHours: 72,
  min: '100',
  max: '50000',
  advancedFactor: '2',
  openMax: 3,
  currencies: 'USD,EUR,JPY',
  spread: '0.01',
  closedMargin: '0.0075',
  closedMax: '10000',
  priceBand: '0.002',
  messagesMax: 200,
};
const POLICY = { name: 'c2c.rules', version: 1, values: RULES };
const PLACE: PlaceC2c['data'] = {
  ...{ ...IDS, ownerId: 'real-1.1', reference: 'GBREF', currency: 'USD', amount: '250', shownPrice: '1.01' },
  ...{ index: { price: '1', at: START, opensAt: null }, policy: POLICY },
};
const SEALED = 'v1.x' as Sealed;
const ACCOUNT = 'DE89370400440532013000';
const wire = (sum: string, more: Partial<WireFact> = {}): WireFact => ({
  ...{ id: 'wire-1', toAccount: ACCOUNT, amount: sum, currency: 'USD', arrivedAt: START, ...more },
});

const placed = (_: C2cState, now: number) => decidePlace(PLACE, now);
const roundOf = (state: C2cState): number => (state as C2cOrder).round;
const REVIEWS: Partial<Record<C2cState['status'], C2cReviewKind>> = { unmatched: 'c2c-match', appealed: 'c2c-appeal' };

/** What is done with the order, as its handler does it. */
const command =
  (name: C2cTransition, wires: readonly WireFact[] = [wire('252.5')]) =>
  (state: C2cState, now: number): readonly NewEvent[] | Refusal => {
    const staffId = 'staff-1';
    switch (name) {
      case 'match':
        return decideMatch(state, { staffId, sellerId: 'seller-1', sellerVersion: 1 }, now);
      case 'remit':
        return decideRemit(state, { ...IDS, sealedPayer: SEALED, paymentProof: 'image-1', problem: null }, now);
      case 'complete':
        return decideComplete(state, { staffId, wires: matchedWires(wires, ACCOUNT) }, now);
      case 'reject': {
        const kind = REVIEWS[state.status] ?? 'c2c-remittance';
        return decideReject(state, { kind, staffId, reasons: ['other'], sealedNote: null }, now);
      }
      case 'appeal':
        return decideAppeal(state, { ...IDS, sealedText: SEALED }, now);
      case 'expire':
        return decideExpire(state, { ...IDS, round: roundOf(state) }, now);
      case 'reinstate':
        return decideReinstate(state, { ...IDS, staffId, round: roundOf(state) + 1 }, now);
    }
  };

const { given } = decider({ realm: 'real', kind: c2cKind, id: 'c2c-1', at: START });

const EXPIRY = START + 180 * MINUTE_MS;
/** How each status is come to, and at which instant. */
const WAYS: Record<C2cStatus, C2cTransition[]> = {
  unmatched: [],
  matched: ['match'],
  remitted: ['match', 'remit'],
  completed: ['match', 'remit', 'complete'],
  rejected: ['match', 'remit', 'reject'],
  appealed: ['match', 'remit', 'reject', 'appeal'],
  expired: ['match', 'expire'],
};

function come(status: C2cStatus): ReturnType<typeof given> {
  const order = given(placed, ...WAYS[status].map((name) => at(name === 'expire' ? EXPIRY : START + 1, command(name))));
  expect(order.state.status).toBe(status);
  return order;
}

describe('a C2C order', () => {
  const pairs = C2C_STATUSES.flatMap((status) => C2C_TRANSITIONS.map((name) => [status, name] as const));

  it.each(pairs)('that is %s answers to %s what the table says', (status, name) => {
    const order = come(status);
    const declared: string | Refusal = C2C_TABLE[status][name];
    const instant = name === 'expire' ? EXPIRY : status === 'expired' ? EXPIRY + 1 : START + 2;
    const outcome = order.when(at(instant, command(name)));
    if (typeof declared !== 'string') return void outcome.then(declared.refusal);
    if (declared === 'nothing') return void outcome.then();
    expect(outcome.events).not.toEqual([]);
    return expect(order.state.status).toBe(declared === 'as-before' ? 'matched' : declared);
  });

  it('is valid for exactly three hours, the last millisecond included', () => {
    const late = come('matched')
      .when(at(EXPIRY, command('remit')))
      .then('c2c.expired');
    come('matched')
      .when(at(EXPIRY - 1, command('expire')))
      .then()
      .when(at(EXPIRY - 1, command('remit')))
      .then('C2cRemitted');
    // The clock goes from winter to summer time in between in Europe; three hours are three hours.
    expect((late.state as C2cOrder).expiresAt - START).toBe(3 * HOUR_MS);
  });

  it('does not expire once the payment proof is there, however long staff take', () => {
    come('remitted')
      .when(at(EXPIRY + 1000 * HOUR_MS, command('expire')))
      .then();
  });

  it('is reinstated within 24 hours after its end, to where it was, with new time; then it has expired for good', () => {
    const end = EXPIRY + 24 * HOUR_MS;
    const before = come('expired')
      .when(at(end - 1, command('reinstate')))
      .then('C2cReinstated');
    expect(before.state).toMatchObject({ status: 'matched', expiresAt: end - 1 + 60 * MINUTE_MS });
    come('expired')
      .when(at(end, command('reinstate')))
      .then('c2c.expired-for-good');
    const waiting = given(placed, at(EXPIRY, command('expire')), at(EXPIRY, command('reinstate')));
    expect(waiting.state.status).toBe('unmatched');
  });

  it('counts those 24 hours from the end of its time, however late the timer fires', () => {
    const late = come('matched').and(at(EXPIRY + 20 * HOUR_MS, command('expire')));
    expect((late.state as C2cOrder).reinstatableUntil).toBe(EXPIRY + 24 * HOUR_MS);
    late.when(at(EXPIRY + 24 * HOUR_MS, command('reinstate'))).then('c2c.expired-for-good');
  });

  it('keeps its new time against the timer of the time before', () => {
    come('expired')
      .and(at(EXPIRY + 1, command('reinstate')))
      .when(at(EXPIRY + 500 * HOUR_MS, (state, now) => decideExpire(state, { ...IDS, round: 1 }, now)))
      .then();
  });

  it.each([
    ['nothing', []],
    ['less than it costs', [wire('252.49')]],
    ['a wire to another account', [wire('252.5', { toAccount: 'GB82WEST12345698765432' })]],
    ['a wire in another currency', [wire('252.5', { currency: 'EUR' })]],
  ])('is not completed on %s: no credit without a bank fact', (_, wires) => {
    for (const status of ['remitted', 'appealed'] as const)
      come(status)
        .when(at(START + 2, command('complete', wires)))
        .then('c2c.wire-missing');
  });

  it('is completed on several wires that come to it together, the account written as banks write it', () => {
    const wires = [wire('200'), wire('52.5', { id: 'wire-2', toAccount: 'de89 3704 0044 0532 0130 00' })];
    const order = come('remitted').and(at(START + 2, command('complete', wires)));
    expect(order.state.status).toBe('completed');
  });

  it('is contested once and within its hours, and not when nothing was paid', () => {
    come('rejected')
      .when(at(START + 1 + 72 * HOUR_MS, command('appeal')))
      .then('c2c.appeal-late');
    const twice = come('appealed').and(at(START + 3, command('reject')));
    expect(twice.state.status).toBe('rejected');
    twice.when(at(START + 4, command('appeal'))).then('c2c.appealed-before');
    given(placed, at(START + 1, command('reject')))
      .when(at(START + 2, command('appeal')))
      .then('c2c.nothing-to-appeal');
  });

  it('says that it is over before it says what is wrong with a form', () => {
    const problem = refuse('c2c.voucher-missing');
    const remit = (state: C2cState, now: number) =>
      decideRemit(state, { ...IDS, sealedPayer: null, paymentProof: '', problem }, now);
    come('matched').when(at(EXPIRY, remit)).then('c2c.expired');
    come('matched')
      .when(at(START + 2, remit))
      .then(problem);
  });

  it('ends in exactly one final label, credits once, and never without a bank fact, whatever comes in which order', () => {
    const step = fc.tuple(
      fc.constantFrom(...C2C_TRANSITIONS),
      fc.integer({ min: 0, max: 40 * HOUR_MS }),
      fc.constantFrom<readonly WireFact[]>([], [wire('100')], [wire('252.5')], [wire('300')]),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const order = given(placed);
        let now = START;
        for (const [name, pause, wires] of steps) {
          now += pause;
          order.when(at(now, command(name, wires)));
        }
        const { events } = order.realm;
        const credits = events.filter(({ postings }) => postings !== undefined);
        const isCompleted = order.state.status === 'completed';
        expect(credits).toHaveLength(isCompleted ? 1 : 0);
        for (const { postings = [], data } of credits) {
          expect(postings.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(0n);
          const facts = (data as { wires: WireFact[] }).wires.reduce((sum, fact) => sum + amount(fact.amount), 0n);
          expect(facts >= amount('252.5')).toBe(true);
        }
        expect(['unmatched', 'matched', 'completed', 'expired', 'rejected']).toContain(
          labelOf(order.state.status as C2cStatus),
        );
        // What is completed takes nothing more.
        if (isCompleted) for (const name of C2C_TRANSITIONS) order.when(at(now + 1000 * HOUR_MS, command(name)));
        expect(events.filter(({ type }) => type === 'C2cCompleted')).toHaveLength(isCompleted ? 1 : 0);
      }),
      { numRuns: times(500, 2000) },
    );
  });
});

const CLOSED_AT = START - 2 * HOUR_MS;
const OPENS_AT = START + 22 * HOUR_MS;
const open = (price: string): C2cIndex => ({ price, at: START, opensAt: null });
const closed = (price: string): C2cIndex => ({ price, at: CLOSED_AT, opensAt: OPENS_AT });

describe('a C2C price', () => {
  const prices = (given: Record<string, string>, times: Omit<C2cIndex, 'price'> = open('1')) => ({
    lastIndex: (asset: string) => {
      const symbol = `${asset}USDT`;
      const price = given[asset];
      if (price === undefined) return refuse('market.symbol-unknown', { symbol });
      if (price === 'halted') return refuse('market.halted', { symbol });
      return { asset, priceUsdt: amount(price), symbol, at: times.at, opensAt: times.opensAt };
    },
  });

  it('is the index of the currency, by whichever side the market quotes it', () => {
    expect(indexOf('USD', prices({}), START)).toEqual(open('1'));
    expect(indexOf('EUR', prices({ EUR: '1.25' }), START)).toEqual(open('0.8'));
    expect(indexOf('JPY', prices({ USDJPY: '155.42' }), START)).toEqual(open('155.42'));
    expect(indexOf('EUR', prices({ EUR: 'halted' }), START)).toMatchObject({ refusal: 'market.halted' });
  });

  it('rests on the last index while the market is closed, of the instant when it closed; a dollar never closes', () => {
    const shut = prices({ EUR: '1.25', USDJPY: '155.42' }, closed('1'));
    expect(indexOf('EUR', shut, START)).toEqual(closed('0.8'));
    expect(indexOf('JPY', shut, START)).toEqual(closed('155.42'));
    expect(indexOf('USD', shut, START)).toEqual(open('1'));
  });

  it('carries the spread and is rounded up, as is what has to be wired', () => {
    expect(priceOf(open('0.86341'), RULES)).toBe(amount('0.8721'));
    expect(payAmountOf(amount('100.01'), amount('0.8721'), 'EUR')).toBe(amount('87.22'));
    expect(payAmountOf(amount('100.01'), amount('156.9742'), 'JPY')).toBe(amount('15699'));
  });

  it('carries the closed margin as well while the market is closed, and for less at a time', () => {
    expect(marginOf(open('0.8'), RULES)).toBe(amount('0.01'));
    expect(marginOf(closed('0.8'), RULES)).toBe(amount('0.0175'));
    expect(priceOf(closed('0.8'), RULES)).toBe(amount('0.814'));
    const most = (index: C2cIndex, more: Partial<C2cRules> = {}) =>
      [false, true].map((isAdvanced) => mostOf(index, { ...RULES, ...more }, isAdvanced));
    expect(most(open('0.8'))).toEqual(['50000', '100000']);
    // What a closed market allows is the same for everybody.
    expect(most(closed('0.8'))).toEqual(['10000', '10000']);
    expect(most(closed('0.8'), { max: '500' })).toEqual(['500', '1000']);
  });

  it('is kept by the order with index, instant, margin and the whole policy, so that anybody computes it again', () => {
    const command = { ...PLACE, currency: 'EUR', index: closed('0.8'), shownPrice: '0.814' };
    expect(wantedProblem({ ...command, isAdvanced: false }, POLICY)).toBeUndefined();
    expect(decidePlace(command, START)[0]?.data).toMatchObject({
      ...{ index: '0.8', indexAt: CLOSED_AT, opensAt: OPENS_AT, margin: '0.0175', price: '0.814', payAmount: '203.5' },
      policy: { name: 'c2c.rules', version: 1, inputs: { spread: '0.01', closedMargin: '0.0075', closedMax: '10000' } },
    });
    expect(decidePlace(PLACE, START)[0]?.data).toMatchObject({ opensAt: null, margin: '0.01', price: '1.01' });
  });

  const refused = (more: Partial<PlaceC2c['data']>, isAdvanced = false): string | undefined =>
    wantedProblem({ ...PLACE, ...more, isAdvanced }, POLICY)?.refusal;

  it.each([
    ['c2c.currency-not-offered', { currency: 'CHF', amount: '' }],
    ['c2c.amount-empty', { amount: '' }],
    ['c2c.amount-invalid', { amount: '1e3' }],
    ['c2c.amount-invalid', { amount: '-100' }],
    ['c2c.amount-invalid', { amount: '100.001' }],
    ['c2c.amount-below-minimum', { amount: '99.99' }],
    ['c2c.amount-needs-advanced', { amount: '50000.01', index: refuse('market.halted') }],
    ['c2c.amount-needs-advanced', { amount: '100000' }],
    ['c2c.amount-above-maximum', { amount: '100000.01', index: refuse('market.halted') }],
    ['c2c.amount-above-maximum', { amount: '10000.01', index: closed('1') }],
    ['market.halted', { index: refuse('market.halted'), shownPrice: '0' }],
    ['c2c.price-moved', { shownPrice: '1.0079' }],
    ['c2c.price-moved', { index: closed('1'), shownPrice: '1.01' }],
  ])('is refused in the order of the form: %s', (code, more) => {
    expect(refused(more)).toBe(code);
  });

  it('is taken when it is better than the one shown, or hardly worse', () => {
    expect(refused({ shownPrice: '2' })).toBeUndefined();
    expect(refused({ shownPrice: '1.008' })).toBeUndefined();
    expect(refused({ amount: '100' })).toBeUndefined();
    expect(refused({ amount: '50000' })).toBeUndefined();
  });

  it('buys twice as much with advanced verification', () => {
    expect(refused({ amount: '100000' }, true)).toBeUndefined();
    expect(refused({ amount: '100000.01' }, true)).toBe('c2c.amount-above-maximum');
    expect(refused({ amount: '10000.01', index: closed('1') }, true)).toBe('c2c.amount-above-maximum');
  });
});
