import type { StaffTimelineItem } from '../../contracts/staff-lists.contract.js';
import { formatDecimal, formatInstant } from './format.js';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Values that are codes, each with its text. */
const CODES: Record<string, (value: string | number) => string> = {
  from_space: (value) => `console.space.${value}`,
  to_space: (value) => `console.space.${value}`,
  side: (value) => `console.side.${value}`,
  held_side: (value) => `console.held_side.${value}`,
  close_cause: (value) => `console.close_cause.${value}`,
  order_type: (value) => `console.order_type.${value}`,
  reason: (value) => `console.reason.${value}`,
  level: (value) => `review.kind.identity-${value}`,
  request: (value) => `review.kind.${value}`,
  support_topic: (value) => `console.support_topic.${value}`,
  alert_kind: (value) => `console.alert_kind.${value}`,
  failure: (value) => `console.deposit_status.${value}`,
};

/** Codes of a review's reasons, parted by commas, in words. */
function reasonsOf(kind: string | number | undefined, codes: string | number, translate: Translate): string {
  const list = String(codes).split(',');
  return list.map((code) => translate(`review.reason.${kind}.${code}`, { _: code })).join(' · ');
}

/** A timeline entry as a sentence in the reader's language, its figures in the reader's format. */
export function sentenceOf(
  { sentence, values }: Pick<StaffTimelineItem, 'sentence' | 'values'>,
  translate: Translate,
  tag: string,
): string {
  const formatted = Object.entries(values).map(([name, value]) => {
    if (name === 'reasons') return [name, reasonsOf(values['kind'], value, translate)];
    const code = CODES[name];
    if (code !== undefined) return [name, translate(code(value), { _: String(value) })];
    if (name.endsWith('At') && typeof value === 'number') return [name, formatInstant(tag, value)];
    return [name, typeof value === 'string' ? formatDecimal(tag, value) : value];
  });
  return translate(`console.timeline.${sentence}`, Object.fromEntries(formatted) as Record<string, unknown>);
}
