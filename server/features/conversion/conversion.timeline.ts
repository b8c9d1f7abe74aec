import type { ConversionFacts, ConversionQuoted } from './conversion.events.js';
import { followed, sum, sentencesOf, type Timeline } from '../../core/timeline.js';

/** Money changed into another currency, and the quotes before it. */
export const conversionTimeline: Timeline = {
  sentences: sentencesOf<ConversionFacts>('money', {
    ConversionQuoted: (quoted) => ({
      sentence: quoted.kind === 'dust' ? 'dust-quoted' : 'conversion-quoted',
      values: terms(quoted, quoted.receives),
    }),
    FundsConverted: (converted) => ({
      sentence: converted.kind === 'dust' ? 'dust-converted' : 'funds-converted',
      values: terms(converted, converted.received),
    }),
    ConversionInventoryRestated: ({ currency: asset, before, after }) => ({
      sentence: 'conversion-restated',
      values: { asset, before, after },
    }),
    ConversionQuoteEnded: ({ reason, refusal, policy }) => ({
      sentence: refusal?.refusal === 'conversion.price-moved' ? 'conversion-price-moved' : `conversion-${reason}`,
      values: followed(policy),
    }),
  }),
};

function terms(
  { kind, legs: [first], to, policy }: Pick<ConversionQuoted, 'kind' | 'legs' | 'to' | 'policy'>,
  received: string,
) {
  const sold = kind === 'single' && first !== undefined ? sum(first) : {};
  return { ...sold, received, target: to.currency, ...followed(policy) };
}
