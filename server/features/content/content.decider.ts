import { isLegal, type ContentFields, type ContentKind } from '../../../contracts/content.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { PublishContent, SaveContentDraft, SeedContent, WithdrawContent } from './content.commands.js';
import type { ContentEvent, ContentFacts } from './content.events.js';
import { fieldsProblem, missingLanguages } from './content.rules.js';

const newEvent = eventsOf<ContentFacts>(({ slug }) => `content-${slug}`);

/** An entry that exists. `published` is the newest version, shown unless it was withdrawn. */
interface ContentEntry {
  readonly kind: ContentKind;
  readonly number: number | null;
  /** The stream's version: what an editor must have seen to change it. */
  readonly streamVersion: number;
  readonly draft: ContentFields;
  readonly published: { readonly version: number; readonly publishedAt: number; readonly fields: ContentFields } | null;
  readonly withdrawn: boolean;
  /** The editor who proposed to publish this draft; `null` without a proposal. */
  readonly publishAskedBy: string | null;
}

export type ContentState = ContentEntry | null;

export const contentKind: StreamKind<ContentState> = {
  name: 'content',
  initial: () => null,
  evolve: (state, event) => evolve(state, event as ContentEvent),
};

function evolve(state: ContentState, event: ContentEvent): ContentState {
  const streamVersion = event.version;
  switch (event.type) {
    case 'ContentDraftSaved': {
      const { kind, category, order, link, texts } = event.data;
      const draft = { category, order, link, texts: { ...state?.draft.texts, ...texts } };
      const before = state ?? { kind, number: null, published: null, withdrawn: false };
      return { ...before, streamVersion, draft, publishAskedBy: null };
    }
    case 'ContentPublished': {
      const { kind, number, version, publishedAt, category, order, link, texts } = event.data;
      const fields = { category, order, link, texts };
      // One object for both: what is published is not kept twice.
      return {
        kind,
        number,
        streamVersion,
        draft: fields,
        published: { version, publishedAt, fields },
        withdrawn: false,
        publishAskedBy: null,
      };
    }
    case 'ContentPublishingRequested':
      return state === null ? null : { ...state, streamVersion, publishAskedBy: event.data.staffId };
    case 'ContentWithdrawn':
      return state === null ? null : { ...state, streamVersion, withdrawn: true, publishAskedBy: null };
    default:
      return never(event);
  }
}

/** No event when nothing changed: saving twice is not a mistake. */
export function decideSave(state: ContentState, command: SaveContentDraft['data']): NewEvent[] | Refusal {
  const { slug, kind, category, order, link, texts, expectedVersion } = command;
  if (state === null && expectedVersion !== 0) return refuse('content.unknown', { slug });
  if (state !== null && expectedVersion === 0) return refuse('content.slug-taken', { slug });
  if (state !== null) {
    const stale = staleness(state, expectedVersion);
    if (stale !== undefined) return stale;
    if (state.kind !== kind) return refuse('content.kind-fixed', { kind: state.kind });
  }
  const before = state?.draft;
  const changed = Object.fromEntries(
    Object.entries(texts).filter(([language, text]) => !same(text, before?.texts[language as keyof typeof texts])),
  );
  const fields = { category, order, link, texts: { ...before?.texts, ...changed } };
  const problem = fieldsProblem(kind, fields);
  if (problem !== undefined) return problem;
  if (before !== undefined && same(fields, before)) return [];
  return [newEvent('ContentDraftSaved', { slug, kind, category, order, link, texts: changed })];
}

export function decidePublish(state: ContentState, command: PublishContent['data'], at: number): NewEvent[] | Refusal {
  const { slug, expectedVersion } = command;
  if (state === null) return refuse('content.unknown', { slug });
  const stale = staleness(state, expectedVersion);
  if (stale !== undefined) return stale;
  const { kind, number, draft, published, withdrawn } = state;
  if (published !== null && !withdrawn && same(draft, published.fields)) return refuse('content.nothing-to-publish');
  const missing = missingLanguages(kind, draft.texts);
  if (missing.length > 0) return refuse('content.languages-missing', { missing: missing.join(', ') });
  if (isLegal(kind)) {
    const { publishAskedBy } = state;
    if (publishAskedBy === null) return [newEvent('ContentPublishingRequested', { slug, staffId: command.staffId })];
    if (publishAskedBy === command.staffId) return refuse('content.own-publishing');
  }
  const version = (published?.version ?? 0) + 1;
  const publishedAt = published?.publishedAt ?? at;
  return [newEvent('ContentPublished', { slug, kind, number, version, publishedAt, ...draft })];
}

export function decideWithdraw(
  state: ContentState,
  { slug, expectedVersion }: WithdrawContent['data'],
): NewEvent[] | Refusal {
  if (state === null) return refuse('content.unknown', { slug });
  const stale = staleness(state, expectedVersion);
  if (stale !== undefined) return stale;
  if (state.published === null || state.withdrawn) return refuse('content.not-published');
  // Agreements and the notice that all is simulated must be readable at any time; they can be changed, not taken away.
  if (state.number !== null) return refuse('content.page-needed', { number: state.number });
  return [newEvent('ContentWithdrawn', { slug, version: state.published.version })];
}

/** What seeds published and nobody touched follows them: another version of the product may say something else. */
export function decideSeed(state: ContentState, command: SeedContent['data']): NewEvent[] | Refusal {
  const { slug, kind, number, category, order, link, texts } = command;
  const before = state?.published ?? null;
  if (state !== null) {
    const isTouched = before === null || state.streamVersion !== before.version;
    if (isTouched || isLegal(kind) || isAsSeeded(before.fields, command)) return [];
  }
  const version = (before?.version ?? 0) + 1;
  const publishedAt = before?.publishedAt ?? command.publishedAt;
  const problem = fieldsProblem(kind, command);
  if (problem !== undefined) return problem;
  const missing = missingLanguages(kind, texts);
  if (missing.length > 0) return refuse('content.languages-missing', { missing: missing.join(', ') });
  return [newEvent('ContentPublished', { slug, kind, number, version, publishedAt, category, order, link, texts })];
}

/** Whether a published entry says what the seeds say. */
export function isAsSeeded(published: ContentFields, seed: ContentFields): boolean {
  const of = ({ category, order, link, texts }: ContentFields): ContentFields => ({ category, order, link, texts });
  return same(of(published), of(seed));
}

/** Two editors never overwrite each other: a save on an older version is refused. */
function staleness(state: ContentEntry, expected: number): Refusal | undefined {
  const current = state.streamVersion;
  return expected === current ? undefined : refuse('content.version-stale', { expected, current });
}

/** Whether two plain values are equal, in whatever order their fields stand. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof typeof a>;
  return [...keys].every((key) => same(a[key], b[key]));
}
