import type { ReviewShown } from './review.commands.js';
import type { ReviewDetails, ReviewKind } from './review-kind.js';

/** What is kept of the reading: the rules' findings and what an approval needs, nothing that says who the person is. */
export function shownOf(
  { signals, images, policies, checks, reasons, choices }: ReviewDetails,
  kind: Pick<ReviewKind, 'reasons'>,
): ReviewShown {
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
