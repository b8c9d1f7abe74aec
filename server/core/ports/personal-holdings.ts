import type { Refusal } from '../refusal.js';

/**
 * What one owner of tables holds of a person. Whoever makes a table with a person's id in it registers a holding in
 * `onModuleInit`; a test walks the database and finds every table that nobody answers for.
 */
export interface PersonalHolding {
  /** The section of the export: `sessions`. */
  readonly name: string;
  /** Tables that it answers for. */
  readonly tables: readonly string[];
  /**
   * Deletes what names the person, and lets go of what only he may claim. Runs again after a crash, so repeating it changes
   * nothing. Absent where the tables hold numbers and sealed texts only, which say nothing once the key is gone.
   */
  shred?(userId: string): Promise<void>;
  /**
   * All that is held, opened, as plain JSON of a few thousand rows at most; secrets and their hashes are left out, because they
   * are not about him. What grows without bound is read by the export itself, in its own thread.
   */
  export?(userId: string): Promise<unknown>;
  /** Why the person cannot be erased yet: something is still going on. */
  refusal?(userId: string): Promise<Refusal | undefined>;
}

export abstract class PersonalDataHandlers {
  abstract register(...holdings: PersonalHolding[]): void;
  abstract all(): readonly PersonalHolding[];
}
