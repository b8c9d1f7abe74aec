/** Something that is not as it must be. */
export interface Finding {
  readonly realm: string;
  /** The event where it shows; for a table beside the history, the last event that it can be measured by. */
  readonly position: number | null;
  readonly check: Check;
  readonly what: string;
}

/** The checks, in the order in which the report names them. */
export const CHECKS = {
  chain: 'every event follows from the one before, from genesis to the head',
  positions: 'positions and versions have no gap',
  head: 'the head that the writer goes on from is the last event',
  checkpoints: 'every checkpoint is signed and lies on the chain',
  readable: 'every event can be read by this program',
  postings: 'the postings of every event sum to zero, and the ledger’s rows are the same',
  balances: 'balances are the sums of postings, and none is negative that may not be',
  snapshots: 'every snapshot is what its events give, and leads on to the same state',
  holds: 'what orders hold is what is frozen',
  liabilities: 'published roots of liabilities tell the sums and the place that the history has',
  'read-models': 'read models are what a replay of the history gives',
} as const;
export type Check = keyof typeof CHECKS;

const KEPT_PER_CHECK = 50;

/** Findings as they come. A flood of one kind is counted and not kept. */
export class Findings {
  private readonly kept: Finding[] = [];
  private readonly counts = new Map<Check, number>();

  add(check: Check, realm: string, position: number | null, what: string): void {
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
    const at = ({ position }: Finding): number => position ?? Infinity;
    return [...this.kept].sort((a, b) => (a.realm === b.realm ? at(a) - at(b) : a.realm < b.realm ? -1 : 1));
  }
}
