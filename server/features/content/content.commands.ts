import type { ContentFields, ContentKind } from '../../../contracts/content.contract.js';

/** Keeps what an editor wrote, for staff only. Languages that are not named stay as they are. */
export interface SaveContentDraft extends ContentFields {
  readonly slug: string;
  readonly kind: ContentKind;
  /** The stream's version that the editor has seen; 0 for an entry that is to be new. */
  readonly expectedVersion: number;
}

/** Shows the newest draft to everybody; of a legal text once a second editor says the same. */
export interface PublishContent {
  readonly slug: string;
  readonly staffId: string;
  readonly expectedVersion: number;
}

/** Takes what is published away from everybody. */
export interface WithdrawContent {
  readonly slug: string;
  readonly expectedVersion: number;
}

/** Publishes an entry that has never existed as version 1; an entry that exists stays as its editors left it. */
export interface SeedContent extends ContentFields {
  readonly slug: string;
  readonly kind: ContentKind;
  readonly number: number | null;
  readonly publishedAt: number;
}
