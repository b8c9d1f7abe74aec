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
} from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { ACTION_KINDS, EARNINGS_SESSIONS, type ActionKind } from '../../../contracts/corporate-action.contract.js';
import { ReasonField } from '../../ui/reason-field';
import { useActionChange, useMayChangeActions } from './use-action-change';

/** A whole number. */
const SHARES = { inputMode: 'numeric', pattern: '[1-9]\\d{0,4}' };

type Form = Record<'symbol' | 'date' | 'perShare' | 'newShares' | 'oldShares' | 'session', string>;
const EMPTY: Form = {
  symbol: '',
  date: '',
  perShare: '',
  newShares: '',
  oldShares: '1',
  session: EARNINGS_SESSIONS[0],
};

/** Opens the form; another member of the staff approves what it sends. */
export function ProposeButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!useMayChangeActions()) return null;
  return (
    <>
      <Button size="small" variant="contained" onClick={() => setOpen(true)}>
        {translate('console.action.propose')}
      </Button>
      {open && <ProposeSheet close={() => setOpen(false)} />}
    </>
  );
}

function ProposeSheet({ close }: { close: () => void }) {
  const translate = useTranslate();
  const [kind, setKind] = useState<ActionKind>('dividend');
  const [form, setForm] = useState<Form>(EMPTY);
  const [reason, setReason] = useState('');
  const change = useActionChange('propose', close);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { symbol, date } = form;
    const named = { symbol: symbol.trim().toUpperCase(), kind, date };
    if (!change.isPending) change.mutate({ ...named, ...ownTerms(kind, form), reason });
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="propose-action">
      <DialogTitle id="propose-action">{translate('console.action.propose')}</DialogTitle>
      <DialogContent>
        <Stack component="form" id="action-form" spacing={1.5} sx={{ paddingBlockStart: 1 }} onSubmit={submit}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Choice name="kind" values={ACTION_KINDS} value={kind} set={(chosen) => setKind(chosen as ActionKind)} />
          <Fields kind={kind} form={form} set={setForm} />
          <ReasonField value={reason} set={setReason} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button type="submit" form="action-form" variant="contained" loading={change.isPending}>
          {translate('console.action.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What this kind of action needs besides. */
function ownTerms(kind: ActionKind, { perShare, newShares, oldShares, session }: Form) {
  if (kind === 'delisting') return {};
  if (kind === 'dividend') return { perShare };
  if (kind === 'split') return { newShares: Number(newShares), oldShares: Number(oldShares) };
  return { session: session as (typeof EARNINGS_SESSIONS)[number] };
}

function Fields({ kind, form, set }: { kind: ActionKind; form: Form; set: (form: Form) => void }) {
  const translate = useTranslate();
  const field = (name: keyof Form, input: object = {}) => ({
    required: true,
    size: 'small' as const,
    label: translate(`resources.corporate-actions.fields.${name}`),
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => set({ ...form, [name]: target.value }),
    slotProps: { inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off', ...input } },
  });
  return (
    <>
      <TextField {...field('symbol', { maxLength: 24, minLength: 2 })} />
      <TextField {...field('date')} type="date" />
      {kind === 'dividend' && (
        <TextField {...field('perShare', { inputMode: 'decimal', pattern: '\\d{1,18}(\\.\\d{1,18})?' })} />
      )}
      {kind === 'split' && (
        <Stack direction="row" spacing={1.5}>
          <TextField {...field('newShares', SHARES)} fullWidth />
          <TextField {...field('oldShares', SHARES)} fullWidth />
        </Stack>
      )}
      {kind === 'earnings' && (
        <Choice
          name="session"
          values={EARNINGS_SESSIONS}
          value={form.session}
          set={(session) => set({ ...form, session })}
        />
      )}
    </>
  );
}

function Choice(props: { name: string; values: readonly string[]; value: string; set: (value: string) => void }) {
  const { name, values, value, set } = props;
  const translate = useTranslate();
  return (
    <TextField
      select
      size="small"
      label={translate(`resources.corporate-actions.fields.${name}`)}
      value={value}
      onChange={({ target }) => set(target.value)}
    >
      {values.map((each) => (
        <MenuItem key={each} value={each}>
          {translate(`console.action_${name}.${each}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
