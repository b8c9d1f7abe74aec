import type { Cause } from '../event.js';
import type { Refusal } from '../refusal.js';

/**
 * The personal data in a feature's tables. A feature with a person's id in a table registers a handler in `onModuleInit`; a test
 * walks the database and finds every table without one.
 */
export interface PersonalHolding {
  /** The section of the export: `sessions`. */
  readonly name: string;
  /** Tables that it answers for. */
  readonly tables: readonly string[];
  /**
   * Deletes the person's data, and releases names that only they may claim. Runs again after a crash, so repeating it changes
   * nothing. Absent where the tables hold numbers and sealed texts only, which say nothing once the key is gone.
   */
  shred?(userId: string, cause?: Cause): Promise<void>;
  /**
   * All that is held, opened, as plain JSON of a few thousand rows at most; secrets and their hashes are left out, because they are
   * not personal data. What grows without bound is read by the export itself, in its own thread.
   */
  export?(userId: string): Promise<unknown>;
  /** Why the person cannot be erased yet: something is still going on. */
  refusal?(userId: string): Promise<Refusal | undefined>;
}

export abstract class PersonalDataHandlers {
  abstract register(...holdings: PersonalHolding[]): void;
  abstract all(): readonly PersonalHolding[];
}
