import { Box, Chip, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ReviewRow, ReviewStatus } from '../../../contracts/review.contract.js';
import { formatAge, formatIso } from '../../lib/format';
import { useTag } from '../../ui/use-tag';

const COLOR = {
  waiting: 'warning',
  claimed: 'info',
  asked: 'secondary',
  escalated: 'error',
  approved: 'success',
  rejected: 'error',
  withdrawn: 'default',
} as const satisfies Record<ReviewStatus, string>;

export function ReviewStatusChip({ status }: { status: ReviewStatus }) {
  const translate = useTranslate();
  return <Chip size="small" variant="outlined" color={COLOR[status]} label={translate(`review.status.${status}`)} />;
}

/** Marks whether the person has answered a question. */
export function AnswerChip({ answer }: Pick<ReviewRow, 'answer'>) {
  const translate = useTranslate();
  if (answer === null || answer === 'awaited') return null;
  const color = answer === 'given' ? 'success' : 'warning';
  const label = translate(`review.answer.${answer}`);
  return <Chip size="small" color={color} label={label} data-answer={answer} sx={{ marginInlineStart: 0.75 }} />;
}

const HOUR_MS = 3_600_000;
/** Waiting for more than an hour, and for more than a day. */
const AGES = [
  ['late', 24 * HOUR_MS, 'error.main'],
  ['long', HOUR_MS, 'warning.main'],
  ['fresh', 0, 'text.primary'],
] as const;

/** Since when it waits; the longer, the more it stands out. What is decided does not wait any more. */
export function WaitingAge({ since, over }: { since: number; over: boolean }) {
  const tag = useTag();
  const waited = Date.now() - since;
  const [name, , color] = over ? AGES[2] : (AGES.find(([, least]) => waited >= least) ?? AGES[2]);
  return (
    <Tooltip title={formatIso(since)}>
      <Box
        component="time"
        dateTime={formatIso(since)}
        data-age={name}
        sx={{ color, fontWeight: name === 'fresh' ? 400 : 600 }}
      >
        {formatAge(tag, since, Date.now())}
      </Box>
    </Tooltip>
  );
}
