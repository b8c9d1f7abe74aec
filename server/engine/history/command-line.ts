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
  readonly key?: string;
  readonly fingerprint?: string;
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

/**
 * A command as history keeps it: one line of JSON. Its proof is no part of it, and personal fields are sealed before it is sent. `at` is the
 * instant at which it was decided, `events` how many follow from it, `due` what it put off.
 */
export function commandLine(
  command: Command,
  decided: { at: number; events: number; due: readonly StoredDue[] },
): string {
  const { type, actor, requestToken, makes, data } = command;
  const { key, fingerprint, cause } = requestToken ?? {};
  const { at, events, due } = decided;
  const waiting = due.length === 0 ? undefined : due;
  return JSON.stringify({
    type,
    schema: SCHEMA,
    at,
    actor,
    key,
    fingerprint,
    makes,
    cause,
    events,
    data,
    due: waiting,
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
