import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  FormHelperText,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { usePermissions, useRefresh, useTranslate } from 'react-admin';
import { freezeUser, unfreezeUser } from '../../../contracts/account.calls.js';
import { permits, type StaffRole, type StaffUserRow } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';

const REASON_MIN = 10;

/** Freezes a real account, or unfreezes it after the owner's identity is checked. The reason and the member are recorded. */
export function FreezeAction({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const [open, setOpen] = useState(false);
  const frozen = user.status === 'frozen';
  if (user.realm !== 'real' || user.status === 'erased' || !permits(permissions, 'accounts')) return null;
  const name = translate(frozen ? 'console.freeze.unfreeze' : 'console.freeze.freeze');
  return (
    <>
      <Button size="small" variant="outlined" color={frozen ? 'primary' : 'error'} onClick={() => setOpen(true)}>
        {name}
      </Button>
      {open && <ReasonSheet title={name} frozen={frozen} userId={user.id} close={() => setOpen(false)} />}
    </>
  );
}

interface SheetProps {
  title: string;
  frozen: boolean;
  userId: string;
  close: () => void;
}

function ReasonSheet({ title, frozen, userId, close }: SheetProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: ({ reason, shut }: { reason: string; shut: boolean }) =>
      frozen
        ? api.call(unfreezeUser, { id: userId, reason })
        : api.call(freezeUser, { id: userId, reason, mayRead: !shut }),
    onSuccess: () => {
      close();
      refresh();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change.mutate({ reason: String(form.get('reason')), shut: form.has('shut') });
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="freeze-sheet">
      <DialogTitle id="freeze-sheet">{title}</DialogTitle>
      <DialogContent>
        <Stack
          component="form"
          id="freeze-form"
          spacing={2}
          onSubmit={(event) => submit(event as FormEvent<HTMLFormElement>)}
        >
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Typography>{translate(frozen ? 'console.freeze.unfreeze_note' : 'console.freeze.freeze_note')}</Typography>
          <TextField
            autoFocus
            required
            multiline
            minRows={2}
            name="reason"
            label={translate('console.freeze.reason')}
            helperText={translate('console.freeze.reason_hint', { least: REASON_MIN })}
            slotProps={{ htmlInput: { minLength: REASON_MIN, maxLength: 500 } }}
          />
          {!frozen && <ShutChoice />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button
          type="submit"
          form="freeze-form"
          variant="contained"
          color={frozen ? 'primary' : 'error'}
          loading={change.isPending}
        >
          {title}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A thief with the password could log in and export the data. */
function ShutChoice() {
  const translate = useTranslate();
  return (
    <div>
      <FormControlLabel
        control={<Checkbox name="shut" slotProps={{ input: { 'aria-describedby': 'freeze-shut' } }} />}
        label={translate('console.freeze.shut')}
      />
      <FormHelperText id="freeze-shut">{translate('console.freeze.shut_hint')}</FormHelperText>
    </div>
  );
}
