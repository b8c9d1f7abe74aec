import { hash } from 'node:crypto';
import type { Command } from '../../core/decider.js';
import type { Cause } from '../../core/event.js';
import type { StoredDue } from './event-store.js';

/** The shape of a line. No command has changed its own yet. */
const SCHEMA = 1;

/** What a line says. */
export interface CommandLine {
  readonly type: string;
  readonly schema: number;
  /** When it was decided. */
  readonly at: number;
  readonly actor: string;
  /** The house realm's position up to which its policies and instruments were known. */
  readonly house: number;
  /** `due:<id>` of a timer; of a request, what stands for its key. */
  readonly key?: string;
  /** What stands for the keys of what it makes. */
  readonly makes?: readonly string[];
  readonly cause?: Cause;
  /** How many follow from it. */
  readonly events: number;
  readonly data: unknown;
  readonly due?: readonly StoredDue[];
}

/** @throws {SyntaxError} for what is no JSON */
export function readCommandLine(line: string): CommandLine {
  return JSON.parse(line) as CommandLine;
}

/** How a key is told that a timer has. */
export const DUE_KEY = 'due:';

interface DecidedCommand {
  readonly at: number;
  readonly house: number;
  readonly events: number;
  readonly due: readonly StoredDue[];
  /** See `SegmentSigner.mark`. */
  readonly mark: (key: string) => string;
}

/**
 * A command as history keeps it: one line of JSON. Its proof and the request's fingerprint are no part of it, a key is told by its mark, and
 * personal fields are sealed before it is sent.
 */
export function commandLine(command: Command, { at, house, events, due, mark }: DecidedCommand): string {
  const { type, actor, requestToken, makes, data } = command;
  const { key, cause } = requestToken ?? {};
  return JSON.stringify({
    type,
    schema: SCHEMA,
    at,
    actor,
    house,
    key: key === undefined || key.startsWith(DUE_KEY) ? key : mark(key),
    makes: makes?.map(mark),
    cause,
    events,
    data,
    due: due.length === 0 ? undefined : due,
  });
}

/** What every event of a command carries of it: SHA-256 of the line in lower-case hexadecimal. */
export function commandDigest(line: string): string {
  return hash('sha256', line, 'hex');
}

/** The hash of a segment's commands. */
export function commandsHash(lines: readonly string[]): string {
  return hash('sha256', lines.join('\n'), 'hex');
}
