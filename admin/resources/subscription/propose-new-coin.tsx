import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { ReasonField } from '../../ui/reason-field';
import { useMayChangeNewCoins, useNewCoinChange } from './use-new-coin-change';

const WHOLE = { inputMode: 'numeric', pattern: '[1-9]\\d{0,12}' };
const FIELDS = {
  coin: { pattern: '[A-Za-z][A-Za-z0-9]{1,9}' },
  name: { maxLength: 80 },
  issuePrice: { inputMode: 'decimal', pattern: '\\d{1,15}(\\.\\d{1,4})?' },
  volume: WHOLE,
  minimum: WHOLE,
  closesOn: null,
  listsOn: null,
  lockupDays: { inputMode: 'numeric', pattern: '\\d{1,3}' },
} as const;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];
const EMPTY = Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<Field, string>;

/** Opens the form; another member of the staff approves what it sends. */
export function ProposeButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!useMayChangeNewCoins()) return null;
  return (
    <>
      <Button size="small" variant="contained" onClick={() => setOpen(true)}>
        {translate('console.new_coin.propose')}
      </Button>
      {open && <ProposeSheet close={() => setOpen(false)} />}
    </>
  );
}

function ProposeSheet({ close }: { close: () => void }) {
  const translate = useTranslate();
  const [form, setForm] = useState(EMPTY);
  const [reason, setReason] = useState('');
  const change = useNewCoinChange('propose', close);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const coin = form.coin.trim().toUpperCase();
    if (!change.isPending) change.mutate({ ...form, coin, reason });
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="propose-new-coin">
      <DialogTitle id="propose-new-coin">{translate('console.new_coin.propose')}</DialogTitle>
      <DialogContent>
        <Stack component="form" id="new-coin-form" spacing={1.5} sx={{ paddingBlockStart: 1 }} onSubmit={submit}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          {NAMES.map((name) => (
            <TextField
              key={name}
              required
              size="small"
              label={translate(`resources.new-coins.fields.${name}`)}
              value={form[name]}
              onChange={({ target }) => setForm({ ...form, [name]: target.value })}
              type={FIELDS[name] === null ? 'date' : 'text'}
              slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off', ...FIELDS[name] } }}
            />
          ))}
          <ReasonField value={reason} set={setReason} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button type="submit" form="new-coin-form" variant="contained" loading={change.isPending}>
          {translate('console.new_coin.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
