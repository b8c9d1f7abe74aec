import type { PoolClient } from 'pg';
import type { SignatureCheck } from '../engine/history/checkpoint-key.js';
import type { EventRow } from '../engine/history/codec.js';
import { commandDigest, readCommandLine, type CommandLine } from '../engine/history/command-line.js';
import { NO_SEGMENT, segmentHash, segmentText } from '../engine/history/segment.js';
import {
  SEGMENT_COLUMNS,
  storedSegment,
  type SegmentRow,
  type StoredSegment,
} from '../engine/history/stored-segment.js';
import type { KeptCheckpoints } from './checkpoint.check.js';
import type { Findings } from './findings.js';
import { trustedKeys } from './trusted-keys.js';

const PAGE = 500;

interface SegmentParts {
  readonly client: PoolClient;
  readonly realm: string;
  /** The installation that the database says it is of. */
  readonly instance: string;
  readonly keys: KeptCheckpoints['keys'];
  /** With a trusted key, signatures of any other are findings: keys in the database could have been put there. */
  readonly trustedKey?: string | undefined;
  readonly findings: Findings;
  /** Called with every command that can be read, and the events that carry it. */
  readonly onCommand: (command: CommandLine, rows: readonly EventRow[], segment: StoredSegment) => void;
}

interface Open {
  readonly segment: StoredSegment;
  /** Of each of its events; `undefined` where its lines cannot be read. */
  readonly commands: readonly Kept[] | undefined;
}

interface Kept {
  readonly line: CommandLine;
  readonly digest: string;
}

/** What a segment says was given up before it, because another database was put in place. */
export interface Restoration {
  readonly realm: string;
  /** Where the history went on. */
  readonly position: number;
  /** As `restoredLine` words it. */
  readonly text: string;
}

/** The newest segment that a writer would sign next: its number and `segmentHash`. */
export interface SegmentHead {
  readonly segment: number;
  readonly header: string;
}

/** Whether every event of a realm lies in a segment that a known key has signed, each after the one before, with its commands. */
export class SegmentCheck {
  count = 0;
  readonly restorations: Restoration[] = [];
  private readonly keys: ReadonlyMap<string, SignatureCheck>;
  private waiting: StoredSegment[] = [];
  /** Of the command that is read now. */
  private rows: EventRow[] = [];
  private open: Open | undefined;
  private number = 0;
  private header = NO_SEGMENT;
  private leaseEpoch = 0;
  private end = 0;
  /** Of the last command, up to where the house realm's policies were known. */
  private house = 0;
  /** Where the last event without a segment was found: of a row of them one is told. */
  private bareTo = 0;

  constructor(private readonly parts: SegmentParts) {
    this.keys = trustedKeys(parts.keys, parts.trustedKey);
  }

  async page(rows: readonly EventRow[]): Promise<void> {
    for (const row of rows) {
      if (this.open === undefined || row.position > this.end) this.open = await this.next(row.position);
      if (this.open === undefined || row.position < this.open.segment.first) this.bare(row.position);
      else this.inside(this.open, row);
    }
  }

  /** `head` is what the next append would go on from. */
  async finish(head: SegmentHead | undefined): Promise<void> {
    for (let left = await this.read(); left !== undefined; left = await this.read()) {
      this.find(left.first, `segment ${left.number} covers events that are not there`);
      this.number = left.number;
    }
    if (head === undefined || (head.segment === this.number && head.header === this.header)) return;
    this.find(
      Math.max(this.end, 1),
      `the head names segment ${head.segment}, and not the last, which is ${this.number}`,
    );
  }

  /** The segment that covers a position, or the first behind it. */
  private async next(position: number): Promise<Open | undefined> {
    for (;;) {
      const segment = await this.read();
      if (segment === undefined) return undefined;
      this.follow(segment);
      if (this.end >= position) return { segment, commands: this.commandsOf(segment) };
      this.find(segment.first, `segment ${segment.number} covers events that are not there`);
    }
  }

  private inside({ segment, commands }: Open, row: EventRow): void {
    const { first, number, head } = segment;
    const kept = commands?.[row.position - first];
    if (kept !== undefined) {
      if (kept.digest !== row.command) this.find(row.position, `segment ${number} has another command for it`);
      this.rows.push(row);
      if (commands?.[row.position - first + 1] !== kept) {
        this.parts.onCommand(kept.line, this.rows, segment);
        this.rows = [];
      }
    }
    if (row.position === this.end && row.hash !== head)
      this.find(row.position, `segment ${number} has signed another event here`);
  }

  private bare(position: number): void {
    if (position !== this.bareTo + 1) this.find(position, 'no signed segment covers the events from here');
    this.bareTo = position;
  }

  private follow(segment: StoredSegment): void {
    const { number, first, count, previous, leaseEpoch, restored, keyId } = segment;
    const find = (what: string): void => this.find(first, `segment ${number}: ${what}`);
    const isSigned = this.keys.get(keyId);
    if (segment.instance !== this.parts.instance) find('it is of another installation');
    if (isSigned === undefined) find(`it was signed with ${keyId}, which nobody trusts`);
    else if (!isSigned(segmentText(segment), segment.signature)) find('its signature is not right');
    if (number !== this.number + 1) find(`segment ${this.number + 1} is missing`);
    else if (previous !== this.header) find('it does not sign the one before it');
    if (first !== this.end + 1) find(`it does not go on from ${this.end}`);
    if (leaseEpoch < this.leaseEpoch) find('its lease is older than the one before it');
    if (restored !== '') this.restorations.push({ realm: segment.realm, position: first, text: restored });
    this.count += 1;
    this.number = number;
    this.header = segmentHash(segment);
    this.leaseEpoch = leaseEpoch;
    this.end = Math.max(this.end, first + count - 1);
  }

  private commandsOf({ first, number, count, lines, house }: StoredSegment): readonly Kept[] | undefined {
    const commands: Kept[] = [];
    try {
      for (const text of lines.split('\n')) {
        const line = readCommandLine(text);
        const kept = { line, digest: commandDigest(text) };
        // Counted on, not filled: what it says of itself is not believed.
        for (let left = line.events; left > 0 && commands.length <= count; left -= 1) commands.push(kept);
        if (line.house < this.house || line.house > house.position)
          this.find(first, `segment ${number} has a command by another place of the house realm`);
        this.house = Math.max(this.house, line.house);
      }
    } catch {
      this.find(first, `segment ${number} has commands that cannot be read`);
      return undefined;
    }
    if (commands.length === count) return commands;
    this.find(first, `segment ${number} does not have the commands of its ${count} events`);
    return undefined;
  }

  private async read(): Promise<StoredSegment | undefined> {
    if (this.waiting.length === 0) {
      const { client, realm } = this.parts;
      const { rows } = await client.query<SegmentRow>(
        `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE realm = $1 AND number > $2 ORDER BY number LIMIT ${PAGE}`,
        [realm, this.number],
      );
      this.waiting = rows.map(storedSegment);
      await this.checkHouse(this.waiting);
    }
    return this.waiting.shift();
  }

  /** Every segment names a place that the house realm's history has. */
  private async checkHouse(segments: readonly StoredSegment[]): Promise<void> {
    const { client } = this.parts;
    const { rows } = await client.query<{ position: number; hash: string }>(
      `SELECT position, encode(hash, 'hex') AS hash FROM events WHERE realm = 'house' AND position = ANY ($1::bigint[])`,
      [segments.map(({ house }) => house.position)],
    );
    const there = new Map(rows.map(({ position, hash }) => [position, hash]));
    for (const { first, number, house } of segments)
      if (house.position > 0 && there.get(house.position) !== house.hash)
        this.find(first, `segment ${number} names a place of the house realm that is not there`);
  }

  private find(position: number, what: string): void {
    const { findings, realm } = this.parts;
    findings.add('segments', realm, position, what);
  }
}
