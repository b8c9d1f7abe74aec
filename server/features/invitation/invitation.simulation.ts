import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import type { DueDate, InvitationFees } from '../../core/ports/invitation-fees.js';
import { Violation } from '../../core/violation.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { RealmLaws, SimulatedWorld, Simulation } from '../simulation.js';
import type { InvitationEvent } from './invitation.events.js';
import { feesOf, openedOf } from './invitation-facts.projection.js';
import { invitationReview, type InvitationReviewParts } from './invitation.review.js';
import { levelsByInviter } from './invitation.rules.js';
import { SHARES } from './invitation.testkit.js';

/** People who invited each other and trade; on every other date they share a device, so that staff decide. */
export const simulation = (world: SimulatedWorld): Simulation => {
  const invitationFees: Pick<InvitationFees, 'due'> = {
    due: (date) => Promise.resolve(dueOn(world.realm('real'), date)),
  };
  return {
    offers: { invitationFees },
    reviews: [{ kind: invitationReview({} as InvitationReviewParts) }],
    requests: {
      id: 'requestId',
      open: ['InvitationRewardHeld'],
      end: ['InvitationRewardReleased', 'InvitationRewardRejected'],
    },
    laws,
  };
};

function dueOn({ events }: MemoryRealm, date: string): DueDate {
  const inviters = new Map<string, string | null>();
  const fees = new Map<string, Amount>();
  for (const event of events) {
    const opened = openedOf(event);
    if (opened !== undefined) inviters.set(opened.userId, opened.invitedBy);
    for (const one of feesOf(event))
      if (one.date === date) fees.set(one.userId, (fees.get(one.userId) ?? ZERO) + one.fee);
  }
  const paid = [...fees]
    .map(([userId, sum]) => ({ userId, fees: sum }))
    .filter((one) => one.fees > ZERO && (inviters.get(one.userId) ?? null) !== null);
  const isShared = Number(date.slice(-2)) % 2 === 0;
  const rewards = [...levelsByInviter(paid, (userId) => inviters.get(userId))].map(([userId, levels]) => ({
    userId,
    ownerId: `${userId}.1`,
    requestId: `inv-${userId}-${date}`,
    levels,
    matches: isShared ? [{ kind: 'device', memberIds: [userId, date] }] : [],
  }));
  return { rewards, people: paid.length, fees: format(paid.reduce((sum, one) => sum + one.fees, ZERO)), ...SHARES };
}

/** Nobody is paid twice for a date, and all rewards together stay within their share of all fees. */
function laws(): RealmLaws {
  const got = new Set<string>();
  let [fees, rewards] = [ZERO, ZERO];
  return {
    trades: 0,
    take(event) {
      for (const { fee } of feesOf(event)) if (fee > ZERO) fees += fee;
      const { type, data } = event as InvitationEvent;
      if (type === 'InvitationRewardPaid' || type === 'InvitationRewardHeld') {
        const key = `${data.userId} ${data.date}`;
        if (got.has(key)) throw new Violation(`${key} is rewarded twice`);
        got.add(key);
      }
      if (type === 'InvitationRewardPaid' || type === 'InvitationRewardReleased') rewards += amount(data.reward);
    },
    check() {
      const most = times(fees, amount(SHARES.most), 'down');
      if (rewards > most) throw new Violation(`rewards of ${format(rewards)} USDT are above ${format(most)}`);
    },
  };
}
