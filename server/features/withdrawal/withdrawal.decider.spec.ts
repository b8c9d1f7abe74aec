import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LABEL_OF_WITHDRAWAL } from '../../../contracts/withdrawal.contract.js';
import type { NewEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { decider, funds } from '../../engine/writer/decider.testkit.js';
import './withdrawal.events.js';
import {
  decideBegin,
  decideCancel,
  decideSent,
  decideSettle,
  decideSubmit,
  decideVerdict,
  isOpenWithdrawal,
  withdrawalKind,
  withdrawalsKind,
  type WithdrawalState,
} from './withdrawal.decider.js';
import { AT, counted, DOCUMENTED, SEALED, eligibilityOf, requestOf } from './withdrawal.testkit.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const approval = { verdict: 'approved', reasons: [], note: null } as const;
const rejection = { verdict: 'rejected', reasons: ['other'], note: SEALED } as const;
const id = { withdrawalId: 'w-1' };
const free = { paused: false, blocked: undefined };

const { given: begin } = decider({
  realm: 'real',
  kind: withdrawalKind,
  id: 'w-1',
  others: [withdrawalsKind],
  at: AT,
});
type Steps = Parameters<typeof begin>;
const given = (...steps: Steps) => begin(funds('real-1.1', 'USDT', '100000'), ...steps);

type Request = Parameters<typeof requestOf>[0];
const request =
  (changes: Request = {}, eligibility: Parameters<typeof eligibilityOf>[0] = {}) =>
  () =>
    decideSubmit(requestOf(changes), eligibilityOf(eligibility));
const verdict = (decided: typeof approval | typeof rejection) => (state: WithdrawalState) =>
  decideVerdict(state, decided);
const cancel =
  (userId = 'real-1') =>
  (state: WithdrawalState) =>
    decideCancel(state, { userId });
const beginPayout =
  (now: Parameters<typeof decideBegin>[1] = free) =>
  (state: WithdrawalState) =>
    decideBegin(state, now);
const send =
  (hash = 'h') =>
  (state: WithdrawalState) =>
    decideSent(state, { ...id, hash, reference: null });
const settle =
  (outcome: 'paid' | 'returned', networkFee: { asset: string; amount: string } | null = null) =>
  (state: WithdrawalState) =>
    decideSettle(state, { ...id, outcome, networkFee });

const requested = (changes: Request = {}): Steps => [request(changes)];
const approved = (changes: Request = {}): Steps => [...requested(changes), verdict(approval)];
const begun = (changes: Request = {}): Steps => [...approved(changes), beginPayout()];
const sent = (changes: Request = {}): Steps => [...begun(changes), send()];
const types = (made: readonly NewEvent[]): string[] => made.map(({ type }) => type);
const moved = (made: readonly NewEvent[]): string[] =>
  made.flatMap(({ postings = [] }) =>
    postings.map((posting) => `${posting.account} ${posting.asset} ${posting.amount / 10n ** 12n}`),
  );

describe('a request', () => {
  it('freezes its amount and counts for the day in one append', () => {
    const outcome = given().when(request());
    outcome.then('WithdrawalRequested', 'WithdrawalCounted');
    const made = outcome.events;
    expect(moved(made)).toEqual([
      'user/real-1.1/spot/available USDT -1000000000',
      'user/real-1.1/spot/frozen USDT 1000000000',
    ]);
    expect(made[0]?.data).toMatchObject({ fee: '50', credited: '950', fourEyes: false, valueUsdt: '1000' });
    expect(made[0]?.data).toMatchObject({ policy: { name: 'withdrawal.rules', version: 3 } });
  });

  it('needs two approvals from the threshold on, by its worth in USDT', () => {
    const eyes = (changes: Request): unknown =>
      (given().when(request(changes)).events[0]?.data as { fourEyes: boolean }).fourEyes;
    expect(eyes({ amount: '9999.999999' })).toBe(false);
    expect(eyes({ amount: '10000' })).toBe(true);
  });

  it('is refused by what was found before it, or else by the first thing that stands against it', () => {
    const wrong = refuse('security.trade-password-wrong');
    given()
      .when(request({ problem: wrong }))
      .then(wrong)
      .when(request({ amount: '5' }))
      .then('withdrawal.below-minimum')
      .when(request({ payee: null }))
      .then('payee.not-found');
  });

  it('of a third time on one day is refused, cancelled ones counted, and days long past are forgotten', () => {
    const requests = counted(AT - 5 * DAY_MS, AT - 4 * DAY_MS, AT - 1_000, AT);
    expect(requests).toEqual([AT - 1_000, AT]);
    given().when(request({}, { requests })).then('withdrawal.too-many-today');
  });

  it('of a third time is refused hours after the first two, and taken on the next day', () => {
    const requests = counted(AT - 11 * HOUR_MS, AT - 5 * HOUR_MS);
    given()
      .when(request({}, { requests }))
      .then('withdrawal.too-many-today')
      .when(request({}, { requests, at: AT + 23.5 * HOUR_MS }))
      .then('WithdrawalRequested', 'WithdrawalCounted');
  });

  it('counts for its day in whatever time zone the policy has by then', () => {
    // 13:00 in Hong Kong is 19:00 of the day before in Honolulu: all three are of one day there, and of two days here.
    const requests = counted(AT - 18 * HOUR_MS, AT - 17 * HOUR_MS, AT - HOUR_MS);
    const values = { ...DOCUMENTED, timeZone: 'Pacific/Honolulu', perDay: 3, windowFrom: '00:00', windowTo: '24:00' };
    const policy = { name: 'withdrawal.rules', version: 4, values };
    given()
      .when(request({ policy }, { requests }))
      .then('withdrawal.too-many-today')
      .when(request({}, { requests }))
      .then('WithdrawalRequested', 'WithdrawalCounted');
  });
});

describe('what staff decide', () => {
  it('lets the payout go, or makes everything available again', () => {
    given(request()).when(verdict(approval)).then('WithdrawalApproved');
    const no = given(request()).when(verdict(rejection)).events;
    expect(no[0]?.data).toMatchObject({ reasons: ['other'], sealedNote: SEALED });
    expect(moved(no)).toEqual([
      'user/real-1.1/spot/frozen USDT -1000000000',
      'user/real-1.1/spot/available USDT 1000000000',
    ]);
  });

  it('comes too late for what is no longer waiting', () => {
    for (const steps of [[], [request(), cancel()], approved(), sent()])
      given(...steps)
        .when(verdict(approval))
        .then();
  });
});

describe('cancelling', () => {
  it('is heard while it waits, once, from its owner only', () => {
    given(request())
      .when(cancel('real-2'))
      .then('withdrawal.not-found')
      .when(cancel())
      .then('WithdrawalCancelled')
      .when(cancel())
      .then();
    for (const later of [approved(), begun(), sent()])
      given(...later)
        .when(cancel())
        .then('withdrawal.not-cancellable');
  });
});

describe('a payout', () => {
  it('begins once, after the approval, and neither while paused nor while the account is frozen', () => {
    given(request()).when(beginPayout()).then();
    const frozen = refuse('account.frozen');
    given(...approved())
      .when(beginPayout({ ...free, paused: true }))
      .then('withdrawal.paused')
      .when(beginPayout({ ...free, blocked: frozen }))
      .then(frozen)
      .when(beginPayout())
      .then('WithdrawalPayoutBegun')
      .when(beginPayout({ paused: true, blocked: frozen }))
      .then();
  });

  it('is written down once, and only after it has begun', () => {
    given(...approved())
      .when(send())
      .then();
    given(...sent())
      .when(send('other'))
      .then();
  });

  it('that is final takes the frozen amount, keeps the fee, and charges the house what the network took', () => {
    const made = given(...sent()).when(settle('paid', { asset: 'ETH', amount: '0.002' })).events;
    expect(moved(made)).toEqual([
      'user/real-1.1/spot/frozen USDT -1000000000',
      'house/chain USDT 950000000',
      'house/fees USDT 50000000',
      'house/chain ETH 2000',
      'house/network-fees ETH -2000',
    ]);
    const bank = { kind: 'bank' as const, payee: { chain: null, sealed: SEALED, fingerprint: 'f', since: AT } };
    expect(moved(given(...sent(bank)).when(settle('paid')).events)[1]).toBe('house/bank USDT 950000000');
  });

  it('that is returned gives everything back, and what is final is said once', () => {
    const returned = given(...sent());
    const made = returned.when(settle('returned')).events;
    expect(moved(made)[1]).toBe('user/real-1.1/spot/available USDT 1000000000');
    for (const outcome of ['paid', 'returned'] as const) returned.when(settle(outcome)).then();
    given(...begun())
      .when(settle('paid'))
      .then();
  });
});

describe('whatever people, staff, chain and bank do in whatever order', () => {
  const requests = fc.constantFrom('cancel', 'approve', 'reject', 'begin', 'pause', 'sent', 'paid', 'returned');

  it('no request pays without a freeze, none ends twice, and every posting sums to zero', () => {
    fc.assert(
      fc.property(fc.array(requests, { maxLength: 30 }), fc.integer({ min: 100, max: 90_000 }), (steps, units) => {
        const story = given(request({ amount: String(units) }));
        const doing = {
          cancel: cancel(),
          approve: verdict(approval),
          reject: verdict(rejection),
          begin: beginPayout(),
          pause: beginPayout({ ...free, paused: true }),
          sent: send(),
          paid: settle('paid', { asset: 'ETH', amount: '0.001' }),
          returned: settle('returned'),
        };
        for (const step of steps) story.when(doing[step]);
        const made = story.realm.events.filter(({ type }) => type !== 'FundsGiven');
        const { state } = story;
        const sums = new Map<string, bigint>();
        for (const { postings = [] } of made) {
          const zero = new Map<string, bigint>();
          for (const { account, asset, amount: sum } of postings) {
            zero.set(asset, (zero.get(asset) ?? 0n) + sum);
            const key = `${account} ${asset}`;
            sums.set(key, (sums.get(key) ?? 0n) + sum);
            if (account.endsWith('/frozen')) expect(sums.get(key)).toBeGreaterThanOrEqual(0n);
          }
          expect([...zero.values()].every((sum) => sum === 0n)).toBe(true);
        }
        const ends = made.filter(({ type }) => /Rejected|Cancelled|Paid|Returned/.test(type));
        expect(ends.length).toBe(isOpenWithdrawal(state) ? 0 : 1);
        const frozen = sums.get('user/real-1.1/spot/frozen USDT');
        expect(frozen).toBe(isOpenWithdrawal(state) ? amount(String(units)) : 0n);
        const paid = state.request !== null && LABEL_OF_WITHDRAWAL[state.status] === 'success';
        expect(sums.has('house/chain USDT')).toBe(paid);
        const order = types(made);
        if (order.includes('WithdrawalSent'))
          expect(order.indexOf('WithdrawalApproved')).toBeLessThan(order.indexOf('WithdrawalPayoutBegun'));
      }),
    );
  });
});
