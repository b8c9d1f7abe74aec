import { dateOf } from '../../../shared/utc-date.js';
import { grained, units, written } from '../../core/audit-figures.js';
import type { HistoryAudit, PolicyVersionAt, PublishedTerms } from '../../core/history-audit.js';
import type { RecordedEvent } from '../../core/event.js';
import { dayOf } from '../../core/zone.js';
import { HOUSE, userAccount, userOf } from '../../engine/ledger/chart.js';
import { feeOfSides } from './reward.figures.js';
import type {
  FeeVoucherExpired,
  FeeVoucherIssued,
  FeeVouchersUsed,
  RewardEvent,
  RewardHouseEvent,
  SignedIn,
  SignInZoneSet,
} from './reward.events.js';

const [MINUTE_MS, QUARTER_MS, HOUR_MS, DAY_MS] = [60_000, 900_000, 3_600_000, 86_400_000];
const ZONE_STANDS_MS = 30 * DAY_MS;
/** No zone and no change of one skips as many dates. */
const MISSED_FOR_SURE_MS = 4 * DAY_MS;

interface Voucher {
  readonly issued: FeeVoucherIssued;
  readonly firstDate: string;
  left: bigint;
}

interface Person {
  readonly zones: { readonly timeZone: string; readonly from: number }[];
  last: { readonly date: string; readonly day: number; readonly at: number } | null;
  points: number;
  vouchers: Map<string, Voucher>;
  usedDate: string;
}

/** Every day of a calendar, every point, voucher and fee paid back again, from the published rules and what trades charged. */
export const rewardAudit: HistoryAudit = {
  check: 'rewards',
  begin: (published, find) => {
    const check = new RewardCheck(published, find);
    return { take: (event) => check.take(event), finish: () => check.finish() };
  },
};

class RewardCheck {
  private readonly people = new Map<string, Person>();
  /** By UTC date and person, of dates that are not closed. */
  private readonly fees = new Map<string, Map<string, bigint>>();
  /** What a closed date makes due, until it comes: by owner and date. */
  private readonly due = new Map<string, { readonly position: number; readonly at: number }>();
  private nextDate: string | null = null;
  private at = 0;

  constructor(
    private readonly published: PublishedTerms,
    private readonly find: (position: number, what: string) => void,
  ) {}

  take(event: RecordedEvent): void {
    if (event.realm !== 'real') return;
    this.at = event.at;
    if (event.type === 'AccountErased') return this.erased((event.data as { readonly userId: string }).userId);
    if (event.stream.startsWith('rewardhouse-')) return this.house(event as RewardHouseEvent);
    if (event.stream.startsWith('reward-')) return this.own(event as RewardEvent);
    for (const { userId, fee } of feeOfSides(event)) this.charge(dateOf(event.at), userId, fee);
  }

  /** A date that was closed an hour before the end of the history has been paid. */
  finish(): void {
    for (const [key, { position, at }] of this.due)
      if (this.at - at > HOUR_MS) this.find(position, `vouchers were never used: ${key}`);
  }

  /** Points and fee vouchers end with the account. */
  private erased(userId: string): void {
    for (const ownerId of this.people.keys()) if (ownerId.startsWith(`${userId}.`)) this.people.delete(ownerId);
    for (const key of this.due.keys()) if (key.startsWith(`${userId}.`)) this.due.delete(key);
  }

  private charge(date: string, userId: string, fee: bigint): void {
    // Before the first fee voucher only the date matters on which it may be issued.
    if (this.nextDate === null && !this.fees.has(date)) this.fees.clear();
    const ofDate = this.fees.get(date) ?? new Map<string, bigint>();
    this.fees.set(date, ofDate);
    ofDate.set(userId, (ofDate.get(userId) ?? 0n) + fee);
  }

  private person(ownerId: string): Person {
    const known = this.people.get(ownerId);
    if (known !== undefined) return known;
    const person: Person = { zones: [], last: null, points: 0, vouchers: new Map(), usedDate: '' };
    this.people.set(ownerId, person);
    return person;
  }

  private own(event: RewardEvent): void {
    const person = this.person(event.data.ownerId);
    const wrong = (what: string): void => this.find(event.position, `${event.data.ownerId}: ${what}`);
    switch (event.type) {
      case 'SignInZoneSet':
        return zoneSet(person, event, event.data, wrong);
      case 'SignedIn':
        return signedIn(person, event, event.data, wrong);
      case 'FeeVoucherIssued':
        return this.issued(person, event, event.data, wrong);
      case 'FeeVouchersUsed':
        return this.used(person, event, event.data, wrong);
      case 'FeeVoucherExpired':
        return this.expired(person, event.data, wrong);
    }
  }

  private issued(person: Person, { at }: RecordedEvent, data: FeeVoucherIssued, wrong: (what: string) => void): void {
    const { feeVoucherId, points, amount, balance, feeShare, lastDate, policy } = data;
    const version = this.inForce('reward.rules', at, policy.version);
    if (version === undefined) return wrong(`${feeVoucherId} follows rules that were not in force`);
    const { feeVoucherPoints, feeVoucherUsdt, feeVoucherDays, feeShare: share } = version.values;
    const last = dateOf(at + (Number.parseInt(String(feeVoucherDays), 10) - 1) * DAY_MS);
    if (points !== feeVoucherPoints || amount !== feeVoucherUsdt || feeShare !== share || lastDate !== last)
      wrong(`${feeVoucherId} isn't what version ${policy.version} of the rules gives`);
    if (person.points < points || balance !== person.points - points)
      wrong(`${feeVoucherId} took ${points} of ${person.points} points and left ${balance}`);
    person.points = balance;
    person.vouchers.set(feeVoucherId, { issued: data, firstDate: dateOf(at), left: units(amount) });
  }

  private used(
    person: Person,
    { postings = [] }: RecordedEvent,
    data: FeeVouchersUsed,
    wrong: (what: string) => void,
  ): void {
    const { userId, ownerId, date, fees, used, paidBack } = data;
    this.due.delete(`${ownerId} ${date}`);
    if (this.nextDate === null || date >= this.nextDate) wrong(`fees of ${date} were paid back before it was over`);
    if (date <= person.usedDate) wrong(`fees of ${date} were paid back twice`);
    person.usedDate = date;
    const charged = this.fees.get(date)?.get(userId) ?? 0n;
    if (units(fees) !== charged) wrong(`paid ${written(charged)} USDT of fees on ${date}, not ${fees}`);
    const expected = usesOf(person, date, charged, this.mostOn(date));
    if (JSON.stringify(used) !== JSON.stringify(expected)) wrong(`vouchers of ${date} pay back something else`);
    const sum = expected.reduce((all, one) => all + units(one.amount), 0n);
    if (units(paidBack) !== sum) wrong(`${paidBack} USDT went back for ${date}, not ${written(sum)}`);
    const moved = postings.map((posting) => `${posting.account} ${written(posting.amount)}`).sort();
    const wanted = [
      `${HOUSE.rewards.account} -${paidBack}`,
      `${userAccount(ownerId, 'spot', 'available')} ${paidBack}`,
    ];
    if (String(moved) !== String(wanted.sort())) wrong(`${date} moves ${String(moved) || 'nothing'}`);
    for (const { feeVoucherId, left } of used) {
      const voucher = person.vouchers.get(feeVoucherId);
      if (voucher !== undefined) voucher.left = units(left);
    }
  }

  /** A version that a command may have read: the one in force, or that of a minute ago. */
  private inForce(policy: string, at: number, version: number): PolicyVersionAt | undefined {
    const versions = this.published.policies.get(policy) ?? [];
    return versions.find(
      (one, n) =>
        one.version === version && one.publishedAt <= at && (versions[n + 1]?.publishedAt ?? Infinity) > at - MINUTE_MS,
    );
  }

  /** What both fee tables leave for fee vouchers at the end of a date. */
  private mostOn(date: string): bigint {
    const end = Date.parse(`${date}T00:00:00Z`) + DAY_MS - 1;
    const shares = ['spot.fees', 'contract.fees'].map((policy) => {
      const versions = this.published.policies.get(policy) ?? [];
      const version = versions.findLast(({ publishedAt }) => publishedAt <= end) ?? versions[0];
      return units(String(version?.values['voucherShare'] ?? '0'));
    });
    return shares.reduce((one, other) => (one < other ? one : other));
  }

  private expired(person: Person, data: FeeVoucherExpired, wrong: (what: string) => void): void {
    const { ownerId, feeVoucherId, lastDate, left } = data;
    this.due.delete(`${ownerId} ${lastDate}`);
    const voucher = person.vouchers.get(feeVoucherId);
    person.vouchers.delete(feeVoucherId);
    if (voucher === undefined) return wrong(`${feeVoucherId} ended and was not open`);
    if (lastDate !== voucher.issued.lastDate || units(left) !== voucher.left || voucher.left === 0n)
      wrong(`${feeVoucherId} ended with ${left} USDT on ${lastDate}`);
    if (this.nextDate === null || lastDate >= this.nextDate)
      wrong(`${feeVoucherId} ended before its last date was over`);
  }

  private datePaid(position: number, date: string): void {
    if (this.nextDate === null || date >= this.nextDate) this.find(position, `${date} was paid before it was over`);
    for (const key of this.due.keys())
      if (key.endsWith(` ${date}`)) this.find(position, `vouchers were never used: ${key}`);
    for (const key of this.due.keys()) if (key.endsWith(` ${date}`)) this.due.delete(key);
    this.fees.delete(date);
  }

  private house({ type, data, position, at }: RewardHouseEvent): void {
    if (type === 'FeeVouchersBegun') {
      if (this.nextDate !== null || data.date !== dateOf(at)) this.find(position, `vouchers begin on ${data.date}`);
      this.nextDate = data.date;
      return;
    }
    if (type === 'FeeVoucherDatePaid') return this.datePaid(position, data.date);
    if (data.date !== this.nextDate) this.find(position, `${data.date} was closed, and ${this.nextDate} comes next`);
    if (dateOf(at) <= data.date) this.find(position, `${data.date} was closed before it was over`);
    this.nextDate = data.nextDate;
    for (const [ownerId, person] of this.people) {
      const fees = this.fees.get(data.date)?.get(userOf(ownerId)) ?? 0n;
      const isEnding = openOn(person, data.date).some(({ issued }) => issued.lastDate === data.date);
      if (usesOf(person, data.date, fees, this.mostOn(data.date)).length > 0 || isEnding)
        this.due.set(`${ownerId} ${data.date}`, { position, at });
    }
  }
}

function zoneSet(person: Person, { at }: RecordedEvent, data: SignInZoneSet, wrong: (what: string) => void): void {
  const zone = person.zones.at(-1);
  if (data.previous !== (zone?.timeZone ?? null)) wrong(`the zone was ${zone?.timeZone}, not ${data.previous}`);
  if (zone !== undefined && at - zone.from < ZONE_STANDS_MS) wrong('the zone was changed twice within 30 days');
  person.zones.push({ timeZone: data.timeZone, from: at });
}

function signedIn(person: Person, { at }: RecordedEvent, data: SignedIn, wrong: (what: string) => void): void {
  const { date, day, points, balance } = data;
  const timeZone = zoneAt(person.zones, at);
  if (date !== dateIn(timeZone, at)) wrong(`signed in for ${date}, which it was not`);
  if (person.last !== null && date <= person.last.date) wrong(`signed in for ${date} after ${person.last.date}`);
  const expected = person.last === null || missed(person, at) ? 1 : (person.last.day % 7) + 1;
  if (day !== expected || points !== day) wrong(`day ${day} of the calendar for ${points} points, not day ${expected}`);
  if (balance !== person.points + points) wrong(`has ${balance} points, not ${person.points + points}`);
  person.points = balance;
  person.last = { date, day, at };
}

const dateIn = (timeZone: string, at: number): string => dateOf(dayOf(timeZone, at) * DAY_MS);

/** Looks at the person's wall each quarter of an hour since the last sign-in: whether a date came and went between the two. */
function missed({ last, zones }: Person, at: number): boolean {
  if (last === null || at - last.at > MISSED_FOR_SURE_MS) return last !== null;
  const changes = zones.map(({ from }) => from).filter((from) => from > last.at);
  const quarters = Math.ceil((at - last.at) / QUARTER_MS);
  const first = Math.ceil(last.at / QUARTER_MS) * QUARTER_MS;
  const looks = [...changes, ...Array.from({ length: quarters }, (_, n) => first + n * QUARTER_MS)];
  const today = dateIn(zoneAt(zones, at), at);
  return looks.some((look) => {
    if (look >= at) return false;
    const date = dateIn(zoneAt(zones, look), look);
    return date > last.date && date < today;
  });
}

const zoneAt = (zones: Person['zones'], at: number): string =>
  zones.findLast(({ from }) => from <= at)?.timeZone ?? 'UTC';

const openOn = ({ vouchers }: Person, date: string): Voucher[] =>
  [...vouchers.values()]
    .filter(({ firstDate, issued, left }) => firstDate <= date && date <= issued.lastDate && left > 0n)
    .toSorted((a, b) => Date.parse(a.issued.lastDate) - Date.parse(b.issued.lastDate));

/** The first to end first, and all together at most the share that each promises. */
function usesOf(person: Person, date: string, fees: bigint, mostShare: bigint) {
  let paid = 0n;
  return openOn(person, date).flatMap(({ issued, left }) => {
    const promised = units(issued.feeShare);
    const most = grained(fees * (promised < mostShare ? promised : mostShare), 'down') - paid;
    const amount = most < left ? most : left;
    if (amount <= 0n) return [];
    paid += amount;
    return [{ feeVoucherId: issued.feeVoucherId, amount: written(amount), left: written(left - amount) }];
  });
}
