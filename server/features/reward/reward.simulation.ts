import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { dateOf } from '../../../shared/utc-date.js';
import { written } from '../../core/audit-figures.js';
import type { VoucherUse } from '../../core/ports/voucher-dates.js';
import { Violation } from '../../core/violation.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { RealmLaws, SimulatedWorld, Simulation } from '../simulation.js';
import type { FeeVoucherIssued, FeeVouchersUsed, SignedIn } from './reward.events.js';
import { feeOfSides } from './reward.figures.js';
import { openOn } from './reward.rules.js';
import { rewardKind } from './reward.state.js';
import { POLICY } from './reward.testkit.js';

/** Cheap and short vouchers, so that they are bought, used up and end. */
const VALUES = { ...POLICY.values, feeVoucherPoints: 3, feeVoucherUsdt: '0.05', feeVoucherDays: 2 };
const ZONES = ['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC'];

/** People who sign in now and then, move between zones, and exchange their points. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  offers: {
    voucherDates: {
      due: (date: string) => Promise.resolve({ uses: dueOn(world, date), most: '0.5' }),
      arePaid: () => Promise.resolve(true),
    },
  },
  laws,
  deeds: [{ share: 4, act: (userId) => act(world, userId) }],
});

function act({ rng, execute, nextId }: SimulatedWorld, userId: string): void {
  const send = (type: string, data: object) =>
    execute('real', { type, data: { userId, ownerId: `${userId}.1`, ...data }, actor: `user:${userId}` });
  if (rng.chance(0.2)) send('SetSignInZone', { timeZone: rng.pick(ZONES) });
  send('SignIn', {});
  if (rng.chance(0.5))
    send('ExchangePoints', {
      feeVoucherId: nextId('fv'),
      shownVersion: rng.pick([1, 1, 1, 2]),
      policy: { ...POLICY, values: VALUES },
    });
}

/** As the read models say it. */
function dueOn({ realm, savers }: SimulatedWorld, date: string): VoucherUse[] {
  const real = realm('real');
  const fees = new Map<string, bigint>();
  for (const event of real.events)
    if (dateOf(event.at) === date)
      for (const { userId, fee } of feeOfSides(event)) fees.set(userId, (fees.get(userId) ?? 0n) + fee);
  return savers.flatMap((userId) => {
    const ownerId = `${userId}.1`;
    const held = openOn(real.state(rewardKind, ownerId).vouchers, date);
    const paid = fees.get(userId) ?? 0n;
    return held.length === 0 ? [] : [{ userId, ownerId, fees: paid > 0n ? written(paid) : '0' }];
  });
}

/** Counted from the events alone: points are earned before they are spent, and the house pays no more than vouchers promised. */
function laws(realm: MemoryRealm): RealmLaws {
  const points = new Map<string, number>();
  let [promised, paid, isTouched] = [ZERO, ZERO, false];
  const add = (ownerId: string, change: number): void => {
    const balance = (points.get(ownerId) ?? 0) + change;
    if (balance < 0) throw new Violation(`${ownerId} has ${balance} points`);
    points.set(ownerId, balance);
  };
  return {
    trades: 0,
    take({ type, data }) {
      if (type === 'SignedIn') add((data as SignedIn).ownerId, (data as SignedIn).points);
      if (type === 'FeeVoucherIssued') {
        const issued = data as FeeVoucherIssued;
        add(issued.ownerId, -issued.points);
        promised += amount(issued.amount);
      }
      if (type !== 'FeeVouchersUsed') return;
      const { fees, paidBack } = data as FeeVouchersUsed;
      if (2n * amount(paidBack) > amount(fees)) throw new Violation(`${paidBack} came back of ${fees}`);
      paid += amount(paidBack);
      isTouched = true;
    },
    check() {
      if (!isTouched) return;
      isTouched = false;
      checkHouse(realm, promised, paid);
    },
  };
}

function checkHouse(realm: MemoryRealm, promised: Amount, paid: Amount): void {
  if (paid > promised) throw new Violation(`vouchers of ${format(promised)} paid ${format(paid)} back`);
  const left = amount(realm.balance(HOUSE.rewards.account, 'USDT'));
  if (left !== -paid) throw new Violation(`house/rewards is at ${format(left)}, not at ${format(-paid)}`);
}
