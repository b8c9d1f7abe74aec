import type { NewCoinStatus } from '../../../contracts/subscription.contract.js';
import { amount, ONE, ZERO, type Amount } from '../../../shared/money.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { never } from '../../core/never.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { ListNewCoin, SettleNewCoin, UnlockNewCoin } from './subscription.commands.js';
import type {
  NewCoinApproved,
  NewCoinCounted,
  NewCoinEvent,
  NewCoinFailed,
  NewCoinListed,
  NewCoinProposed,
  NewCoinSettled,
  NewCoinSettling,
  NewCoinUnlocking,
  Subscribed,
  SubscriptionEvent,
} from './subscription.events.js';

/** So many subscriptions are settled or unlocked in one append. */
export const BATCH = 100;

export type Entry = Pick<NewCoinCounted, 'subscriptionId' | 'requestId' | 'ownerId' | 'coins'>;

/** One issue, with everything that takes part in its allocation. */
export interface NewCoinState {
  readonly terms: NewCoinProposed | null;
  readonly status: NewCoinStatus | 'none';
  readonly approvedAt: number;
  readonly cancelBy: string | null;
  readonly total: number;
  /** By id in the order of arrival. It grows in place: a hundred thousand are not copied for each. */
  readonly entries: Map<string, Entry>;
  readonly listed: NewCoinListed | null;
  readonly failed: NewCoinFailed | null;
  readonly settled: number;
  readonly isSettled: boolean;
  readonly unlocked: number;
}

export const newCoinKind: StreamKind<NewCoinState> = {
  name: 'newcoin',
  initial: () => ({
    terms: null,
    status: 'none',
    approvedAt: 0,
    cancelBy: null,
    total: 0,
    entries: new Map(),
    listed: null,
    failed: null,
    settled: 0,
    isSettled: false,
    unlocked: 0,
  }),
  evolve: (state, event) => evolveIssue(state, event as NewCoinEvent),
  snapshot: {
    schema: 1,
    everyEvents: 2000,
    save: ({ entries, ...state }) => ({ ...state, entries: [...entries.values()] }),
    load: (saved) => {
      const { entries, ...state } = saved as Omit<NewCoinState, 'entries'> & { entries: Entry[] };
      return { ...state, entries: new Map(entries.map((entry) => [entry.subscriptionId, entry])) };
    },
  },
};

function evolveIssue(state: NewCoinState, event: NewCoinEvent): NewCoinState {
  switch (event.type) {
    case 'NewCoinProposed':
      return { ...state, terms: event.data, status: 'proposed' };
    case 'NewCoinApproved':
      return { ...state, status: 'open', approvedAt: event.at };
    case 'NewCoinRejected':
      return { ...state, status: 'rejected' };
    case 'NewCoinCancelProposed':
      return { ...state, cancelBy: event.data.cancelBy };
    case 'NewCoinFailed':
      return { ...state, status: 'failed', failed: event.data };
    case 'NewCoinCounted': {
      const { subscriptionId, requestId, ownerId, coins } = event.data;
      state.entries.set(subscriptionId, { subscriptionId, requestId, ownerId, coins });
      return { ...state, total: state.total + coins };
    }
    case 'NewCoinUncounted':
      state.entries.delete(event.data.subscriptionId);
      return { ...state, total: state.total - event.data.coins };
    case 'NewCoinListed':
      return { ...state, status: 'listed', listed: event.data };
    case 'NewCoinSettling':
      return { ...state, settled: event.data.settled };
    case 'NewCoinSettled':
    case 'NewCoinRefunded':
      return { ...state, settled: event.data.settled, isSettled: true };
    case 'NewCoinUnlocking':
      return { ...state, unlocked: event.data.unlocked };
    case 'NewCoinUnlocked':
      return { ...state, unlocked: event.data.unlocked, status: 'unlocked' };
    default:
      return never(event);
  }
}

/** The next subscriptions after so many. */
export function batchOf({ entries }: NewCoinState, from: number): Entry[] {
  const batch: Entry[] = [];
  let n = 0;
  for (const entry of entries.values()) {
    if (n >= from + BATCH) break;
    if (n >= from) batch.push(entry);
    n += 1;
  }
  return batch;
}

const settle = (issueId: string, from: number, dueAt: number) => ({
  id: `settle-new-coin:${issueId}:${from}`,
  dueAt,
  command: planned(SettleNewCoin, { issueId, from }),
});
const unlock = (issueId: string, from: number, dueAt: number) => ({
  id: `unlock-new-coin:${issueId}:${from}`,
  dueAt,
  command: planned(UnlockNewCoin, { issueId, from }),
});

/** Each batch makes the next one due, so that no append is long. */
export const subscriptionTimetable: Timetable = {
  NewCoinApproved: ({ data: { issueId, listsAt } }: Happened<NewCoinApproved>) => ({
    id: `list-new-coin:${issueId}`,
    dueAt: listsAt,
    command: planned(ListNewCoin, { issueId }),
  }),
  NewCoinFailed: ({ data: { issueId }, at }: Happened<NewCoinFailed>) => settle(issueId, 0, at),
  // Coins come once they trade.
  NewCoinListed: ({ data: { issueId, opensAt } }: Happened<NewCoinListed>) => settle(issueId, 0, opensAt),
  NewCoinSettling: ({ data: { issueId, settled }, at }: Happened<NewCoinSettling>) => settle(issueId, settled, at),
  NewCoinSettled: ({ data: { issueId, unlocksAt } }: Happened<NewCoinSettled>) => unlock(issueId, 0, unlocksAt),
  NewCoinUnlocking: ({ data: { issueId, unlocked }, at }: Happened<NewCoinUnlocking>) => unlock(issueId, unlocked, at),
};

/** A subscription that still holds money or coins. */
export interface OpenSubscription extends Subscribed {
  readonly subscribedAt: number;
  readonly checked: boolean;
  /** Coins on hold; 0 until the allocation. */
  readonly held: number;
}

export interface SubscriptionState {
  readonly ownerId: string;
  readonly open: ReadonlyMap<string, OpenSubscription>;
  /** Issues that were subscribed, each once. */
  readonly joined: readonly string[];
}

export const subscriptionKind: StreamKind<SubscriptionState> = {
  name: 'subscription',
  initial: (ownerId) => ({ ownerId, open: new Map(), joined: [] }),
  evolve: (state, event) => evolve(state, event as SubscriptionEvent),
  snapshot: {
    schema: 2,
    everyEvents: 200,
    save: ({ open, ...state }) => ({ ...state, open: [...open.values()] }),
    load: (saved) => {
      const { open, ...state } = saved as Omit<SubscriptionState, 'open'> & { open: OpenSubscription[] };
      return { ...state, open: new Map(open.map((one) => [one.subscriptionId, one])) };
    },
  },
  holds: ({ open, ownerId }) => {
    const held = new Map<string, Amount>();
    const frozen = userAccount(ownerId, 'finance', 'frozen');
    const add = (asset: string, sum: Amount) => {
      const key = `${frozen} ${asset}`;
      if (sum > ZERO) held.set(key, (held.get(key) ?? ZERO) + sum);
    };
    for (const one of open.values()) {
      if (one.held > 0) add(one.coin, BigInt(one.held) * ONE);
      else add('USDT', amount(one.margin) + amount(one.fee));
    }
    return held;
  },
};

function evolve(state: SubscriptionState, { type, data, at }: SubscriptionEvent): SubscriptionState {
  switch (type) {
    case 'Subscribed': {
      const open = new Map(state.open).set(data.subscriptionId, { ...data, subscribedAt: at, checked: false, held: 0 });
      return { ...state, open, joined: [...state.joined, data.issueId] };
    }
    case 'SubscriptionChecked':
      return changed(state, data.subscriptionId, { checked: true });
    case 'SubscriptionPassed':
      return changed(state, data.subscriptionId, { held: data.coins });
    case 'SubscriptionNotPassed':
    case 'SubscriptionSoldOut':
    case 'SubscriptionRefunded':
    case 'SubscriptionUnlocked': {
      const open = new Map(state.open);
      open.delete(data.subscriptionId);
      return { ...state, open };
    }
    default:
      return never(type);
  }
}

function changed(state: SubscriptionState, id: string, change: Partial<OpenSubscription>): SubscriptionState {
  const one = state.open.get(id);
  return one === undefined ? state : { ...state, open: new Map(state.open).set(id, { ...one, ...change }) };
}

/** What the cap of the risk class counts: the price of what is subscribed, and of coins until their lock-up ends. */
export const openSubscriptions = ({ open }: SubscriptionState): Amount =>
  [...open.values()].reduce(
    (sum, { held, margin, issuePrice }) => sum + (held > 0 ? amount(issuePrice) * BigInt(held) : amount(margin)),
    ZERO,
  );
