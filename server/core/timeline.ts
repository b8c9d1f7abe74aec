import type { StaffTimelineItem, TimelineKind } from '../../contracts/staff-lists.contract.js';
import type { ReviewQueue } from '../../contracts/staff.contract.js';
import type { AppliedPolicy } from './policy.js';

/** An event in a user's timeline: the key of a sentence, its values, and the order or request that it is about. */
export type TimelineSentence = Pick<StaffTimelineItem, 'sentence' | 'values'> & { orderId?: string | null };

/** A type of event in words, and the kind that it is filtered by. */
interface EventSentence {
  readonly type: string;
  readonly kind: TimelineKind;
  describe(data: unknown, owners: ReadonlySet<string>): TimelineSentence;
}

/** A noun's part of a user's timeline: its sentences, and where its events are found. */
export interface Timeline {
  readonly sentences: readonly EventSentence[];
  /** Kinds of streams of which a person, or each of their accounts, has one under its id. */
  readonly streams?: readonly string[];
  /** Things of a person that have streams of their own: a table of them as `o` with `user_id`, and the streams of a row. */
  readonly things?: { readonly table: string; readonly streams: string };
  /** A table by owner whose rows carry the position of the event that they begin with. */
  readonly begun?: string;
  /** By the letters that an id begins with: the queue whose request it is. */
  readonly queues?: Readonly<Record<string, ReviewQueue>>;
}

/** A sentence for every type of event in a table of facts. */
export function sentencesOf<Facts>(
  kind: TimelineKind,
  describers: { readonly [Type in keyof Facts]: (data: Facts[Type], owners: ReadonlySet<string>) => TimelineSentence },
): readonly EventSentence[] {
  return Object.entries<EventSentence['describe']>(describers).map(([type, describe]) => ({ type, kind, describe }));
}

/** A sentence without values. */
export const plain = (sentence: string) => (): TimelineSentence => ({ sentence, values: {} });

export const followed = ({ name, version }: Pick<AppliedPolicy, 'name' | 'version'>) => ({ policy: name, version });

export const sum = ({ amount, currency }: { amount: string; currency: string }) => ({ amount, asset: currency });
