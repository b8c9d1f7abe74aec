import { chainHash, genesisHash, type EventRow } from '../engine/history/codec.js';
import type { Findings } from './findings.js';

/**
 * The hash chain of one realm, and its positions and versions. After a break it goes on from the hash that is stored, so
 * that a second break is found as well and one break is one finding.
 */
export class ChainCheck {
  position = 0;
  /** The stored hash of the last event. */
  hash: string;
  private at = 0;
  private readonly versions = new Map<string, number>();

  constructor(
    private readonly realm: string,
    private readonly findings: Findings,
  ) {
    this.hash = genesisHash(realm);
  }

  take(row: EventRow): void {
    const expected = this.position + 1;
    if (row.position !== expected) this.gap(expected, row.position);
    else if (chainHash(this.hash, row) !== row.hash)
      this.find('chain', row.position, `${row.type} of ${row.stream} does not follow from the events before it`);
    const version = (this.versions.get(row.stream) ?? 0) + 1;
    if (row.version !== version)
      this.find('positions', row.position, `${row.stream} goes on with version ${row.version}, not ${version}`);
    if (row.at < this.at) this.find('positions', row.position, `it is earlier than the event before it`);
    this.versions.set(row.stream, row.version);
    this.position = row.position;
    this.hash = row.hash;
    this.at = row.at;
  }

  /** Compares the end with the head that the writer goes on from. */
  finish(head: { position: number; hash: string } | undefined): void {
    if (head === undefined) {
      if (this.position > 0) this.find('head', this.position, 'the realm has events and no head');
    } else if (head.position > this.position)
      this.find('head', this.position + 1, `the history ends before its head at ${head.position}`);
    else if (head.position < this.position)
      this.find('head', head.position + 1, `${this.position - head.position} events stand behind the head`);
    else if (head.hash !== this.hash) this.find('head', this.position, 'the head has another hash than the last event');
  }

  private gap(expected: number, found: number): void {
    const what = found > expected + 1 ? `positions ${expected} to ${found - 1} are missing` : 'the event is missing';
    this.find('positions', expected, what);
  }

  private find(check: 'chain' | 'positions' | 'head', position: number, what: string): void {
    this.findings.add(check, this.realm, position, what);
  }
}
