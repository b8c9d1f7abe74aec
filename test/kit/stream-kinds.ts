import type { StreamKind } from '../../server/core/decider.js';

/** Money from nowhere, for a real account: see `fund`. */
export const grantKind: StreamKind<unknown> = { name: 'grant', initial: () => null, evolve: (state) => state };

/** A noun for tests only: a submitted paper. */
export const paperKind: StreamKind<unknown> = { name: 'paper', initial: () => null, evolve: (state) => state };

/** Kinds of streams that no installation has: the auditor of tests knows them beside its own. */
export const TEST_KINDS: readonly StreamKind<unknown>[] = [grantKind, paperKind];
