import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { stopPayouts } from '../../../contracts/policy-change.calls.js';
import { PAUSE_REASONS } from '../../../contracts/policy.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { ReasonField } from '../../ui/reason-field';

type PauseReason = Exclude<(typeof PAUSE_REASONS)[number], 'none'>;

/** The brake: one person stops all payouts at once, two release them. */
export function StopPayouts() {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const [open, setOpen] = useState(false);
  if (!permits(permissions, 'stopping')) return null;
  return (
    <Box sx={{ marginBlockEnd: 2 }}>
      <Button size="small" variant="outlined" color="error" onClick={() => setOpen(true)}>
        {translate('console.pause.stop')}
      </Button>
      {open && <StopSheet close={() => setOpen(false)} />}
    </Box>
  );
}

function StopSheet({ close }: { close: () => void }) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [publicReason, setPublicReason] = useState<PauseReason>('security');
  const [reason, setReason] = useState('');
  const stop = useMutation({
    mutationFn: () => api.call(stopPayouts, { publicReason, reason }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['withdrawal-pause'] });
      close();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    stop.mutate();
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="stop-sheet">
      <DialogTitle id="stop-sheet">{translate('console.pause.stop_title')}</DialogTitle>
      <DialogContent>
        <Stack component="form" id="stop-form" spacing={2} sx={{ paddingBlockStart: 1 }} onSubmit={submit}>
          {stop.error !== null && <Alert severity="error">{stop.error.message}</Alert>}
          <Typography>{translate('console.pause.stop_text')}</Typography>
          <TextField
            select
            label={translate('console.pause.public_reason')}
            value={publicReason}
            onChange={(event) => setPublicReason(event.target.value as PauseReason)}
          >
            {PAUSE_REASONS.filter((one) => one !== 'none').map((one) => (
              <MenuItem key={one} value={one}>
                {translate(`policy.choice.withdrawal.pause.reason.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <ReasonField value={reason} set={setReason} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button type="submit" form="stop-form" variant="contained" color="error" loading={stop.isPending}>
          {translate('console.pause.stop')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
