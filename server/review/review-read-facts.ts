import type { ReadFacts } from './review.commands.js';
import type { ReviewDetails, ReviewKind } from './review-kind.js';

/** The stored facts of a reading: the rules' findings and the needs of an approval, without personal data. */
export function readFactsOf(
  { signals, images, policies, checks, reasons, choices }: ReviewDetails,
  kind: Pick<ReviewKind, 'reasons'>,
): ReadFacts {
  return {
    signals: signals.map(({ name, level, inputs, personal }) => ({
      name,
      level,
      inputs: personal === true ? {} : inputs,
    })),
    rules: policies ?? [],
    imageIds: images.map(({ id }) => id),
    checks: checks ?? [],
    reasons: reasons ?? kind.reasons,
    hasChoice: choices !== undefined,
  };
}
