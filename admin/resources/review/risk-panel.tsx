import { Alert, Button, Checkbox, FormControlLabel, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetIdentity, usePermissions, useTranslate } from 'react-admin';
import { holdReview } from '../../../contracts/review.calls.js';
import { ESCALATION_REASONS, REVIEW_NOTE_CHARS_MAX, type ReviewView } from '../../../contracts/review.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { Section } from '../../ui/page';
import { escalate, rejectEscalated, returnReview } from './review-calls';

/** Risk writes no note to the person, and this reason refers to one. */
const needsNoNote = (reason: string): boolean => reason !== 'other';

interface PanelProps {
  view: ReviewView;
  reload: () => void;
}

/** What risk does: holds an open request, and settles one that others brought. */
export function RiskPanel({ view, reload }: PanelProps) {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const { identity } = useGetIdentity();
  const { status, escalation } = view.review;
  const isOpen = status === 'waiting' || status === 'claimed';
  if (!permits(permissions, 'escalations') || (!isOpen && escalation === null)) return null;
  return (
    <Section title={translate('console.review.risk')}>
      {isOpen && <Hold view={view} reload={reload} />}
      {escalation !== null && escalation.by === identity?.id && (
        <Typography variant="body2">{translate('console.review.escalated_own')}</Typography>
      )}
      {escalation !== null && escalation.by !== identity?.id && <Settle view={view} reload={reload} />}
    </Section>
  );
}

function Remark({ value, change }: { value: string; change: (remark: string) => void }) {
  const translate = useTranslate();
  return (
    <TextField
      size="small"
      multiline
      label={translate('console.review.remark')}
      helperText={translate('console.review.remark_hint')}
      value={value}
      onChange={(event) => change(event.target.value.slice(0, REVIEW_NOTE_CHARS_MAX))}
    />
  );
}

function Hold({ view, reload }: PanelProps) {
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  const [remark, setRemark] = useState('');
  const hold = useMutation({
    mutationFn: () => escalate(holdReview, view.review.id, { reasons: [reason], remark }),
    onSuccess: reload,
  });
  return (
    <Stack spacing={1.5} data-risk="hold">
      {hold.error !== null && <Alert severity="error">{hold.error.message}</Alert>}
      <Typography variant="body2">{translate('console.review.hold_lead')}</Typography>
      <TextField
        select
        size="small"
        label={translate('console.review.escalation_reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      >
        {ESCALATION_REASONS.map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`review.escalation.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <Remark value={remark} change={setRemark} />
      <Button
        variant="outlined"
        color="warning"
        disabled={reason === ''}
        loading={hold.isPending}
        onClick={() => hold.mutate()}
      >
        {translate('console.review.hold')}
      </Button>
    </Stack>
  );
}

function Settle({ view, reload }: PanelProps) {
  const translate = useTranslate();
  const { id, kind } = view.review;
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [remark, setRemark] = useState('');
  const settle = useMutation({
    mutationFn: (verdict: 'returned' | 'rejected') =>
      verdict === 'returned' ? returnReview(id, remark) : rejectEscalated(id, reasons, remark),
    onSuccess: reload,
  });
  const toggle = (reason: string) =>
    setReasons((before) => (before.includes(reason) ? before.filter((one) => one !== reason) : [...before, reason]));
  return (
    <Stack spacing={1.5} data-risk="settle">
      {settle.error !== null && <Alert severity="error">{settle.error.message}</Alert>}
      <Stack component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
        <Typography component="legend" variant="body2" color="textSecondary">
          {translate('console.review.reasons')}
        </Typography>
        {view.reasonCodes.filter(needsNoNote).map((reason) => (
          <FormControlLabel
            key={reason}
            control={<Checkbox size="small" checked={reasons.includes(reason)} onChange={() => toggle(reason)} />}
            label={translate(`review.reason.${kind}.${reason}`, { _: reason })}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </Stack>
      <Remark value={remark} change={setRemark} />
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button variant="contained" loading={settle.isPending} onClick={() => settle.mutate('returned')}>
          {translate('console.review.return')}
        </Button>
        <Button
          variant="outlined"
          color="error"
          disabled={reasons.length === 0 || settle.isPending}
          onClick={() => settle.mutate('rejected')}
        >
          {translate('console.review.reject')}
        </Button>
      </Stack>
    </Stack>
  );
}
