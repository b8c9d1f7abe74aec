import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material';
import { useId, useState, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { ReasonField } from './reason-field';

interface DecisionsProps<Decision extends string> {
  /** What the reader may decide, in this order. */
  decisions: readonly Decision[];
  label: (decision: Decision) => string;
  /** Why there are not more of them. */
  note: string | null;
  /** Asks before the decision is sent. */
  sheet: (decision: Decision, close: () => void) => ReactNode;
}

/** What can be decided about a proposal, a button each. */
export function Decisions<Decision extends string>({ decisions, label, note, sheet }: DecisionsProps<Decision>) {
  const [confirming, setConfirming] = useState<Decision>();
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="small"
          variant={decision === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setConfirming(decision)}
        >
          {label(decision)}
        </Button>
      ))}
      {note !== null && (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
      {confirming !== undefined && sheet(confirming, () => setConfirming(undefined))}
    </Stack>
  );
}

interface DecisionSheetProps {
  title: string;
  /** What happens. */
  text: string;
  label: string;
  /** All but an approval asks for a reason. */
  needsReason: boolean;
  change: { readonly error: Error | null; readonly isPending: boolean };
  send: (reason: string) => void;
  close: () => void;
}

/** Says what happens before it does. */
export function DecisionSheet({ title, text, label, needsReason, change, send, close }: DecisionSheetProps) {
  const translate = useTranslate();
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Typography>{text}</Typography>
          {needsReason && <ReasonField autoFocus value={reason} set={setReason} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={change.isPending} onClick={() => send(reason)}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
