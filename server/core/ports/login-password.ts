import type { StreamKind, View } from '../decider.js';

/** The login password in force, for checks of a proof; the account feature provides it. */
export interface LoginPassword {
  /** The stream that must be loaded for the answer. */
  stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** Its `storedDigest`; `null` where no event names one. */
  digest(view: View, userId: string): string | null;
}
