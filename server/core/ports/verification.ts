import type { ImagePurpose } from '../../../contracts/personal.contract.js';
import type { StreamKind, View } from '../decider.js';

/** What of a person is verified. */
export interface VerifiedLevels {
  readonly primary: boolean;
  readonly advanced: boolean;
  readonly address: boolean;
}

/** A person's verification level, for features that don't know identity: C2C needs primary, loans need advanced. */
export abstract class VerificationLevels {
  /** The stream that a command must touch for `levels`. */
  abstract stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** For deciders. */
  abstract levels(view: View, userId: string): VerifiedLevels;
  /** For queries; durable. */
  abstract of(userId: string): Promise<VerifiedLevels>;
  /** The verified name, for reviewers who compare it; `null` before the primary level has passed and once the person is erased. */
  abstract realName(userId: string): Promise<string | null>;
  /** The photos that the primary level passed with, for reviewers who compare a person with them; none before. */
  abstract portraits(userId: string): Promise<readonly { readonly id: string; readonly purpose: ImagePurpose }[]>;
}
