import { hash } from 'node:crypto';

/** A place in a realm's history: so many events, and the hash of the last. */
export interface Place {
  readonly position: number;
  /** Lower-case hexadecimal, 64 characters. */
  readonly hash: string;
}

/**
 * What a writer signs of one append. All events that follow from its commands stand between two of these, and each signs the one before
 * it. Hashes are SHA-256 in lower-case hexadecimal.
 */
export interface SegmentHeader {
  /** Of the installation, so that nothing of another fits in here. */
  readonly instance: string;
  readonly realm: string;
  /** Counts up from 1 in each realm. */
  readonly number: number;
  /** The position of its first event. */
  readonly first: number;
  /** Of events, at least one. */
  readonly count: number;
  readonly leaseEpoch: number;
  /** `RULES_VERSION` of the program that decided. */
  readonly rules: number;
  /** Where the house realm stood when this was signed. Each command says where it stood when that was decided. */
  readonly house: Place;
  /** `segmentHash` of the one before it; `NO_SEGMENT` in the first. */
  readonly previous: string;
  /** Of the commands, a line each, joined by line feeds. */
  readonly commands: string;
  /** Of the last event: by the chain it covers all before it. */
  readonly head: string;
  readonly at: number;
  /** What was given up before it, where an older database was put in place: see `restoredLine`. Mostly empty. */
  readonly restored: string;
  readonly keyId: string;
}

export interface SignedSegment extends SegmentHeader {
  /** Of Ed25519, 64 bytes. */
  readonly signature: Uint8Array;
}

/** Its policies and instruments hold in every realm. */
export const HOUSE_REALM = 'house';

/**
 * Which rules decide. A change of a decider that gives other events for the same command and the same past raises it, with a page of
 * decisions that says why: what was decided by other rules cannot be decided again by these.
 */
export const RULES_VERSION = 1;

/** What the first segment of a realm has for `previous`. */
export const NO_SEGMENT = '0'.repeat(64);

/** The exact text that is signed, UTF-8: its lines are fields that hold no line break. */
export function segmentText(header: SegmentHeader): string {
  const {
    instance,
    realm,
    number,
    first,
    count,
    leaseEpoch,
    rules,
    house,
    previous,
    commands,
    head,
    at,
    restored,
    keyId,
  } = header;
  return `glassbook/segment/1\n${instance}\n${realm}\n${number}\n${first}\n${count}\n${leaseEpoch}\n${rules}\n${house.position}\n${house.hash}\n${previous}\n${commands}\n${head}\n${at}\n${restored}\n${keyId}`;
}

export function segmentHash(header: SegmentHeader): string {
  return hash('sha256', segmentText(header), 'hex');
}

/** The newest segment of a realm, as it is kept outside the database. */
export interface KeptHead {
  readonly instance: string;
  readonly number: number;
  readonly position: number;
  /** `segmentHash`. */
  readonly header: string;
}

/** What is given up where nobody knows any more what was kept. */
export const NO_HEAD: KeptHead = { instance: '', number: 0, position: 0, header: NO_SEGMENT };

/** One line: number, position and hash of the segment that is given up, and why another database was put in place all the same. */
export function restoredLine({ number, position, header }: KeptHead, reason: string): string {
  return `${number} ${position} ${header} ${reason.replaceAll(/\s+/g, ' ').trim()}`;
}
