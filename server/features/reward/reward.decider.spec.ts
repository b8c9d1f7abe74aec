import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount } from '../../../shared/money.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import type { SignedIn } from './reward.events.js';
import './reward.events.js';
import { rewardHandlers } from './reward.handler.js';
import { useOf } from './reward.rules.js';
import { rewardHouseKind, rewardKind } from './reward.state.js';
import { POLICY } from './reward.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** Wednesday, 1 March 2028, 12:00 UTC: the day before is a leap day. */
const AT = Date.parse('2028-03-01T12:00:00Z');

const verified = { primary: true };
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [rewardHouseKind, 'levels'],
  levels: () => ({ advanced: false, address: false, ...verified }),
};
const { given } = decider({
  realm: 'real',
  kind: rewardKind,
  id: OWNER,
  others: [rewardHouseKind],
  handlers: rewardHandlers({ gate: openGate, levels: levels as VerificationLevels }),
  at: AT,
});

const zone = (timeZone: string) => ({ type: 'SetSignInZone', data: { ...who, timeZone } });
const signIn = { type: 'SignIn', data: who };
const exchange = (feeVoucherId = 'fv-1') => ({
  type: 'ExchangePoints',
  data: { ...who, feeVoucherId, shownVersion: 1, policy: POLICY },
});
const use = (date: string, fees: string, most = '0.5') => ({
  type: 'UseFeeVouchers',
  data: { ...who, date, fees, most },
});
const close = (date: string) => ({ type: 'CloseFeeVoucherDate', data: { date } });
const days = (count: number) => Array.from({ length: count }, (_, n) => at(AT + n * DAY_MS, signIn));
const berlin = (...steps: Parameters<typeof given>) => given(zone('Europe/Berlin'), ...steps);
const signedAt = (instant: string) => at(Date.parse(instant), signIn);
const dayOf = (story: ReturnType<typeof given>): unknown =>
  (story.realm.events.findLast(({ type }) => type === 'SignedIn')?.data as SignedIn | undefined)?.day;

describe('signing in', () => {
  it('gives 1 to 7 points a day, 28 a week, and begins anew', () => {
    const { state, realm } = berlin(...days(8));
    const points = realm.events.flatMap(({ type, data }) => (type === 'SignedIn' ? [(data as SignedIn).points] : []));
    expect(points).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
    expect([state.points, state.run]).toEqual([29, ['2028-03-08']]);
  });

  it('needs a time zone', () => {
    given().when(signIn).then('reward.zone-needed');
  });

  it('counts a date once, and says when the next one begins', () => {
    const story = berlin(signIn).when(at(AT + HOUR_MS, signIn));
    expect(story.refusal).toMatchObject({
      refusal: 'reward.signed-already',
      params: { date: '2028-03-01', nextAt: Date.parse('2028-03-01T23:00:00Z') },
    });
    berlin(signIn)
      .when(signedAt('2028-03-01T22:59:59.999Z'))
      .then('reward.signed-already')
      .when(signedAt('2028-03-01T23:00:00Z'))
      .then('SignedIn');
  });

  it('begins anew after a missed date', () => {
    expect(dayOf(berlin(...days(3), at(AT + 4 * DAY_MS, signIn)))).toBe(1);
  });

  it('does not count a date as missed that the zone skipped', () => {
    // Samoa had no 30 December 2011: it went over the date line (tz database, Pacific/Apia).
    const steps = [signedAt('2011-12-29T20:00:00Z'), signedAt('2011-12-30T20:00:00Z')];
    const story = given(at(Date.parse('2011-12-01T00:00:00Z'), zone('Pacific/Apia')), ...steps);
    const dates = story.realm.events.flatMap(({ type, data }) =>
      type === 'SignedIn' ? [(data as SignedIn).date] : [],
    );
    expect([dates, dayOf(story)]).toEqual([['2011-12-29', '2011-12-31'], 2]);
  });

  it('does not count a date as missed that a change of zone skipped, and gives none twice', () => {
    // 1 April, 23:30 in Pago Pago is 2 April, 10:30 UTC, and 3 April, 00:30 in Kiritimati.
    const moved = at(Date.parse('2028-04-02T10:31:00Z'), zone('Pacific/Kiritimati'));
    const story = given(
      zone('Pacific/Pago_Pago'),
      signedAt('2028-04-02T10:30:00Z'),
      moved,
      signedAt('2028-04-02T10:32:00Z'),
    );
    expect(dayOf(story)).toBe(2);
    const back = given(zone('Pacific/Kiritimati'), signedAt('2028-04-02T10:32:00Z'));
    back
      .and(at(Date.parse('2028-04-02T10:33:00Z'), zone('Pacific/Pago_Pago')))
      .when(signedAt('2028-04-02T10:34:00Z'))
      .then('reward.signed-already');
  });
});

describe('the time zone', () => {
  it('is changed at most once in thirty days', () => {
    const change = (ms: number) => berlin().when(at(AT + ms, zone('Asia/Tokyo')));
    expect(change(30 * DAY_MS - 1).refusal).toMatchObject({
      refusal: 'reward.zone-too-soon',
      params: { days: 30, changeableAt: AT + 30 * DAY_MS },
    });
    change(30 * DAY_MS).then('SignInZoneSet');
  });

  it('is refused where it stands already', () => {
    berlin().when(zone('Europe/Berlin')).then('reward.zone-unchanged');
  });
});

describe('exchanging points', () => {
  const rich = () => berlin(...days(7));
  const then = AT + 7 * DAY_MS;

  it('buys a voucher for the fees of ninety dates, and begins the chain of dates', () => {
    const story = rich().when(at(then, exchange()));
    story.then('FeeVoucherIssued', 'FeeVouchersBegun');
    expect(story.events[0]?.data).toMatchObject({ points: 28, balance: 0, amount: '1', lastDate: '2028-06-05' });
  });

  it('takes 28 points', () => {
    const story = berlin(...days(6)).when(at(then, exchange()));
    expect(story.refusal).toEqual({
      refusal: 'reward.points-missing',
      params: { needed: 28, points: 21, policy: 'reward.rules', version: 1 },
    });
  });

  it('takes the rules that the page showed, and no others', () => {
    const { data, type } = exchange();
    const story = rich().when(at(then, { type, data: { ...data, shownVersion: 2 } }));
    expect(story.refusal).toMatchObject({ refusal: 'reward.rules-changed', params: { shown: 2, version: 1 } });
  });

  it('needs primary verification', () => {
    verified.primary = false;
    rich().when(at(then, exchange())).then('reward.verification-needed');
    verified.primary = true;
  });
});

describe('a date that is over', () => {
  const issued = () => berlin(...days(7)).and(at(AT + 7 * DAY_MS, exchange()));

  it('closes once, in order', () => {
    issued().when(close('2028-03-09')).then().when(close('2028-03-08')).then('FeeVoucherDateClosed');
    issued().and(close('2028-03-08')).when(close('2028-03-08')).then();
  });

  it('pays half of the fees back, from the rewards of the house', () => {
    const story = issued().when(use('2028-03-08', '0.61'));
    expect(story.events[0]?.data).toMatchObject({ paidBack: '0.305', used: [{ amount: '0.305', left: '0.695' }] });
    const after = issued().and(use('2028-03-08', '0.61'));
    expect(after.funds(OWNER, 'USDT')).toBe('0.305 0');
    expect(after.realm.balance(HOUSE.rewards.account, 'USDT')).toBe('-0.305');
    after.when(use('2028-03-08', '0.61')).then();
  });

  it('pays no more than the voucher is worth, and nothing before its issue or after its last date', () => {
    const all = issued().and(use('2028-03-08', '100'));
    expect(all.funds(OWNER, 'USDT')).toBe('1 0');
    all.when(use('2028-03-09', '100')).then();
    issued().when(use('2028-03-07', '100')).then();
    issued().when(use('2028-06-06', '100')).then();
  });

  it('pays no more than the fee tables leave for fee vouchers', () => {
    issued()
      .when(use('2028-03-08', '1', '0.2'))
      .then('FeeVouchersUsed');
    expect(
      issued()
        .and(use('2028-03-08', '1', '0.2'))
        .funds(OWNER, 'USDT'),
    ).toBe('0.2 0');
    issued()
      .when(use('2028-03-08', '1', '0'))
      .then();
  });

  it('is paid once all owners have theirs', () => {
    const finish = { type: 'FinishFeeVoucherDate', data: { date: '2028-03-08', owners: 1 } };
    issued().when(finish).then('FeeVoucherDatePaid');
    issued().and(finish).when(finish).then();
  });

  it('ends a voucher whose last date it is', () => {
    const story = issued().when(use('2028-06-05', '0.2'));
    story.then('FeeVouchersUsed', 'FeeVoucherExpired');
    expect(story.events[1]?.data).toMatchObject({ feeVoucherId: 'fv-1', left: '0.9' });
    issued().when(use('2028-06-05', '0')).then('FeeVoucherExpired');
  });
});

describe('whatever vouchers somebody holds', () => {
  it('at most half of the fees comes back, and no voucher pays more than it has', () => {
    const cents = fc.integer({ min: 1, max: 500 }).map((n) => `${n / 100}`);
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 6 }), fc.integer({ min: 0, max: 2_000_000 }), (lefts, millionths) => {
        const vouchers = lefts.map((left, n) => ({
          ...{ feeVoucherId: `${n}`, left, amount: left, feeShare: '0.5', lastDate: '2028-06-05' },
          ...{ firstDate: '2028-03-08', issuedAt: AT },
        }));
        const used = useOf(vouchers, (millionths / 1_000_000).toFixed(6), '0.5');
        const sum = used.reduce((all, one) => all + amount(one.amount), 0n);
        expect(2n * sum <= amount((millionths / 1_000_000).toFixed(6))).toBe(true);
        for (const one of used) expect(amount(one.left) >= 0n).toBe(true);
      }),
    );
  });
});
