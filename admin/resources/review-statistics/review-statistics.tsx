import { Box, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { staffReviewStatistics } from '../../../contracts/review.calls.js';
import type { ReviewStatisticsView } from '../../../contracts/review.contract.js';
import { listLink } from '../../lib/addresses';
import { formatCount, formatSpan } from '../../lib/format';
import { api } from '../../lib/http';
import { Page, Section } from '../../ui/page';
import { PlainTable, type PlainColumn } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { TextLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Count } from '../../ui/values';
import { WaitingAge } from '../review/review-chips';

const PERIODS = [7, 14, 30, 90] as const;
const REFRESH_MS = 15_000;

interface Figures {
  approved: number;
  rejected: number;
  medianMs: number | null;
}

function Median({ ms }: { ms: number | null }) {
  const tag = useTag();
  return <>{ms === null ? '–' : formatSpan(tag, ms / 1000)}</>;
}

/** How many of a hundred were approved. */
function Share({ approved, rejected }: Figures) {
  const tag = useTag();
  const all = approved + rejected;
  if (all === 0) return <>–</>;
  return <>{new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }).format(approved / all)}</>;
}

/** Approved and rejected as one bar; its length compares the rows with each other. */
function Bar({ approved, rejected, most }: Figures & { most: number }) {
  const part = (count: number) => `${most === 0 ? 0 : (count / most) * 100}%`;
  return (
    <Box aria-hidden sx={{ display: 'flex', width: 160, height: 10, borderRadius: 0.5, bgcolor: 'action.hover' }}>
      <Box style={{ width: part(approved) }} sx={{ bgcolor: 'success.main' }} />
      <Box style={{ width: part(rejected) }} sx={{ bgcolor: 'error.main' }} />
    </Box>
  );
}

function useFigureColumns<Row extends Figures>(rows: readonly Row[]): PlainColumn<Row>[] {
  const translate = useTranslate();
  const most = Math.max(0, ...rows.map(({ approved, rejected }) => approved + rejected));
  const label = (name: string) => translate(`console.review.figures.${name}`);
  return [
    { key: 'bar', label: label('decided'), render: (row) => <Bar {...row} most={most} /> },
    { key: 'approved', label: label('approved'), align: 'right', render: (row) => <Count value={row.approved} /> },
    { key: 'rejected', label: label('rejected'), align: 'right', render: (row) => <Count value={row.rejected} /> },
    { key: 'share', label: label('share'), align: 'right', render: (row) => <Share {...row} /> },
    { key: 'median', label: label('median'), align: 'right', render: (row) => <Median ms={row.medianMs} /> },
  ];
}

function FiguresTable<Row extends Figures>(props: {
  title: string;
  head: string;
  rows: readonly Row[];
  name: (row: Row) => string;
}) {
  const { title, head, rows, name } = props;
  const translate = useTranslate();
  const columns = useFigureColumns(rows);
  return (
    <Section title={title} flush>
      {rows.length === 0 ? (
        <Nothing compact text={translate('console.review.figures.none')} />
      ) : (
        <PlainTable
          label={title}
          columns={[{ key: 'name', label: head, render: (row) => name(row) }, ...columns]}
          rows={rows}
          rowKey={name}
        />
      )}
    </Section>
  );
}

function WaitingNow({ rows }: { rows: ReviewStatisticsView['waiting'] }) {
  const translate = useTranslate();
  const tag = useTag();
  return (
    <Section title={translate('console.review.figures.waiting')}>
      {rows.length === 0 && <Typography color="textSecondary">{translate('console.empty.reviews')}</Typography>}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
        {rows.map(({ kind, count, oldestAt }) => (
          <Box key={kind} data-waiting={kind}>
            <Typography variant="h5" component="p">
              {formatCount(tag, count)}
            </Typography>
            <TextLink to={listLink('reviews', { kind, open: true })}>
              {translate(`review.kind.${kind}`, { _: kind })}
            </TextLink>
            {oldestAt !== null && (
              <Typography variant="body2">
                <WaitingAge since={oldestAt} over={false} />
              </Typography>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function Period({ days, setDays }: { days: number; setDays: (days: number) => void }) {
  const translate = useTranslate();
  const tag = useTag();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <TextField
        select
        fullWidth={false}
        size="small"
        label={translate('console.review.figures.period')}
        value={days}
        onChange={(event) => setDays(Number(event.target.value))}
        sx={{ minWidth: 160 }}
      >
        {PERIODS.map((period) => (
          <MenuItem key={period} value={period}>
            {formatSpan(tag, period * 86_400)}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="body2" color="textSecondary">
        {translate('console.review.figures.lead')}
      </Typography>
    </Stack>
  );
}

/** What was most often wrong. */
function Reasons({ rows }: { rows: ReviewStatisticsView['reasons'] }) {
  const translate = useTranslate();
  const title = translate('console.review.figures.by_reason');
  const columns: PlainColumn<ReviewStatisticsView['reasons'][number]>[] = [
    {
      key: 'kind',
      label: translate('resources.reviews.fields.kind'),
      render: ({ kind }) => translate(`review.kind.${kind}`, { _: kind }),
    },
    {
      key: 'reason',
      label: translate('resources.reviews.fields.reasons'),
      render: ({ kind, reason }) => translate(`review.reason.${kind}.${reason}`, { _: reason }),
    },
    {
      key: 'count',
      label: translate('console.review.figures.rejected'),
      align: 'right',
      render: ({ count }) => <Count value={count} />,
    },
  ];
  return (
    <Section title={title} flush>
      {rows.length === 0 ? (
        <Nothing compact text={translate('console.review.figures.no_rejections')} />
      ) : (
        <PlainTable label={title} columns={columns} rows={rows} rowKey={({ kind, reason }) => `${kind} ${reason}`} />
      )}
    </Section>
  );
}

/** How the queues stand and how the work went: by day, kind and reviewer, and what was most often wrong. */
export function ReviewStatistics() {
  const translate = useTranslate();
  const tag = useTag();
  const [days, setDays] = useState<number>(14);
  const { data, error, refetch } = useQuery({
    queryKey: ['review-statistics', days],
    queryFn: ({ signal }) => api.call(staffReviewStatistics, { days }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const title = translate('resources.review-statistics.name', { smart_count: 2 });
  if (data === undefined)
    return (
      <Page title={title}>{error === null ? <Waiting /> : <Failed error={error} retry={() => void refetch()} />}</Page>
    );
  const kindName = (kind: string) => translate(`review.kind.${kind}`, { _: kind });
  const dayName = (day: string) =>
    new Intl.DateTimeFormat(tag, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(day),
    );
  return (
    <Page title={title}>
      <WaitingNow rows={data.waiting} />
      <Period days={days} setDays={setDays} />
      <FiguresTable
        title={translate('console.review.figures.by_kind')}
        head={translate('resources.reviews.fields.kind')}
        rows={data.kinds}
        name={({ kind }) => kindName(kind)}
      />
      <FiguresTable
        title={translate('console.review.figures.by_reviewer')}
        head={translate('console.role.reviewer')}
        rows={data.reviewers}
        name={({ name }) => name}
      />
      <Reasons rows={data.reasons} />
      <FiguresTable
        title={translate('console.review.figures.by_day')}
        head={translate('console.review.figures.day')}
        rows={[...data.days].reverse()}
        name={({ day }) => dayName(day)}
      />
    </Page>
  );
}
