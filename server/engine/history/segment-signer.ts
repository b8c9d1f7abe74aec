import type { CheckpointKey } from './checkpoint-key.js';
import type { EventRow } from './codec.js';
import { commandsHash } from './command-line.js';
import type { Head, StoredDue } from './event-store.js';
import type { GivenUp, KeptHeads } from './kept-heads.js';
import {
  RULES_VERSION,
  restoredLine,
  segmentHash,
  segmentText,
  type KeptHead,
  type Place,
  type SegmentHeader,
  type SignedSegment,
} from './segment.js';

/** A segment as it is stored: signed, with its hash and its commands. */
export interface SealedSegment extends SignedSegment {
  /** `segmentHash`. */
  readonly header: string;
  /** A command a line. */
  readonly lines: string;
}

interface Appended {
  readonly instance: string;
  readonly realm: string;
  readonly leaseEpoch: number;
  readonly house: Place;
  readonly after: Head;
  /** At least one. */
  readonly rows: readonly EventRow[];
  readonly commands: readonly string[];
}

/** Signs what is appended, by a key that is not in the database, and keeps the newest heads outside it. */
export class SegmentSigner {
  /** By realm, what is given up of it because an older database was put in place. */
  private readonly given = new Map<string, string>();

  constructor(
    readonly key: CheckpointKey,
    private readonly heads?: KeptHeads,
  ) {}

  sign({ instance, realm, leaseEpoch, house, after, rows, commands }: Appended): SealedSegment {
    const { at = after.at, hash: head = after.hash } = rows.at(-1) ?? {};
    const count = rows.length;
    const { key } = this;
    const header: SegmentHeader = {
      instance,
      realm,
      number: after.segment + 1,
      first: after.position + 1,
      count,
      leaseEpoch,
      rules: RULES_VERSION,
      house: { position: house.position, hash: house.hash },
      previous: after.header,
      commands: commandsHash(commands),
      head,
      at,
      restored: this.given.get(realm) ?? '',
      keyId: key.keyId,
    };
    const signature = key.signText(segmentText(header));
    return { ...header, signature, header: segmentHash(header), lines: commands.join('\n') };
  }

  /** What stands for an idempotency key in the history: the key may name an address or hold what a client made up. 32 hex digits. */
  mark(key: string): string {
    return this.key.seal(`key\n${key}`).slice(0, 32);
  }

  /** Of a command that waits for its time in a table: it is sent by nobody else's name, so only what was sealed is. */
  sealOf(instance: string, realm: string, { id, dueAt, type, data, cause }: StoredDue): string {
    const { correlation = null, causation = null } = cause ?? {};
    return this.key.seal(`due\n${JSON.stringify([instance, realm, id, dueAt, type, data, correlation, causation])}`);
  }

  /** It is durable. */
  keep(instance: string, realm: string, { segment: number, position, header }: Head): void {
    this.heads?.keep(realm, { instance, number, position, header });
    if (this.given.delete(realm)) void this.heads?.restored(realm);
  }

  /**
   * The newest that this data folder knows to be signed.
   * @throws {UnreadableHeads}
   */
  kept(realm: string): KeptHead | undefined {
    return this.heads?.of(realm);
  }

  /** Whether a realm may go on without what is kept of it. Its next segment says that it did. */
  mayRestore(realm: string, given: GivenUp): boolean {
    const reason = this.heads?.acceptedFor(realm, given);
    if (reason === undefined) return false;
    this.given.set(realm, restoredLine(given.kept, reason));
    return true;
  }

  async flush(): Promise<void> {
    await this.heads?.flush();
  }
}
