import type { PoolClient } from 'pg';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Check, Findings } from '../findings.js';

/** A row is written a moment after its event: what is younger is left for the next time. */
export const SETTLED_MS = 60_000;

export interface BesideParts {
  readonly client: PoolClient;
  readonly findings: Findings;
  /** Never before the newest event: the auditor's clock may be behind the server's. */
  readonly now: Instant;
  /** The server has stopped, and nothing is under way any more. */
  readonly stopped: boolean;
}

/** Where the history last spoke of a row. */
export interface Place {
  readonly realm: string;
  readonly position: number;
  readonly at: Instant;
}

/** A check of tables beside the history, against the history. */
export abstract class BesideCheck {
  /** The types of events that it looks at. */
  abstract readonly types: readonly string[];

  constructor(
    protected readonly parts: BesideParts,
    private readonly check: Check,
  ) {}

  /** Reads what it needs before the first event. */
  start(): Promise<void> {
    return Promise.resolve();
  }

  abstract take(event: RecordedEvent): void;

  /** Compares when every realm is read; `heads` are the last positions. */
  abstract finish(heads: ReadonlyMap<string, number>): Promise<void>;

  protected isSettled({ at }: Pick<Place, 'at'>): boolean {
    return this.parts.stopped || this.parts.now - at > SETTLED_MS;
  }

  protected find({ realm, position }: Pick<Place, 'realm' | 'position'>, what: string): void {
    this.parts.findings.add(this.check, realm, position, what);
  }
}

export function placeOf({ realm, position, at }: Place): Place {
  return { realm, position, at };
}

export function headOf(realm: string, heads: ReadonlyMap<string, number>): Pick<Place, 'realm' | 'position'> {
  return { realm, position: Math.max(1, heads.get(realm) ?? 1) };
}
