import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LABEL_OF_WITHDRAWAL } from '../../../contracts/withdrawal.contract.js';
import type { NewEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import {
  decideBegin,
  decideCancel,
  decideSent,
  decideSettle,
  decideSubmit,
  decideVerdict,
  isOpenWithdrawal,
} from './withdrawal.decider.js';
import { AT, counted, DOCUMENTED, events, given, SEALED, standingOf, wishOf } from './withdrawal.testkit.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const free = { paused: false, blocked: undefined };
const approval = { verdict: 'approved', reasons: [], note: null } as const;
const rejection = { verdict: 'rejected', reasons: ['other'], note: SEALED } as const;
const id = { withdrawalId: 'w-1' };
const settled = (outcome: 'paid' | 'returned', networkFee: { asset: string; amount: string } | null = null) => ({
  ...id,
  outcome,
  networkFee,
});

const asked = (changes = {}) => events(decideSubmit(wishOf(changes), standingOf()));
const approved = (changes = {}) => {
  const before = asked(changes);
  return [...before, ...decideVerdict(given(...before), approval)];
};
const begun = (changes = {}) => {
  const before = approved(changes);
  return [...before, ...events(decideBegin(given(...before), free))];
};
const sent = (changes = {}) => {
  const before = begun(changes);
  return [...before, ...events(decideSent(given(...before), { ...id, hash: 'h', reference: null }))];
};
const types = (made: readonly NewEvent[]): string[] => made.map(({ type }) => type);
const moved = (made: readonly NewEvent[]): string[] =>
  made.flatMap(({ postings = [] }) =>
    postings.map((posting) => `${posting.account} ${posting.asset} ${posting.amount / 10n ** 12n}`),
  );

describe('a request', () => {
  it('freezes its amount and counts for the day in one append', () => {
    const made = asked();
    expect(types(made)).toEqual(['WithdrawalRequested', 'WithdrawalCounted']);
    expect(moved(made)).toEqual([
      'user/real-1.1/spot/available USDT -1000000000',
      'user/real-1.1/spot/frozen USDT 1000000000',
    ]);
    expect(made[0]?.data).toMatchObject({ fee: '50', credited: '950', fourEyes: false, valueUsdt: '1000' });
    expect(made[0]?.data).toMatchObject({ policy: { name: 'withdrawal.rules', version: 3 } });
  });

  it('needs two approvals from the threshold on, by its worth in USDT', () => {
    const eyes = (changes: object): unknown => (asked(changes)[0]?.data as { fourEyes: boolean }).fourEyes;
    expect(eyes({ amount: '9999.999999' })).toBe(false);
    expect(eyes({ amount: '10000' })).toBe(true);
  });

  it('is refused by what was found before it, or else by the first thing that stands against it', () => {
    const wrong = refuse('security.trade-password-wrong');
    expect(decideSubmit(wishOf({ problem: wrong }), standingOf())).toBe(wrong);
    expect(decideSubmit(wishOf({ amount: '5' }), standingOf())).toMatchObject({ refusal: 'withdrawal.below-minimum' });
    expect(decideSubmit(wishOf({ payee: null }), standingOf())).toMatchObject({ refusal: 'payee.not-found' });
  });

  it('of a third time on one day is refused, cancelled ones counted, and days long past are forgotten', () => {
    const requests = counted(AT - 5 * DAY_MS, AT - 4 * DAY_MS, AT - 1_000, AT);
    expect(requests).toEqual([AT - 1_000, AT]);
    expect(decideSubmit(wishOf(), standingOf({ requests }))).toMatchObject({ refusal: 'withdrawal.too-many-today' });
  });

  it('of a third time is refused hours after the first two, and taken on the next day', () => {
    const requests = counted(AT - 11 * HOUR_MS, AT - 5 * HOUR_MS);
    expect(decideSubmit(wishOf(), standingOf({ requests }))).toMatchObject({ refusal: 'withdrawal.too-many-today' });
    expect(isRefusal(decideSubmit(wishOf(), standingOf({ requests, at: AT + 23.5 * HOUR_MS })))).toBe(false);
  });

  it('counts for its day in whatever time zone the policy has by then', () => {
    // 13:00 in Hong Kong is 19:00 of the day before in Honolulu: all three are of one day there, and of two days here.
    const requests = counted(AT - 18 * HOUR_MS, AT - 17 * HOUR_MS, AT - HOUR_MS);
    const values = { ...DOCUMENTED, timeZone: 'Pacific/Honolulu', perDay: 3, windowFrom: '00:00', windowTo: '24:00' };
    const policy = { name: 'withdrawal.rules', version: 4, values };
    expect(isRefusal(decideSubmit(wishOf(), standingOf({ requests })))).toBe(false);
    expect(decideSubmit(wishOf({ policy }), standingOf({ requests }))).toMatchObject({
      refusal: 'withdrawal.too-many-today',
    });
  });
});

describe('what staff decide', () => {
  it('lets the payout go, or makes everything available again', () => {
    expect(types(decideVerdict(given(...asked()), approval))).toEqual(['WithdrawalApproved']);
    const no = decideVerdict(given(...asked()), rejection);
    expect(no[0]?.data).toMatchObject({ reasons: ['other'], sealedNote: SEALED });
    expect(moved(no)).toEqual([
      'user/real-1.1/spot/frozen USDT -1000000000',
      'user/real-1.1/spot/available USDT 1000000000',
    ]);
  });

  it('comes too late for what is no longer waiting', () => {
    const cancelled = [...asked(), ...events(decideCancel(given(...asked()), { userId: 'real-1' }))];
    for (const state of [given(), given(...cancelled), given(...approved()), given(...sent())])
      expect(decideVerdict(state, approval)).toEqual([]);
  });
});

describe('cancelling', () => {
  it('is heard while it waits, once, from its owner only', () => {
    const made = events(decideCancel(given(...asked()), { userId: 'real-1' }));
    expect(types(made)).toEqual(['WithdrawalCancelled']);
    expect(decideCancel(given(...asked(), ...made), { userId: 'real-1' })).toEqual([]);
    expect(decideCancel(given(...asked()), { userId: 'real-2' })).toMatchObject({ refusal: 'withdrawal.not-found' });
    for (const later of [approved(), begun(), sent()])
      expect(decideCancel(given(...later), { userId: 'real-1' })).toMatchObject({
        refusal: 'withdrawal.not-cancellable',
      });
  });
});

describe('a payout', () => {
  it('begins once, after the approval, and neither while paused nor while the account is frozen', () => {
    expect(decideBegin(given(...asked()), free)).toEqual([]);
    expect(decideBegin(given(...approved()), { ...free, paused: true })).toMatchObject({
      refusal: 'withdrawal.paused',
    });
    const frozen = refuse('account.frozen');
    expect(decideBegin(given(...approved()), { ...free, blocked: frozen })).toBe(frozen);
    expect(types(events(decideBegin(given(...approved()), free)))).toEqual(['WithdrawalPayoutBegun']);
    expect(decideBegin(given(...begun()), { paused: true, blocked: frozen })).toEqual([]);
  });

  it('is written down once, and only after it has begun', () => {
    expect(decideSent(given(...approved()), { ...id, hash: 'h', reference: null })).toEqual([]);
    expect(decideSent(given(...sent()), { ...id, hash: 'other', reference: null })).toEqual([]);
  });

  it('that is final takes the frozen amount, keeps the fee, and charges the house what the network took', () => {
    const made = events(decideSettle(given(...sent()), settled('paid', { asset: 'ETH', amount: '0.002' })));
    expect(moved(made)).toEqual([
      'user/real-1.1/spot/frozen USDT -1000000000',
      'house/chain USDT 950000000',
      'house/fees USDT 50000000',
      'house/chain ETH 2000',
      'house/network-fees ETH -2000',
    ]);
    const bank = { kind: 'bank', payee: { chain: null, sealed: SEALED, fingerprint: 'f', since: AT } };
    expect(moved(events(decideSettle(given(...sent(bank)), settled('paid'))))[1]).toBe('house/bank USDT 950000000');
  });

  it('that is returned gives everything back, and what is final is said once', () => {
    const made = events(decideSettle(given(...sent()), settled('returned')));
    expect(moved(made)[1]).toBe('user/real-1.1/spot/available USDT 1000000000');
    for (const outcome of ['paid', 'returned'] as const)
      expect(decideSettle(given(...sent(), ...made), settled(outcome))).toEqual([]);
    expect(decideSettle(given(...begun()), settled('paid'))).toEqual([]);
  });
});

describe('whatever people, staff, chain and bank do in whatever order', () => {
  const wishes = fc.constantFrom('cancel', 'approve', 'reject', 'begin', 'pause', 'sent', 'paid', 'returned');

  it('no request pays without a freeze, none ends twice, and every posting sums to zero', () => {
    fc.assert(
      fc.property(fc.array(wishes, { maxLength: 30 }), fc.integer({ min: 100, max: 90_000 }), (steps, units) => {
        const made: NewEvent[] = [...asked({ amount: String(units) })];
        for (const step of steps) {
          const state = given(...made);
          const decided = {
            cancel: () => decideCancel(state, { userId: 'real-1' }),
            approve: () => decideVerdict(state, approval),
            reject: () => decideVerdict(state, rejection),
            begin: () => decideBegin(state, free),
            pause: () => decideBegin(state, { ...free, paused: true }),
            sent: () => decideSent(state, { ...id, hash: 'h', reference: null }),
            paid: () => decideSettle(state, settled('paid', { asset: 'ETH', amount: '0.001' })),
            returned: () => decideSettle(state, settled('returned')),
          }[step]();
          if (!isRefusal(decided)) made.push(...decided);
        }
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
        const state = given(...made);
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
