import type { TimelineKind } from '../../contracts/staff-lists.contract.js';
import type { TimelineSentence } from '../core/timeline.js';
import { declared } from '../features.js';

const sentences = new Map(
  declared.flatMap(({ timeline }) => timeline?.sentences.map((one) => [one.type, one] as const) ?? []),
);

/** Every event type of the timeline, with its filter kind. */
export const KIND_OF: Readonly<Record<string, TimelineKind>> = Object.fromEntries(
  [...sentences.values()].map(({ type, kind }) => [type, kind]),
);

export function typesOfKind(kind: TimelineKind): string[] {
  return Object.keys(KIND_OF).filter((type) => KIND_OF[type] === kind);
}

/** One event as a sentence. A type without a sentence shows its name. */
export function timelineSentence(type: string, data: unknown, owners: ReadonlySet<string>): TimelineSentence {
  return sentences.get(type)?.describe(data, owners) ?? { sentence: 'other', values: { type } };
}
