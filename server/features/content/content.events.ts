import type { ContentFields, ContentKind, ContentTexts } from '../../../contracts/content.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypes } from '../../engine/history/event-types.js';

/** An editor saved a draft; realm `house`, stream `content-<slug>`. Only the changed languages are in it. */
export interface ContentDraftSaved extends Omit<ContentFields, 'texts'> {
  readonly slug: string;
  readonly kind: ContentKind;
  readonly texts: ContentTexts;
}

/** One editor proposes to publish the newest draft of a legal text; another has to agree. */
interface ContentPublishingRequested {
  readonly slug: string;
  readonly staffId: string;
}

/** From now on everybody reads this: it is whole, so that what was public at any time stands in one event. */
export interface ContentPublished extends ContentFields {
  readonly slug: string;
  readonly kind: ContentKind;
  /** Pages by the ids of the specification; they come with the seeds. */
  readonly number: number | null;
  /** Counts from 1. */
  readonly version: number;
  /** When the first version was published, in milliseconds since the Unix epoch; a seed may name an earlier day. */
  readonly publishedAt: number;
}

/** The published version is no longer shown; drafts and versions stay. */
interface ContentWithdrawn {
  readonly slug: string;
  readonly version: number;
}

export interface ContentFacts {
  ContentDraftSaved: ContentDraftSaved;
  ContentPublishingRequested: ContentPublishingRequested;
  ContentPublished: ContentPublished;
  ContentWithdrawn: ContentWithdrawn;
}

export type ContentEvent = {
  [Type in keyof ContentFacts]: RecordedEvent<Type, ContentFacts[Type]>;
}[keyof ContentFacts];

export const contentEvents = declareEventTypes(
  { type: 'ContentDraftSaved', schema: 1 },
  { type: 'ContentPublishingRequested', schema: 1 },
  { type: 'ContentPublished', schema: 1 },
  { type: 'ContentWithdrawn', schema: 1 },
);
