import { amount, format, ZERO, type Amount } from '../../shared/money.js';
import type { RecordedEvent } from '../../server/core/event.js';
import type { DueDate, InvitationFees } from '../../server/core/ports/invitation-fees.js';
import type { VoucherDates, VoucherUse } from '../../server/core/ports/voucher-dates.js';
import { Violation } from '../../server/core/violation.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { feesOf } from '../../server/features/invitation/invitation-facts.projection.js';
import { levelsByInviter } from '../../server/features/invitation/invitation.rules.js';
import { SHARES } from '../../server/features/invitation/invitation.testkit.js';
import { openOn } from '../../server/features/reward/reward.rules.js';
import { rewardKind } from '../../server/features/reward/reward.state.js';
import type { RealmLaws, SimulatedRequests } from '../../server/features/simulation.js';

/** Labels that end a request of wealth: each comes to exactly one of them. */
export const REQUESTS: readonly SimulatedRequests[] = [
  {
    id: 'requestId',
    open: ['FundPurchaseRequested', 'FundPlanPurchaseRequested', 'FundRedemptionRequested'],
    end: ['FundUnitsIssued', 'FundUnitsRedeemed', 'FundRequestCancelled', 'FundRequestFailed'],
  },
  {
    id: 'subscriptionId',
    open: ['Subscribed'],
    end: ['SubscriptionNotPassed', 'SubscriptionSoldOut', 'SubscriptionRefunded', 'SubscriptionUnlocked'],
  },
  {
    id: 'issueId',
    open: ['NewCoinProposed'],
    end: ['NewCoinRejected', 'NewCoinRefunded', 'NewCoinUnlocked'],
  },
];

/** Who paid which fees on a date, summed as events come: what read models say in the product. */
export class FeeBook implements RealmLaws {
  readonly trades = 0;
  private readonly fees = new Map<string, Map<string, { net: Amount; paidBack: Amount }>>();

  constructor(
    private readonly people: readonly string[],
    private readonly inviterOf: (userId: string) => string | undefined,
    private readonly realm: () => MemoryRealm,
  ) {}

  take(event: RecordedEvent): void {
    for (const { userId, date, fee } of feesOf(event)) {
      const ofDate = this.fees.get(date) ?? new Map<string, { net: Amount; paidBack: Amount }>();
      this.fees.set(date, ofDate);
      const before = ofDate.get(userId) ?? { net: ZERO, paidBack: ZERO };
      const isBack = event.type === 'FeeVouchersUsed';
      ofDate.set(userId, { net: before.net + fee, paidBack: before.paidBack - (isBack ? fee : ZERO) });
    }
  }

  check(): void {
    // Rewards and vouchers have laws of their own.
  }

  readonly invitationFees: InvitationFees = {
    due: (date) => Promise.resolve(this.rewardsOn(date)),
    soFar: (userId, date) => {
      const levels = this.rewardsOn(date).rewards.find((reward) => reward.userId === userId)?.levels ?? [];
      return Promise.resolve({ levels, ...SHARES });
    },
  };
  readonly voucherDates: VoucherDates = {
    due: (date) => Promise.resolve({ uses: this.usesOn(date), most: '0.5' }),
    arePaid: () => Promise.resolve(true),
  };

  /** On every fourth date people share a device, so that staff decide. */
  private rewardsOn(date: string): DueDate {
    const paid = [...(this.fees.get(date) ?? [])]
      .map(([userId, { net }]) => ({ userId, fees: net }))
      .filter(({ userId, fees }) => fees > ZERO && this.inviterOf(userId) !== undefined);
    const isShared = Number(date.slice(-2)) % 4 === 0;
    const rewards = [...levelsByInviter(paid, this.inviterOf)].map(([userId, levels]) => ({
      ...{ userId, ownerId: `${userId}.1`, requestId: `inv-${userId}-${date}`, levels },
      matches: isShared ? [{ kind: 'device', memberIds: [userId, date] }] : [],
    }));
    return { rewards, people: paid.length, fees: format(paid.reduce((sum, one) => sum + one.fees, ZERO)), ...SHARES };
  }

  private usesOn(date: string): VoucherUse[] {
    return this.people.flatMap((userId) => {
      const ownerId = `${userId}.1`;
      if (openOn(this.realm().state(rewardKind, ownerId).vouchers, date).length === 0) return [];
      const { net, paidBack } = this.fees.get(date)?.get(userId) ?? { net: ZERO, paidBack: ZERO };
      const fees = net + paidBack;
      return [{ userId, ownerId, fees: fees > ZERO ? format(fees) : '0' }];
    });
  }
}

interface Issue {
  readonly volume: number;
  given: number;
  asked: number;
}

/** Of an issue: coins that are handed out are those that were asked for, or all that there are; nothing is left with anybody else. */
export class AllocationLaws implements RealmLaws {
  readonly trades = 0;
  private readonly issues = new Map<string, Issue>();

  take({ type, data }: RecordedEvent): void {
    const { issueId = '', coins = 0, volume = 0 } = data as { issueId?: string; coins?: number; volume?: number };
    if (type === 'NewCoinProposed') this.issues.set(issueId, { volume, given: 0, asked: 0 });
    const issue = this.issues.get(issueId);
    if (issue === undefined) return;
    if (type === 'NewCoinCounted') issue.asked += coins;
    if (type === 'NewCoinUncounted') issue.asked -= coins;
    if (type === 'SubscriptionPassed') issue.given += coins;
    if (type === 'NewCoinSettled' && issue.given !== Math.min(issue.asked, issue.volume))
      throw new Violation(`${issueId} gave ${issue.given} coins of ${issue.volume} for ${issue.asked}`);
    if (type === 'NewCoinRefunded' && issue.given > 0) throw new Violation(`${issueId} failed and gave coins`);
  }

  check(): void {
    // Each is checked with the event that ends it.
  }
}

const BOUGHT = new Set(['CustodyBought', 'FundPurchaseRequested', 'FundPlanPurchaseRequested', 'Subscribed']);

/** What somebody put into a product came out of what they own: what was available covered it and every debt. */
export class OwnMoneyLaws implements RealmLaws {
  readonly trades = 0;
  private bought: { readonly ownerId: string; readonly what: string } | undefined;

  constructor(
    private readonly realm: MemoryRealm,
    private readonly owed: (ownerId: string) => Amount,
  ) {}

  take({ type, data }: RecordedEvent): void {
    if (!BOUGHT.has(type)) return;
    this.bought = { ownerId: (data as { ownerId: string }).ownerId, what: type };
  }

  check(): void {
    if (this.bought === undefined) return;
    const { ownerId, what } = this.bought;
    this.bought = undefined;
    const left = amount(this.realm.balance(`user/${ownerId}/finance/available`, 'USDT'));
    const owed = this.owed(ownerId);
    if (left < owed) throw new Violation(`${what}: ${ownerId} keeps ${format(left)} and owes ${format(owed)}`);
  }
}
