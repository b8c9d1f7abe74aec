import type { StaffTimelineItem } from '../../../contracts/staff-desk.contract.js';
import type { AppliedPolicy } from '../../core/policy.js';

/** What an event says of one user: the key of a sentence, the values in it, and the order or request that it is about. */
export type Said = Pick<StaffTimelineItem, 'sentence' | 'values'> & { orderId?: string | null };

/** A sentence for every type of event in a table of facts. */
export type Sayings<Facts> = {
  readonly [Type in keyof Facts]: (data: Facts[Type], owners: ReadonlySet<string>) => Said;
};

/** A sentence without values. */
export const plain = (sentence: string) => (): Said => ({ sentence, values: {} });

export const followed = ({ name, version }: AppliedPolicy) => ({ policy: name, version });

/** Codes of reasons, said in the words that the review of this kind has for them. */
export const because = (kind: string, reasons: readonly string[]) => ({ kind, reasons: reasons.join() });
