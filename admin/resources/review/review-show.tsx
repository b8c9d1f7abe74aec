import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useGetIdentity, usePermissions, useTranslate } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import type { ReviewView } from '../../../contracts/review.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { listLink, showLink } from '../../lib/addresses';
import { session } from '../../lib/session';
import { formatInstant } from '../../lib/format';
import { Page, Section } from '../../ui/page';
import { Failed, Waiting } from '../../ui/states';
import { TextLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Instant } from '../../ui/values';
import { claimReview, readReview } from './review-calls';
import { ReviewStatusChip, WaitingAge } from './review-chips';
import { Earlier, Fields, ReasonTexts, Signals } from './review-facts';
import { useReviewKeys } from './review-keys';
import { Beside } from './beside';
import { RiskPanel } from './risk-panel';
import { Why } from './why';
import { Workbench } from './workbench';

/** Where the request stands, without anything that is personal. */
function Standing({ review, mine = false }: Pick<ReviewView, 'review'> & { mine?: boolean }) {
  const translate = useTranslate();
  const { kind, status, userId, openedAt, decidedAt, decidedByName, claimedByName, approvedBy, reasons } = review;
  const { answer, answerBy, escalation } = review;
  const tag = useTag();
  return (
    <Stack spacing={1}>
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', flexWrap: 'wrap', rowGap: 1 }}>
        <ReviewStatusChip status={status} />
        <TextLink to={showLink('users', userId)}>{userId}</TextLink>
        <WaitingAge since={openedAt} over={decidedAt !== null} />
      </Stack>
      {claimedByName !== null && !mine && (
        <Typography variant="body2">{translate('console.review.claimed_by', { name: claimedByName })}</Typography>
      )}
      {escalation !== null && (
        <Typography variant="body2" data-escalation={escalation.reason}>
          {translate('console.review.escalated_by', {
            name: escalation.byName ?? escalation.by,
            reason: translate(`review.escalation.${escalation.reason}`),
          })}
        </Typography>
      )}
      {answer !== null && decidedAt === null && (
        <Typography variant="body2" data-answer={answer}>
          {translate(`console.review.answer_${answer}`, { at: formatInstant(tag, answerBy ?? 0) })}
        </Typography>
      )}
      {approvedBy !== null && decidedAt === null && (
        <Typography variant="body2">{translate('console.review.seconded')}</Typography>
      )}
      {decidedAt !== null && (
        <Typography variant="body2" color="textSecondary">
          <Instant at={decidedAt} /> {decidedByName}
        </Typography>
      )}
      {reasons.length > 0 && (
        <Typography variant="body2">
          <ReasonTexts kind={kind} reasons={reasons} />
        </Typography>
      )}
    </Stack>
  );
}

/** What risk decides stays in sight, beside what it is about or below it. */
const READING = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 760px) minmax(0, 400px)' },
  gridTemplateAreas: { xs: '"facts" "risk" "rest"', lg: '"facts risk" "rest risk"' },
};

/** A request that the reader does not hold: how it stands, what auditors may see, and taking it. */
function Reading({ view, reload }: { view: ReviewView; reload: () => void }) {
  const translate = useTranslate();
  const { review, details, earlier, decisions } = view;
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const queues = session.read()?.queues ?? [];
  const claim = useMutation({ mutationFn: () => claimReview(review.id), onSuccess: reload });
  const may =
    permits(permissions, `review-${review.queue}` as 'review-identity', queues) && review.status === 'waiting';
  useReviewKeys(may ? { c: () => claim.mutate() } : {});
  return (
    <Box sx={READING}>
      <Stack spacing={2} sx={{ gridArea: 'facts' }}>
        <Section title={translate(`review.kind.${review.kind}`, { _: review.kind })}>
          <Stack spacing={2}>
            <Standing review={review} />
            {claim.error !== null && <Alert severity="error">{claim.error.message}</Alert>}
            {may && (
              <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
                <Typography variant="body2" color="textSecondary">
                  {translate('console.review.claim_lead')}
                </Typography>
                <Button variant="contained" loading={claim.isPending} onClick={() => claim.mutate()}>
                  {translate('console.review.claim')}
                </Button>
              </Stack>
            )}
          </Stack>
        </Section>
        {details !== null && (
          <Section title={translate('console.review.fields')}>
            <Stack spacing={2}>
              <Fields fields={details.fields} />
              <Signals signals={details.signals} />
              <Typography variant="body2" color="textSecondary">
                {translate('console.review.masked')}
              </Typography>
            </Stack>
          </Section>
        )}
      </Stack>
      <Box sx={{ gridArea: 'risk', position: { lg: 'sticky' }, top: { lg: 60 } }}>
        <RiskPanel view={view} reload={reload} />
      </Box>
      <Stack spacing={2} sx={{ gridArea: 'rest' }}>
        {details !== null && <Beside review={review} details={details} />}
        <Why kind={review.kind} decisions={decisions} />
        {earlier.length > 0 && (
          <Section title={translate('console.review.earlier')}>
            <Earlier rows={earlier} />
          </Section>
        )}
      </Stack>
    </Box>
  );
}

/** One request: its holder works on it, others read it. */
export function ReviewShow() {
  const { id = '' } = useParams();
  const translate = useTranslate();
  const navigate = useNavigate();
  const { identity } = useGetIdentity();
  const query = useQuery({
    queryKey: ['review', id],
    queryFn: ({ signal }) => readReview(id, signal),
    // A claimed request cannot change meanwhile, and every reading is recorded.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
  const view = query.data;
  const title = translate('resources.reviews.name', { smart_count: 1 });
  if (view === undefined)
    return (
      <Page title={title}>
        {query.error === null ? <Waiting /> : <Failed error={query.error} retry={() => void query.refetch()} />}
      </Page>
    );
  const { review, details } = view;
  const mine = review.status === 'claimed' && review.claimedBy === identity?.id && details !== null;
  const leave = (next: string | undefined) =>
    void navigate(
      next === undefined ? listLink('reviews', { queue: review.queue, open: true }) : showLink('reviews', next),
    );
  return (
    <Page title={`${translate(`review.kind.${review.kind}`, { _: review.kind })}`}>
      {mine ? (
        <Workbench key={review.id} view={view} details={details} reload={() => void query.refetch()} leave={leave}>
          <Standing review={review} mine />
        </Workbench>
      ) : (
        <Reading key={review.id} view={view} reload={() => void query.refetch()} />
      )}
    </Page>
  );
}
