import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import { Box, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ReviewFieldView, ReviewRow, ReviewSignalView } from '../../../contracts/review.contract.js';
import { showLink } from '../../lib/addresses';
import { formatCount, formatDecimal } from '../../lib/format';
import { TextLink } from '../../ui/text-link';
import { useTag } from '../../ui/use-tag';
import { Instant } from '../../ui/values';
import { ReviewStatusChip } from './review-chips';

/** Fields that hold the ISO code of a country. */
const COUNTRIES = new Set(['country', 'nationality', 'issuingCountry']);

const AMOUNT = /^(\d+(?:\.\d+)?) ([A-Z]{2,6})$/;

function FieldValue({ field: { name, value } }: { field: ReviewFieldView }) {
  const translate = useTranslate();
  const tag = useTag();
  if (COUNTRIES.has(name) && /^[A-Z]{2}$/.test(value))
    return <>{new Intl.DisplayNames([tag], { type: 'region' }).of(value) ?? value}</>;
  // An amount and its asset, as the rest of the console writes them.
  const [, amount, asset] = AMOUNT.exec(value) ?? [];
  if (amount !== undefined) return <>{`${formatDecimal(tag, amount)} ${asset}`}</>;
  // Codes have words; what a person typed has none and is shown as it is.
  return <>{/^[\w-]{1,40}$/.test(value) ? translate(`review.value.${name}.${value}`, { _: value }) : value}</>;
}

/** What the person sent, as it was typed. */
export function Fields({ fields }: { fields: readonly ReviewFieldView[] }) {
  const translate = useTranslate();
  return (
    <Box
      component="dl"
      data-fields
      sx={{ margin: 0, display: 'grid', gridTemplateColumns: 'minmax(108px, 2fr) 3fr', columnGap: 2, rowGap: 1 }}
    >
      {fields.map((field) => (
        <Box key={field.name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {translate(`review.field.${field.name}`, { _: field.name })}
          </Typography>
          <Typography
            component="dd"
            sx={{ margin: 0, fontWeight: 600, overflowWrap: 'anywhere', userSelect: 'text', whiteSpace: 'pre-wrap' }}
          >
            <FieldValue field={field} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** What rules have noticed about the request: warnings in sight, checks without a finding folded. */
export function Signals({ signals }: { signals: readonly ReviewSignalView[] }) {
  const translate = useTranslate();
  const warnings = signals.filter(({ level }) => level === 'warning');
  const clear = signals.filter(({ level }) => level !== 'warning');
  return (
    <Stack spacing={1}>
      {warnings.length > 0 && <SignalList signals={warnings} />}
      {clear.length > 0 && (
        <Box component="details" data-signals-clear={clear.length}>
          <Typography component="summary" variant="body2" color="textSecondary" sx={{ cursor: 'pointer' }}>
            {translate('console.review.checks_clear', { smart_count: clear.length })}
          </Typography>
          <Box sx={{ paddingBlockStart: 1 }}>
            <SignalList signals={clear} />
          </Box>
        </Box>
      )}
    </Stack>
  );
}

/** What a signal says, with the figures that its rule used. */
export function useSignalText(): (signal: ReviewSignalView) => string {
  const translate = useTranslate();
  const tag = useTag();
  const shown = (value: string | number) =>
    typeof value === 'number' ? formatCount(tag, value) : formatDecimal(tag, value);
  return ({ name, inputs }) => {
    const values = Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, shown(value)]));
    return translate(`review.signal.${name}`, { _: name, ...values });
  };
}

function SignalList({ signals }: { signals: readonly ReviewSignalView[] }) {
  const textOf = useSignalText();
  return (
    <Stack component="ul" spacing={0.75} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {signals.map((signal) => (
        <Stack
          key={signal.name}
          component="li"
          direction="row"
          spacing={1}
          data-signal={signal.name}
          data-level={signal.level}
        >
          {signal.level === 'warning' ? (
            <WarningIcon fontSize="small" color="warning" />
          ) : (
            <InfoIcon fontSize="small" color="info" />
          )}
          <Typography variant="body2">{textOf(signal)}</Typography>
        </Stack>
      ))}
    </Stack>
  );
}

/** Codes of a kind's reasons in the reader's language. */
export function ReasonTexts({ kind, reasons }: { kind: string; reasons: readonly string[] }) {
  const translate = useTranslate();
  return <>{reasons.map((reason) => translate(`review.reason.${kind}.${reason}`, { _: reason })).join(' · ')}</>;
}

/** Other requests of the same person. */
export function Earlier({ rows }: { rows: readonly ReviewRow[] }) {
  const translate = useTranslate();
  return (
    <Stack component="ul" spacing={1} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map(({ id, kind, status, openedAt, reasons }) => (
        <Box component="li" key={id}>
          <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <TextLink to={showLink('reviews', id)}>{translate(`review.kind.${kind}`, { _: kind })}</TextLink>
            <ReviewStatusChip status={status} />
            <Typography variant="body2" color="textSecondary">
              <Instant short at={openedAt} />
            </Typography>
          </Stack>
          {reasons.length > 0 && (
            <Typography variant="body2" color="textSecondary">
              <ReasonTexts kind={kind} reasons={reasons} />
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  );
}
