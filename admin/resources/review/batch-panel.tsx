import { Alert, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { REVIEW_BATCH_MAX, type OpenedReviewView, type ReviewBatchView } from '../../../contracts/review.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { TextLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';
import { Key } from './decision-panel';
import { approveReviews, readOpened } from './review-calls';
import { useReviewKeys } from './review-keys';

const REFRESH_MS = 5_000;

interface LineProps {
  row: OpenedReviewView;
  /** Those that are left out. */
  left: readonly string[];
  setLeft: (left: readonly string[]) => void;
}

function Line({ row, left, setLeft }: LineProps) {
  const translate = useTranslate();
  const { id, kind, approvedBy } = row.review;
  const chosen = !left.includes(id);
  const toggle = () => setLeft(chosen ? [...left, id] : left.filter((one) => one !== id));
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <FormControlLabel
        control={<Checkbox size="small" checked={chosen} onChange={toggle} sx={{ paddingBlock: 0.4 }} />}
        label={translate(`review.kind.${kind}`, { _: kind })}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <TextLink to={showLink('reviews', id)}>
        <Mono>{id}</Mono>
      </TextLink>
      <Typography variant="body2" color="textSecondary">
        <Instant short at={row.openedAt} />
        {approvedBy !== null && ` · ${translate('console.review.seconded')}`}
      </Typography>
    </Stack>
  );
}

/** What became of a batch: how many were approved, passed on, and which were refused. */
function Outcome({ view }: { view: ReviewBatchView }) {
  const translate = useTranslate();
  const count = (outcome: string) => view.results.filter((each) => each.outcome === outcome).length;
  const refused = view.results.filter(({ refusal }) => refusal !== null);
  return (
    <Alert severity={refused.length > 0 ? 'warning' : 'success'} data-batch-outcome>
      {translate('console.review.batch_done', { approved: count('approved'), seconded: count('seconded') })}
      {refused.map(({ requestId, refusal, message }) => (
        <Typography key={requestId} variant="body2">
          <Mono>{requestId}</Mono> {message ?? refusal}
        </Typography>
      ))}
    </Alert>
  );
}

/** The second step: what is about to happen, and the way back. */
function Confirm(props: { count: number; busy: boolean; send: () => void; stop: () => void }) {
  const translate = useTranslate();
  const { count, busy, send, stop } = props;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {translate('console.review.batch_confirm', { smart_count: count })}
      </Typography>
      <Button variant="contained" color="success" loading={busy} onClick={send}>
        {translate('console.review.send_approved')}
        <Key name="Enter" />
      </Button>
      <Button disabled={busy} onClick={stop}>
        {translate('ra.action.cancel')}
        <Key name="Esc" />
      </Button>
    </>
  );
}

/**
 * What the reader holds and has opened may be approved together, in two steps like a single decision. The server knows what he
 * has opened, and decides each as it would alone.
 */
export function BatchPanel() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const may = permits(permissions, 'reviewing');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const { data = [] } = useQuery({
    queryKey: ['opened-reviews'],
    queryFn: ({ signal }) => readOpened(signal),
    refetchInterval: REFRESH_MS,
    enabled: may,
  });
  const chosen = data
    .map(({ review }) => review.id)
    .filter((id) => !left.includes(id))
    .slice(0, REVIEW_BATCH_MAX);
  const approve = useMutation({
    mutationFn: () => approveReviews(chosen),
    onSettled: async () => {
      setAsking(false);
      await client.invalidateQueries();
    },
  });
  const send = () => chosen.length > 0 && !approve.isPending && approve.mutate();
  const stop = () => setAsking(false);
  useReviewKeys(data.length === 0 ? {} : asking ? { Enter: send, Escape: stop } : { b: () => setAsking(true) });
  if (!may || (data.length === 0 && approve.data === undefined)) return null;
  return (
    <Section title={translate('console.review.batch_title')}>
      <Stack spacing={1.5} data-batch={data.length}>
        <Typography variant="body2" color="textSecondary">
          {translate('console.review.batch_lead')}
        </Typography>
        <Stack component="ul" spacing={0.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data.map((row) => (
            <Line key={row.review.id} {...{ row, left, setLeft }} />
          ))}
        </Stack>
        {approve.error !== null && <Alert severity="error">{approve.error.message}</Alert>}
        {approve.data !== undefined && <Outcome view={approve.data} />}
        {data.length > 0 && (
          <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            {asking ? (
              <Confirm count={chosen.length} busy={approve.isPending} send={send} stop={stop} />
            ) : (
              <Button variant="outlined" color="success" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
                {translate('console.review.batch_approve', { smart_count: chosen.length })}
                <Key name="b" />
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </Section>
  );
}
