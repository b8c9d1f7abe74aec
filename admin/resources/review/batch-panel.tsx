import { Alert, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { REVIEW_BATCH_MAX, type OpenedReviewView, type ReviewBatchView } from '../../../contracts/review.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { sumOf } from '../../lib/postings';
import { formatDecimal } from '../../lib/format';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { TextLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Amount, Instant } from '../../ui/values';
import { Key } from './key-cap';
import { approveReviews, readOpened } from './review-calls';
import { useReviewKeys } from './review-keys';

const REFRESH_MS = 5_000;

interface LineProps {
  row: OpenedReviewView;
  /** Absent where nothing can be chosen any more. */
  choice?: { chosen: boolean; toggle: () => void };
}

function Line({ row, choice }: LineProps) {
  const translate = useTranslate();
  const { id, kind, approvedBy, amount, asset } = row.review;
  const name = translate(`review.kind.${kind}`, { _: kind });
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      {choice === undefined ? (
        <Typography variant="body2">{name}</Typography>
      ) : (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={choice.chosen}
              disabled={row.alone}
              onChange={choice.toggle}
              sx={{ paddingBlock: 0.4 }}
            />
          }
          label={name}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      <TextLink to={showLink('reviews', id)}>
        <Mono>{id}</Mono>
      </TextLink>
      {amount !== null && (
        <Typography variant="body2">
          <Amount value={amount} {...(asset !== null && { asset })} />
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        <Instant short at={row.openedAt} />
        {row.alone && ` · ${translate('console.review.batch_alone')}`}
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

/** What the chosen requests pay together, asset by asset. */
function Sums({ rows }: { rows: readonly OpenedReviewView[] }) {
  const translate = useTranslate();
  const tag = useTag();
  const paid = Map.groupBy(
    rows.flatMap(({ review: { amount, asset } }) => (amount === null || asset === null ? [] : [{ amount, asset }])),
    ({ asset }) => asset,
  );
  if (paid.size === 0) return null;
  const sums = [...paid].map(([asset, all]) => {
    const sum = sumOf(all.map(({ amount }) => amount));
    return `${formatDecimal(tag, sum)} ${asset}`;
  });
  return (
    <Typography data-batch-sum sx={{ fontWeight: 600 }}>
      {translate('console.review.batch_sum', { sums: sums.join(' · ') })}
    </Typography>
  );
}

/** A list of requests, which can be chosen from or stands as it is. */
function Lines({
  rows,
  choiceOf,
}: {
  rows: readonly OpenedReviewView[];
  choiceOf?: (id: string) => LineProps['choice'];
}) {
  return (
    <Stack component="ul" spacing={0.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map((row) => {
        const choice = choiceOf?.(row.review.id);
        return <Line key={row.review.id} row={row} {...(choice !== undefined && { choice })} />;
      })}
    </Stack>
  );
}

/**
 * Reviewers may approve together the requests that they hold and have opened, in two steps like a single decision. The second step
 * sends exactly the choice of the first. The server knows which requests they opened, and decides each one by itself.
 */
export function BatchPanel() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const may = permits(permissions, 'reviewing');
  const [left, setLeft] = useState<readonly string[]>([]);
  const [confirming, setConfirming] = useState<readonly OpenedReviewView[] | null>(null);
  const { data = [] } = useQuery({
    queryKey: ['opened-reviews'],
    queryFn: ({ signal }) => readOpened(signal),
    refetchInterval: REFRESH_MS,
    enabled: may,
  });
  const chosen = data.filter(({ review, alone }) => !alone && !left.includes(review.id)).slice(0, REVIEW_BATCH_MAX);
  const approve = useMutation({
    mutationFn: (rows: readonly OpenedReviewView[]) => approveReviews(rows.map(({ review }) => review.id)),
    onSettled: async () => {
      setConfirming(null);
      await client.invalidateQueries();
    },
  });
  const confirm = () => chosen.length > 0 && setConfirming(chosen);
  const send = () => confirming !== null && !approve.isPending && approve.mutate(confirming);
  const stop = () => setConfirming(null);
  useReviewKeys(confirming !== null ? { Enter: send, Escape: stop } : data.length === 0 ? {} : { b: confirm });
  const choiceOf = (id: string) => {
    const isChosen = chosen.some(({ review }) => review.id === id);
    const others = left.filter((one) => one !== id);
    return { chosen: isChosen, toggle: () => setLeft(left.includes(id) ? others : [...left, id]) };
  };
  if (!may || (data.length === 0 && confirming === null && approve.data === undefined)) return null;
  return (
    <Section title={translate('console.review.batch_title')}>
      <Stack spacing={1.5} data-batch={data.length}>
        <Typography variant="body2" color="textSecondary">
          {translate('console.review.batch_lead')}
        </Typography>
        {confirming === null ? <Lines rows={data} choiceOf={choiceOf} /> : <Lines rows={confirming} />}
        <Sums rows={confirming ?? chosen} />
        {approve.error !== null && <Alert severity="error">{approve.error.message}</Alert>}
        {approve.data !== undefined && <Outcome view={approve.data} />}
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          {confirming !== null ? (
            <Confirm count={confirming.length} busy={approve.isPending} send={send} stop={stop} />
          ) : (
            data.length > 0 && (
              <Button variant="outlined" color="success" disabled={chosen.length === 0} onClick={confirm}>
                {translate('console.review.batch_approve', { smart_count: chosen.length })}
                <Key name="b" />
              </Button>
            )
          )}
        </Stack>
      </Stack>
    </Section>
  );
}
