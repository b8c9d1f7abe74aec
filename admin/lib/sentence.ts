import type { StaffTimelineItem } from '../../contracts/staff-desk.contract.js';
import { formatDecimal } from './format.js';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Values that are codes, each with the text that says it. */
const CODES: Record<string, (value: string | number) => string> = {
  from_space: (value) => `console.space.${value}`,
  to_space: (value) => `console.space.${value}`,
  side: (value) => `console.side.${value}`,
  order_type: (value) => `console.order_type.${value}`,
  reason: (value) => `console.reason.${value}`,
};

/** A timeline entry as a sentence in the reader's language, its figures in the reader's format. */
export function sentenceOf(
  { sentence, values }: Pick<StaffTimelineItem, 'sentence' | 'values'>,
  translate: Translate,
  tag: string,
): string {
  const said = Object.entries(values).map(([name, value]) => {
    const code = CODES[name];
    if (code !== undefined) return [name, translate(code(value), { _: String(value) })];
    return [name, typeof value === 'string' ? formatDecimal(tag, value) : value];
  });
  return translate(`console.timeline.${sentence}`, Object.fromEntries(said) as Record<string, unknown>);
}
