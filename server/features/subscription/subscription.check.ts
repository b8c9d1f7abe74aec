import { createHash } from 'node:crypto';
import { grained, ONE, units, written } from '../../core/audit-figures.js';
import type { HistoryAudit } from '../../core/history-audit.js';
import type { RecordedEvent } from '../../core/event.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { otherThan, type Move } from './subscription-postings.check.js';
import type {
  NewCoinEvent,
  NewCoinListed,
  NewCoinProposed,
  Subscribed,
  SubscriptionEvent,
  SubscriptionPassed,
} from './subscription.events.js';

const DAY_MS = 86_400_000;
/** The house's history has a clock of its own, which may be a little ahead. */
const CLOCKS_DIFFER_MS = 60_000;
/** Assets that no instrument has to list. */
const OTHER_ASSETS: ReadonlySet<string> = new Set(['USDT', 'LOWFUND', 'BALFUND']);
const availableOf = (ownerId: string): string => userAccount(ownerId, 'finance', 'available');
const frozenOf = (ownerId: string): string => userAccount(ownerId, 'finance', 'frozen');

/** Coins that wait for the end of their lock-up. */
interface Locked {
  readonly ownerId: string;
  readonly coin: string;
  readonly coins: number;
  readonly unlocksAt: number;
}

interface Issue {
  readonly terms: NewCoinProposed;
  approvedBy: string;
  /** Subscriptions that take part, by id. */
  readonly counted: Map<string, { readonly coins: number; readonly ownerId: string }>;
  readonly owners: Set<string>;
  cancelBy: string;
  failed: boolean;
  listed: NewCoinListed | null;
  /** What each subscription must get, reckoned once at the listing; they leave when they are settled. */
  due: Map<string, Due>;
}

/** What a subscription must get, and what it was ranked by. */
interface Due {
  readonly coins: number;
  readonly remainder: string;
  readonly tie: string;
}

/**
 * Every allocation, price, fee, refund and lock-up of new coins again, from the subscriptions and the seed that is named, and what
 * each of them posts.
 */
export const subscriptionAudit: HistoryAudit = {
  check: 'new-coins',
  begin: ({ assetsSince }, find) => {
    const check = new SubscriptionCheck(assetsSince, find);
    return { take: (event) => check.take(event), finish: () => check.finish() };
  },
};

class SubscriptionCheck {
  private readonly issues = new Map<string, Issue>();
  private readonly open = new Map<string, Subscribed>();
  private readonly locked = new Map<string, Locked>();

  constructor(
    private readonly assetsSince: ReadonlyMap<string, number>,
    private readonly find: (position: number, what: string) => void,
  ) {}

  take(event: RecordedEvent): void {
    if (event.realm !== 'real') return;
    if (event.stream.startsWith('newcoin-')) return this.issue(event as NewCoinEvent);
    if (event.stream.startsWith('subscription-')) this.subscription(event as SubscriptionEvent);
  }

  /** What is still due at the end is due later, or in the batches that a standstill held up: timers are checked apart. */
  finish(): void {
    this.open.clear();
  }

  private issue(event: NewCoinEvent): void {
    const { position } = event;
    this.posted(event, []);
    if (event.type === 'NewCoinProposed') {
      const known = this.issues.get(event.data.issueId);
      if (known !== undefined) this.find(position, `${event.data.issueId} was proposed twice`);
      this.issues.set(event.data.issueId, newIssue(event.data));
      return;
    }
    const issue = this.issues.get(event.data.issueId);
    if (issue === undefined) return this.find(position, `${event.data.issueId} was never proposed`);
    const wrong = (isWrong: boolean, what: string): void => {
      if (isWrong) this.find(position, `${event.data.issueId}: ${what}`);
    };
    switch (event.type) {
      case 'NewCoinApproved':
        wrong(event.data.approvedBy === issue.terms.proposedBy, 'its proposer approved it');
        issue.approvedBy = event.data.approvedBy;
        return;
      case 'NewCoinCancelProposed':
        issue.cancelBy = event.data.cancelBy;
        return;
      case 'NewCoinCounted': {
        const { subscriptionId, ownerId, coins } = event.data;
        wrong(issue.approvedBy === '' || event.at >= issue.terms.closesAt, 'it was subscribed while it was not open');
        wrong(issue.owners.has(ownerId), `${ownerId} subscribed twice`);
        issue.owners.add(ownerId);
        issue.counted.set(subscriptionId, { coins, ownerId });
        return;
      }
      case 'NewCoinUncounted':
        wrong(!issue.counted.delete(event.data.subscriptionId), `${event.data.subscriptionId} did not take part`);
        return;
      case 'NewCoinFailed': {
        const { cause, total, decidedBy } = event.data;
        wrong(total !== totalOf(issue), `${total} coins took part, not ${totalOf(issue)}`);
        if (cause === 'minimum') wrong(total >= issue.terms.minimum, 'it failed with enough subscribed');
        else if (cause === 'taken')
          wrong(!this.isTaken(issue.terms.coin, event.at + CLOCKS_DIFFER_MS), 'no instrument had taken its code');
        else wrong(issue.cancelBy === '' || issue.cancelBy === decidedBy, 'one alone cancelled it');
        issue.failed = true;
        return;
      }
      case 'NewCoinListed':
        wrong(this.isTaken(event.data.coin, event.at - CLOCKS_DIFFER_MS), 'an instrument had taken its code');
        return this.listed(issue, event.data, wrong);
      case 'NewCoinSettled':
        return wrong(issue.due.size > 0, `${issue.due.size} subscriptions were left without coins or money`);
      default:
    }
  }

  /** Whether the code was an asset at an instant, and not only later. */
  private isTaken(coin: string, at: number): boolean {
    return OTHER_ASSETS.has(coin) || (this.assetsSince.get(coin) ?? Infinity) <= at;
  }

  private listed(issue: Issue, data: NewCoinListed, wrong: (isWrong: boolean, what: string) => void): void {
    const { terms } = issue;
    const total = totalOf(issue);
    const { cut, seed, subscribers, opensAt, unlocksAt } = data;
    wrong(issue.failed, 'it was listed after it failed');
    wrong(total < terms.minimum, 'it was listed with too little subscribed');
    wrong(cut.total !== total || subscribers !== issue.counted.size, `${total} coins took part, not ${cut.total}`);
    wrong(unlocksAt !== opensAt + terms.lockupDays * DAY_MS, `the lock-up is not ${terms.lockupDays} days long`);
    const step = units(terms.issuePrice) * (units(terms.openMin) + (BigInt(data.openStep) * ONE) / 100n);
    const price = step / ONE - ((step / ONE) % 10n ** 14n);
    wrong(written(price) !== data.openPrice, `it opens at ${data.openPrice}, not ${written(price)}`);
    wrong(
      units(terms.openMin) + (BigInt(data.openStep) * ONE) / 100n > units(terms.openMax),
      'it opens above its band',
    );
    issue.listed = data;
    issue.due = shared(terms.volume, seed, issue.counted);
  }

  private subscription(event: SubscriptionEvent): void {
    const { position, data } = event;
    const { subscriptionId } = data;
    const wrong = (isWrong: boolean, what: string): void => {
      if (isWrong) this.find(position, `${subscriptionId}: ${what}`);
    };
    if (event.type === 'Subscribed') {
      const { terms } = this.issues.get(data.issueId) ?? {};
      this.open.set(subscriptionId, event.data);
      const margin = written(units(terms?.issuePrice ?? '0') * BigInt(event.data.coins));
      const fee = feeOf(margin, terms?.feeRate ?? '0');
      wrong(event.data.margin !== margin || event.data.fee !== fee, `it costs ${margin} and ${fee}`);
      const held = units(margin) + units(fee);
      return this.posted(event, [[availableOf(data.ownerId), frozenOf(data.ownerId), 'USDT', held]]);
    }
    const one = this.open.get(subscriptionId);
    if (event.type === 'SubscriptionUnlocked') {
      const held = this.locked.get(subscriptionId);
      this.posted(event, held === undefined ? [] : unlockingOf(held));
      wrong(held?.coins !== event.data.coins, `${event.data.coins} coins were never on hold`);
      wrong(event.at < (held?.unlocksAt ?? Infinity), 'it was unlocked before the lock-up ended');
      this.locked.delete(subscriptionId);
      return;
    }
    if (one === undefined) return wrong(event.type !== 'SubscriptionChecked', 'it was not open');
    if (event.type === 'SubscriptionChecked') return this.posted(event, []);
    this.open.delete(subscriptionId);
    const issue = this.issues.get(data.issueId);
    const held = written(units(one.margin) + units(one.fee));
    if (event.type === 'SubscriptionPassed' && issue !== undefined) {
      this.ranked(event.data, issue, wrong);
      this.posted(event, allotmentOf(one, issue));
      return this.passed(event.data, one, issue, wrong);
    }
    if (event.type === 'SubscriptionSoldOut') {
      this.ranked(event.data, issue, wrong);
      wrong(issue?.due.get(subscriptionId)?.coins !== 0, 'it was due coins');
      issue?.due.delete(subscriptionId);
    }
    if (event.type === 'SubscriptionRefunded') wrong(issue?.failed !== true, 'its issue did not fail');
    if ('refunded' in event.data) wrong(event.data.refunded !== held, `${held} USDT were on hold`);
    this.posted(event, [[frozenOf(one.ownerId), availableOf(one.ownerId), 'USDT', units(held)]]);
  }

  private ranked(
    { subscriptionId, remainder, tie }: Pick<SubscriptionPassed, 'subscriptionId' | 'remainder' | 'tie'>,
    issue: Issue | undefined,
    wrong: (isWrong: boolean, what: string) => void,
  ): void {
    const due = issue?.due.get(subscriptionId);
    wrong(due?.remainder !== remainder || due.tie !== tie, `it was ranked by ${remainder} and ${tie}`);
  }

  private passed(
    { coins, cost, fee, refunded, unlocksAt }: SubscriptionPassed,
    one: Subscribed,
    issue: Issue,
    wrong: (isWrong: boolean, what: string) => void,
  ): void {
    const { subscriptionId } = one;
    const due = issue.due.get(subscriptionId)?.coins;
    wrong(due !== coins, `it got ${coins} coins, not ${due}`);
    issue.due.delete(subscriptionId);
    const price = written(units(issue.terms.issuePrice) * BigInt(coins));
    const charged = feeOf(price, issue.terms.feeRate);
    const rest = written(units(one.margin) + units(one.fee) - units(price) - units(charged));
    wrong(
      cost !== price || fee !== charged || refunded !== rest,
      `it costs ${price} and ${charged}, ${rest} come back`,
    );
    wrong(unlocksAt !== issue.listed?.unlocksAt, 'its lock-up ends at another time');
    this.locked.set(subscriptionId, { ownerId: one.ownerId, coin: one.coin, coins, unlocksAt });
  }

  /** Its postings move exactly this. */
  private posted({ position, type, postings = [] }: RecordedEvent, moves: readonly Move[]): void {
    const other = otherThan(postings, moves);
    if (other !== undefined) this.find(position, `${type}: ${other}`);
  }
}

/** Price and fee of the coins that were due leave the hold, the rest comes back, and the coins go on hold. */
function allotmentOf({ subscriptionId, ownerId, margin, fee }: Subscribed, { terms, due }: Issue): Move[] {
  const coins = BigInt(due.get(subscriptionId)?.coins ?? 0);
  const [available, frozen] = [availableOf(ownerId), frozenOf(ownerId)];
  const price = units(terms.issuePrice) * coins;
  const charged = units(feeOf(written(price), terms.feeRate));
  return [
    [frozen, HOUSE.issuers.account, 'USDT', price],
    [frozen, HOUSE.fees.account, 'USDT', charged],
    [frozen, available, 'USDT', units(margin) + units(fee) - price - charged],
    [HOUSE.issuers.account, frozen, terms.coin, coins * ONE],
  ];
}

const unlockingOf = ({ ownerId, coin, coins }: Locked): Move[] => [
  [frozenOf(ownerId), availableOf(ownerId), coin, BigInt(coins) * ONE],
];

const newIssue = (terms: NewCoinProposed): Issue => ({
  terms,
  approvedBy: '',
  counted: new Map(),
  owners: new Set(),
  cancelBy: '',
  failed: false,
  listed: null,
  due: new Map(),
});

const totalOf = ({ counted }: Issue): number => [...counted.values()].reduce((sum, { coins }) => sum + coins, 0);

const feeOf = (price: string, rate: string): string => written(grained(units(price) * units(rate), 'up'));

/** Whole shares first, then one coin each in the order of remainders and digests: what a reader would do by hand. */
function shared(volume: number, seed: string, counted: Issue['counted']): Map<string, Due> {
  const all = [...counted].map(([id, { coins }]) => ({ id, coins, tie: digestOf(seed, id) }));
  const total = all.reduce((sum, { coins }) => sum + coins, 0);
  if (total <= volume) return new Map(all.map(({ id, coins, tie }) => [id, { coins, tie, remainder: '0' }]));
  const parts = all.map(({ id, coins, tie }) => {
    const product = BigInt(coins) * BigInt(volume);
    return { id, tie, left: product % BigInt(total), whole: Number(product / BigInt(total)) };
  });
  const ranked = parts.toSorted((one, other) => {
    if (one.left !== other.left) return one.left > other.left ? -1 : 1;
    return one.tie < other.tie ? -1 : 1;
  });
  const rest = volume - parts.reduce((sum, { whole }) => sum + whole, 0);
  return new Map(
    ranked.map(({ id, tie, left, whole }, n) => [id, { coins: whole + (n < rest ? 1 : 0), tie, remainder: `${left}` }]),
  );
}

const digestOf = (seed: string, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
