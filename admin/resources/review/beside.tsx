import { Typography } from '@mui/material';
import { Suspense } from 'react';
import { useTranslate } from 'react-admin';
import type { ReviewView } from '../../../contracts/review.contract.js';
import { NetAssets } from '../../ui/net-assets';
import { Section } from '../../ui/page';
import { useResources } from '../../ui/resources';

/** What the person of a request owns and owes where it pays, and what the noun shows beside its requests. */
export function Beside(props: { review: ReviewView['review']; details: NonNullable<ReviewView['details']> }) {
  const { review, details } = props;
  const translate = useTranslate();
  const all = useResources().flatMap(({ reviews = [] }) => reviews);
  const Part = all.find(({ queue }) => queue === review.queue)?.beside;
  return (
    <>
      {details.owned !== undefined && (
        <Section title={translate('console.owned.title')}>
          {details.owned === null ? (
            <Typography variant="body2">{translate('console.owned.unread')}</Typography>
          ) : (
            <NetAssets view={details.owned} />
          )}
        </Section>
      )}
      {Part !== undefined && (
        <Suspense fallback={null}>
          <Part details={details} userId={review.userId} />
        </Suspense>
      )}
    </>
  );
}
