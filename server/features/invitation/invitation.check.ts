import { rewardOf, sharesOf, totalOf } from '../../../shared/invitation.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { dateAfter, startOf } from '../../../shared/utc-date.js';
import type { RecordedEvent } from '../../core/event.js';
import type { HistoryAudit, PolicyVersionAt, PublishedTerms } from '../../core/history-audit.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { InvitationEvent, InvitationHouseEvent, InvitationRewardPaid } from './invitation.events.js';
import { erasedOf, feesOf, openedOf } from './invitation-facts.projection.js';
import { levelsByInviter } from './invitation.rules.js';

/** Every reward again, from registrations, fills and the published shares: each is paid or held once, and none is left out. */
export const invitationAudit: HistoryAudit = {
  check: 'invitations',
  begin: (published, find) => {
    const check = new InvitationCheck(published, find);
    return { take: (event) => check.take(event), finish: () => check.finish() };
  },
};

const HOUR_MS = 3_600_000;

/** What an inviter is due for a date: levels as the event must say them, and their sum. */
type Due = Pick<InvitationRewardPaid, 'levels' | 'reward'>;

class InvitationCheck {
  private readonly invitedBy = new Map<string, string | null>();
  private readonly erased = new Set<string>();
  /** Fees of each date that is not paid yet, by person. */
  private readonly fees = new Map<string, Map<string, Amount>>();
  /** Dates that are over and not yet paid. */
  private readonly closed = new Map<string, { readonly position: number; readonly at: number }>();
  /** What is due and not yet paid or held, by date and inviter, from the first reward of the date on: fee vouchers came before it. */
  private readonly due = new Map<string, Map<string, Due>>();
  private readonly held = new Map<string, Due & { readonly userId: string }>();
  private nextDate: string | null = null;
  private at = 0;

  constructor(
    private readonly published: PublishedTerms,
    private readonly find: (position: number, what: string) => void,
  ) {}

  take(event: RecordedEvent): void {
    if (event.realm !== 'real') return;
    this.at = event.at;
    if (event.stream.startsWith('invitationhouse-')) return this.house(event as InvitationHouseEvent);
    if (event.stream.startsWith('invitation-')) return this.reward(event as InvitationEvent);
    const [opened, erased] = [openedOf(event), erasedOf(event)];
    if (opened !== undefined) this.invitedBy.set(opened.userId, opened.invitedBy);
    if (erased !== undefined) this.erased.add(erased);
    for (const { userId, date, fee } of feesOf(event)) {
      const ofDate = this.fees.get(date) ?? new Map<string, Amount>();
      this.fees.set(date, ofDate.set(userId, (ofDate.get(userId) ?? ZERO) + fee));
    }
  }

  /** A date that was over an hour before the end of the history has been paid. */
  finish(): void {
    for (const [date, { position, at }] of this.closed)
      if (this.at - at > HOUR_MS) this.find(position, `rewards of ${date} were never paid`);
  }

  private house({ type, data, position, at }: InvitationHouseEvent): void {
    const { date } = data;
    switch (type) {
      case 'InvitationRewardsBegun':
        if (this.nextDate !== null) this.find(position, 'invitations began twice');
        this.nextDate = date;
        for (const before of this.fees.keys()) if (before < date) this.fees.delete(before);
        return;
      case 'InvitationDateClosed':
        if (this.nextDate !== date) this.find(position, `${date} was closed, and ${this.nextDate} was next`);
        if (at < startOf(dateAfter(date, 1))) this.find(position, `${date} was closed before it was over`);
        this.nextDate = data.nextDate;
        this.closed.set(date, { position, at });
        return;
      case 'InvitationDatePaid': {
        if (!this.closed.delete(date)) return this.find(position, `${date} was paid and not closed`);
        for (const [userId, { reward }] of this.dueFor(date))
          if (!this.erased.has(userId)) this.find(position, `${userId} never got ${reward} USDT for ${date}`);
        const paid = this.paidOn(date);
        const sum = format(paid.reduce((all, { fees }) => all + fees, ZERO));
        if (data.people !== paid.length || data.fees !== sum)
          this.find(position, `${date} has ${data.people} people and ${data.fees} USDT, not ${paid.length} and ${sum}`);
        this.due.delete(date);
        this.fees.delete(date);
      }
    }
  }

  private reward(event: InvitationEvent): void {
    const { type, data, position } = event;
    const { userId, date } = data;
    if (type === 'InvitationRewardPaid' || type === 'InvitationRewardHeld') {
      const due = this.closed.has(date) ? this.dueFor(date).get(userId) : undefined;
      if (due === undefined) return this.find(position, `${userId} is due nothing for ${date}, or has it already`);
      this.due.get(date)?.delete(userId);
      this.same(position, `${userId} for ${date}`, due, data);
      if (data.policy.version !== this.rulesOf(date).version)
        this.find(position, `${userId} for ${date} follows rules that were not in force`);
      if (type === 'InvitationRewardHeld') this.held.set(data.requestId, { ...due, userId });
    } else {
      const held = this.held.get(data.requestId);
      if (held === undefined || held.userId !== userId)
        return this.find(position, `${data.requestId} holds no reward of ${userId}`);
      this.held.delete(data.requestId);
      this.same(position, data.requestId, held, data);
    }
    this.postings(event);
  }

  /** Only what is paid moves, from the fees to the spot account. */
  private postings({ type, data, position, postings = [] }: InvitationEvent): void {
    const isPaid = type === 'InvitationRewardPaid' || type === 'InvitationRewardReleased';
    const expected = isPaid
      ? [`${HOUSE.fees.account} -${data.reward}`, `${userAccount(data.ownerId, 'spot', 'available')} ${data.reward}`]
      : [];
    const found = postings.map((posting) => `${posting.account} ${format(posting.amount)}`);
    if (String(found.sort()) !== String(expected.sort()))
      this.find(position, `${data.userId} for ${data.date} moves ${String(found) || 'nothing'}`);
  }

  private same(position: number, what: string, due: Due, { levels, reward }: Due): void {
    const [wanted, found] = [due, { levels, reward }].map(textOf);
    if (wanted !== found) this.find(position, `${what} has ${found}, and fills and shares give ${wanted}`);
  }

  /** Invited people who paid fees on a date. */
  private paidOn(date: string) {
    return [...(this.fees.get(date) ?? [])].flatMap(([userId, fees]) =>
      fees > ZERO && (this.invitedBy.get(userId) ?? null) !== null ? [{ userId, fees }] : [],
    );
  }

  private dueFor(date: string): Map<string, Due> {
    const due = this.due.get(date) ?? this.dueOf(date);
    this.due.set(date, due);
    return due;
  }

  private dueOf(date: string): Map<string, Due> {
    const { shares } = this.rulesOf(date);
    const due = new Map<string, Due>();
    for (const [userId, own] of levelsByInviter(this.paidOn(date), (person) => this.invitedBy.get(person))) {
      const levels = own.map((level) => {
        const share = shares[level.level - 1] ?? ZERO;
        return { ...level, share: format(share), reward: rewardOf(level.fees, share) };
      });
      const reward = totalOf(levels.map((level) => level.reward));
      if (amount(reward) > ZERO) due.set(userId, { levels, reward });
    }
    return due;
  }

  private rulesOf(date: string): { readonly version: number; readonly shares: readonly Amount[] } {
    const at = startOf(dateAfter(date, 1)) - 1;
    const value = (policy: string, key: string): string => String(this.versionAt(policy, at)?.values[key] ?? '0');
    const limits = ['spot.fees', 'contract.fees'].map((policy) => amount(value(policy, 'invitationShare')));
    const most = limits.reduce((one, other) => (one < other ? one : other));
    const own = (level: number): string => value('invitation.rewards', `level${level}`);
    const shares = sharesOf({ level1: own(1), level2: own(2), level3: own(3), level4: own(4) }, most);
    return { version: this.versionAt('invitation.rewards', at)?.version ?? 0, shares };
  }

  private versionAt(policy: string, at: number): PolicyVersionAt | undefined {
    const versions = this.published.policies.get(policy) ?? [];
    return versions.findLast(({ publishedAt }) => publishedAt <= at) ?? versions[0];
  }
}

const textOf = ({ levels, reward }: Due): string =>
  `${levels.map((one) => `${one.level}: ${one.people} × ${one.fees} × ${one.share} = ${one.reward}`).join(', ')} = ${reward}`;
