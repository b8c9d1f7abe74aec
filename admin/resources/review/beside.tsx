import { Suspense } from 'react';
import type { ReviewView } from '../../../contracts/review.contract.js';
import { useResources } from '../../ui/resources';

/** What the noun shows beside its requests. */
export function Beside(props: { review: ReviewView['review']; details: NonNullable<ReviewView['details']> }) {
  const { review, details } = props;
  const all = useResources().flatMap(({ reviews = [] }) => reviews);
  const Part = all.find(({ queue }) => queue === review.queue)?.beside;
  if (Part === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Part details={details} userId={review.userId} />
    </Suspense>
  );
}
