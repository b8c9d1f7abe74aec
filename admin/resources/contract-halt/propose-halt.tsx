import {
  Alert,
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
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import {
  HALT_CHANGES,
  HALT_REASONS,
  type HaltChange,
  type HaltReason,
} from '../../../contracts/contract-halt.contract.js';
import { ReasonField } from '../../ui/reason-field';
import { useHaltChange, useMayHalt } from './use-halt-change';

/** Opens the form; another member of the staff approves what it sends. */
export function ProposeHaltButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!useMayHalt()) return null;
  return (
    <>
      <Button size="small" variant="contained" onClick={() => setOpen(true)}>
        {translate('console.halt.propose')}
      </Button>
      {open && <ProposeSheet close={() => setOpen(false)} />}
    </>
  );
}

function ProposeSheet({ close }: { close: () => void }) {
  const translate = useTranslate();
  const [symbol, setSymbol] = useState('');
  const [kind, setKind] = useState<HaltChange>('halt');
  const [publicReason, setPublicReason] = useState<HaltReason>('index');
  const [reason, setReason] = useState('');
  const change = useHaltChange('propose', close);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const named = { symbol: symbol.trim().toUpperCase(), change: kind, reason };
    if (!change.isPending) change.mutate(kind === 'halt' ? { ...named, publicReason } : named);
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="propose-halt">
      <DialogTitle id="propose-halt">{translate('console.halt.propose')}</DialogTitle>
      <DialogContent>
        <Stack component="form" id="halt-form" spacing={1.5} sx={{ paddingBlockStart: 1 }} onSubmit={submit}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <TextField
            required
            size="small"
            label={translate('resources.contract-halts.fields.symbol')}
            value={symbol}
            onChange={({ target }) => setSymbol(target.value)}
            slotProps={{ htmlInput: { maxLength: 24, minLength: 2, autoComplete: 'off' } }}
          />
          <Choice name="change" values={HALT_CHANGES} value={kind} set={setKind} />
          {kind === 'halt' && (
            <Choice name="publicReason" values={HALT_REASONS} value={publicReason} set={setPublicReason} />
          )}
          <Typography variant="body2" color="textSecondary">
            {translate(`console.halt.${kind}_text`)}
          </Typography>
          <ReasonField value={reason} set={setReason} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button type="submit" form="halt-form" variant="contained" loading={change.isPending}>
          {translate('console.halt.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Choice<Value extends string>(props: {
  name: 'change' | 'publicReason';
  values: readonly Value[];
  value: Value;
  set: (value: Value) => void;
}) {
  const { name, values, value, set } = props;
  const translate = useTranslate();
  const texts = name === 'change' ? 'halt_change' : 'halt_reason';
  return (
    <TextField
      select
      size="small"
      label={translate(`resources.contract-halts.fields.${name}`)}
      value={value}
      onChange={({ target }) => set(target.value as Value)}
    >
      {values.map((each) => (
        <MenuItem key={each} value={each}>
          {translate(`console.${texts}.${each}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
