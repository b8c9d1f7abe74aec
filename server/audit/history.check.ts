import type { StreamKind } from '../core/decider.js';
import type { RecordedEvent } from '../core/event.js';
import { decode, type EventRow } from '../engine/history/codec.js';
import { ChainCheck } from './chain.check.js';
import { Findings, type Finding } from './findings.js';
import { checkHolds } from './holds.check.js';
import { LiabilityCheck } from './liability.check.js';
import { PostingsCheck, type Line } from './postings.check.js';
import { StatesCheck, type Snapshots } from './states.check.js';

/** Everything that the events of one realm must obey by themselves, without other tables. */
export class HistoryCheck {
  readonly postings: PostingsCheck;
  private readonly chain: ChainCheck;
  private readonly states: StatesCheck;
  private readonly liabilities: LiabilityCheck;

  constructor(
    private readonly realm: string,
    private readonly findings: Findings,
    more: readonly StreamKind<unknown>[],
    snapshots?: Snapshots,
  ) {
    this.postings = new PostingsCheck(realm, findings);
    this.chain = new ChainCheck(realm, findings);
    this.states = new StatesCheck(realm, findings, more, snapshots);
    this.liabilities = new LiabilityCheck(realm, findings);
  }

  get position(): number {
    return this.chain.position;
  }

  get hash(): string {
    return this.chain.hash;
  }

  /** The next rows in order; answers them as events, and each row's postings. */
  take(rows: readonly EventRow[]): { events: RecordedEvent[]; lines: (readonly Line[])[] } {
    for (const row of rows) this.chain.take(row);
    const events = this.decoded(rows);
    for (const event of events) {
      this.states.take(event);
      this.liabilities.take(event, () => rows.find(({ position }) => position === event.position)?.hash ?? '');
    }
    return { events, lines: rows.map((row) => this.postings.take(row)) };
  }

  finish(head: { position: number; hash: string } | undefined): void {
    const { states, postings, findings } = this;
    this.chain.finish(head);
    states.finish(this.position);
    checkHolds(this.realm, this.position, { states, postings, findings });
  }

  private decoded(rows: readonly EventRow[]): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    for (const row of rows) {
      try {
        events.push(decode(row));
      } catch (error) {
        const what = `${row.type} of ${row.stream} cannot be read: ${(error as Error).message}`;
        this.findings.add('readable', row.realm, row.position, what);
      }
    }
    return events;
  }
}

/** Checks a history that lies in memory, such as a simulation's. `more` are kinds that only its own world has. */
export function verifyRows(
  realm: string,
  rows: readonly EventRow[],
  more: readonly StreamKind<unknown>[] = [],
): readonly Finding[] {
  const findings = new Findings();
  const history = new HistoryCheck(realm, findings, more);
  history.take(rows);
  history.finish({ position: rows.length, hash: rows.at(-1)?.hash ?? history.hash });
  return findings.list();
}
