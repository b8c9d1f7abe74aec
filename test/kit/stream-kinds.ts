import type { StreamKind } from '../../server/core/decider.js';
import type { CommandLine } from '../../server/engine/history/command-line.js';

/** Money from nowhere, for a real account: see `fund`. */
export const grantKind: StreamKind<unknown> = { name: 'grant', initial: () => null, evolve: (state) => state };

/** A noun for tests only: a submitted paper. */
export const paperKind: StreamKind<unknown> = { name: 'paper', initial: () => null, evolve: (state) => state };

/** Kinds of streams and commands that no installation has: the auditor of tests knows them beside its own. */
export const OF_TESTS = {
  more: [grantKind, paperKind],
  moreCommands: ({ type, data }: CommandLine): boolean =>
    /^(TestGrant\d+|OpenPaper)$/.test(type) || /-paper$/.test((data as { kind?: string }).kind ?? ''),
};
