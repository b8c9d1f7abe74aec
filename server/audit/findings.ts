/** Something that is not as it must be. */
export interface Finding {
  readonly realm: string;
  /** The event where it shows; for a table beside the history, the last event that it can be measured by. */
  readonly position: number;
  readonly check: Check;
  readonly what: string;
}

/** The checks, in the order in which the report names them. */
export const CHECKS = {
  chain: 'every event follows from the one before, from genesis to the head',
  positions: 'positions and versions have no gap',
  head: 'the head that the writer goes on from is the last event',
  segments: 'every event lies in a segment that the writer signed, with the command that it follows from',
  decisions: 'every command, decided again on the events before it, gives the events that are stored',
  checkpoints: 'checkpoints are signed, follow one another, lie on the chain and cover it to the head',
  log: 'the published log is the tree over the events, and its checkpoints are signed, numbered and up to the head',
  readable: 'every event and every stream can be read by this program',
  postings: 'the postings of every event sum to zero, and the ledger’s rows are the same',
  balances: 'balances are the sums of postings, and none is negative that may not be',
  snapshots: 'every snapshot is what its events give, and leads on to the same state',
  holds: 'every balance on hold is what its declared holders hold',
  fees: 'every order has the fee tier of its day, and every fill the fees of its orders',
  contracts:
    'positions, funding, liquidations, insurance fund and settlements of contracts follow from fills, brackets and index',
  custody: 'orders, penalties, interest and payouts of custody follow from published rules and revealed rates',
  funds: 'net asset values, units, payouts and fees of funds follow from closes, orders and published rules',
  loans: 'requests, dates, interest, late fees, set-offs and losses of loans follow from published rules',
  rewards: 'calendars, points and fee vouchers follow from published rules, and what they paid back from fees',
  'new-coins': 'allocations, prices, fees and lock-ups of new coins follow from subscriptions and named seeds',
  invitations: 'rewards follow from registrations, fees and published shares, each paid or held once',
  liabilities: 'published roots of liabilities tell what the history has, and kept trees lead to them',
  answers: 'answers that repeats of commands get are those that were signed with the history',
  timers: 'commands that wait for their time are those that events asked for',
  staff: 'accounts of staff, their rights, passwords and authenticators are what events made of them',
  secrets: 'passwords and second factors of users are those that events brought into force',
  persons: 'images that events name are there and the same, and only erased persons have lost their keys',
  logins: 'every login left a trace and a known device',
  outside: 'networks and bank show what was credited and paid',
  guards: 'the database refuses what the migrations made it refuse, and only its owner may write',
  'read-models': 'read models are what a replay of the history gives',
} as const;
export type Check = keyof typeof CHECKS;

const KEPT_PER_CHECK = 50;

/** Findings as they come. A flood of one kind is counted and not kept. */
export class Findings {
  private readonly kept: Finding[] = [];
  private readonly counts = new Map<Check, number>();

  add(check: Check, realm: string, position: number, what: string): void {
    const count = (this.counts.get(check) ?? 0) + 1;
    this.counts.set(check, count);
    if (count <= KEPT_PER_CHECK) this.kept.push({ realm, position, check, what });
  }

  count(check: Check): number {
    return this.counts.get(check) ?? 0;
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** By realm, then by position. */
  list(): Finding[] {
    return [...this.kept].sort((a, b) => (a.realm === b.realm ? a.position - b.position : a.realm < b.realm ? -1 : 1));
  }
}
