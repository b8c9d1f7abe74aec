import NextIcon from '@mui/icons-material/PlayArrowRounded';
import { Alert, Box, Button, Chip, Tooltip, useMediaQuery, type Theme } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetIdentity, useListContext, useNotify, usePermissions, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { REVIEW_STATUSES, type ReviewRow } from '../../../contracts/review.contract.js';
import { permits, REVIEW_QUEUES, type StaffRole } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { session } from '../../lib/session';
import { Banners, useResources } from '../../ui/resources';
import { instantFilter, numberFilter, selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { OwnerLink, TextLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Amount } from '../../ui/values';
import { BatchPanel } from './batch-panel';
import { claimNext } from './review-calls';
import { kindsOf } from './review-kinds';
import { AnswerChip, ReviewStatusChip, WaitingAge } from './review-chips';
import { ReasonTexts, useSignalText } from './review-facts';
import { useReviewKeys } from './review-keys';

const filtersOf = (kinds: readonly string[]) => [
  selectFilter('queue', 'review.queue', REVIEW_QUEUES, true),
  selectFilter('status', 'review.status', REVIEW_STATUSES, true),
  yesFilter('open'),
  yesFilter('mine'),
  yesFilter('warned'),
  yesFilter('fourEyes'),
  numberFilter('valueFrom'),
  textFilter('userId'),
  selectFilter('kind', 'review.kind', kinds),
  instantFilter('openedFrom'),
  instantFilter('openedTo'),
];

function KindText({ kind }: { kind: string }) {
  return <>{useTranslate()(`review.kind.${kind}`, { _: kind })}</>;
}

/** How many of the two approvals are there, and whose the first one was. */
function FourEyes({ approvedByName }: Pick<ReviewRow, 'approvedByName'>) {
  const translate = useTranslate();
  const title = approvedByName === null ? translate('console.review.four_eyes') : approvedByName;
  const label = approvedByName === null ? '0/2' : '1/2';
  return <Chip size="small" color="info" label={label} title={title} sx={{ marginInlineStart: 0.75 }} />;
}

function Warnings({ warnings, warned }: Pick<ReviewRow, 'warnings' | 'warned'>) {
  const translate = useTranslate();
  const textOf = useSignalText();
  if (warnings === null) return <span title={translate('console.review.unscreened')}>–</span>;
  const color = warnings > 0 ? 'warning' : 'default';
  // Reached by keyboard where there is something to read.
  const focus = warned.length > 0 && { tabIndex: 0 };
  const chip = (
    <Chip size="small" color={color} variant="outlined" label={warnings} data-warnings={warnings} {...focus} />
  );
  if (warned.length === 0) return chip;
  return (
    <Tooltip
      title={
        <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2 }}>
          {warned.map((signal) => (
            <li key={signal.name}>{textOf(signal)}</li>
          ))}
        </Box>
      }
    >
      {chip}
    </Tooltip>
  );
}

function Country({ code }: { code: string | null }) {
  const tag = useTag();
  return <>{code === null ? '–' : (new Intl.DisplayNames([tag], { type: 'region' }).of(code) ?? code)}</>;
}

const columns: Column<ReviewRow>[] = [
  {
    source: 'openedAt',
    render: ({ openedAt, decidedAt }) => <WaitingAge since={openedAt} over={decidedAt !== null} />,
  },
  {
    source: 'kind',
    fixedOrder: true,
    phone: 'title',
    render: ({ id, kind }) => (
      <TextLink to={showLink('reviews', id)}>
        <KindText kind={kind} />
      </TextLink>
    ),
  },
  {
    source: 'status',
    fixedOrder: true,
    phone: 'corner',
    render: ({ status, answer, fourEyes, approvedByName, decidedAt }) => (
      <>
        <ReviewStatusChip status={status} />
        {decidedAt === null && <AnswerChip answer={answer} />}
        {(fourEyes || approvedByName !== null) && decidedAt === null && <FourEyes approvedByName={approvedByName} />}
      </>
    ),
  },
  {
    source: 'valueUsdt',
    align: 'right',
    render: ({ amount, asset }) => <Amount value={amount} {...(asset !== null && { asset })} />,
  },
  {
    source: 'warnings',
    align: 'right',
    render: ({ warnings, warned }) => <Warnings warnings={warnings} warned={warned} />,
  },
  { source: 'country', fixedOrder: true, render: ({ country }) => <Country code={country} /> },
  { source: 'userId', fixedOrder: true, render: ({ userId }) => <OwnerLink ownerId={userId} /> },
  {
    source: 'claimedBy',
    fixedOrder: true,
    render: ({ claimedByName, decidedByName }) => claimedByName ?? decidedByName ?? '–',
  },
  {
    source: 'reasons',
    fixedOrder: true,
    render: ({ kind, reasons }) => (reasons.length === 0 ? '–' : <ReasonTexts kind={kind} reasons={reasons} />),
  },
];

/** Claims the oldest unclaimed request of the queue that the list shows. */
function TakeOldest() {
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const { filterValues = {} } = useListContext();
  const queues = session.read()?.queues ?? [];
  const wanted = (filterValues as { queue?: string }).queue;
  const mine = queues.filter((queue) => wanted === undefined || queue === wanted);
  const take = useMutation({
    mutationFn: async () => {
      for (const queue of mine) {
        const id = await claimNext(queue);
        if (id !== undefined) return navigate(showLink('reviews', id));
      }
      return notify('console.review.queue_empty', { type: 'info' });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  const may = permits(permissions, 'reviewing') && mine.length > 0;
  useReviewKeys(may ? { n: () => take.mutate() } : {});
  if (!may) return null;
  return (
    <Button
      size="small"
      variant="contained"
      startIcon={<NextIcon />}
      loading={take.isPending}
      onClick={() => take.mutate()}
    >
      {translate('console.review.take_oldest')}
    </Button>
  );
}

/** A reviewer without queues sees the reason for the empty list. */
function NoQueues() {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const { identity } = useGetIdentity();
  const none = permits(permissions, 'reviewing') && (session.read()?.queues ?? []).length === 0;
  if (!none || identity === undefined) return null;
  return <Alert severity="info">{translate('console.review.no_queues')}</Alert>;
}

/** One queue and all queues look the same; an empty list states that nothing waits. */
function isQueue({ queue: _, status = 'waiting', open, ...more }: Record<string, unknown>): boolean {
  return status === 'waiting' && open !== false && Object.keys(more).length === 0;
}

/** What waits for a decision, the longest waiting first. On a phone the requests come before what can be done with several. */
export function ReviewList() {
  const resources = useResources();
  const filters = useMemo(() => filtersOf(Object.keys(kindsOf(resources))), [resources]);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <>
      <ResourceList
        filters={filters}
        sort={{ field: 'openedAt', order: 'ASC' }}
        filterDefaults={{ open: true }}
        lead={
          <>
            <Banners />
            <NoQueues />
            {!phone && <BatchPanel />}
          </>
        }
        action={<TakeOldest />}
      >
        <ListTable columns={columns} isWhole={isQueue} />
      </ResourceList>
      {phone && <BatchPanel />}
    </>
  );
}
