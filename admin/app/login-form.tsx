import { Alert, Button, Stack, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { staffLogin } from '../../contracts/staff.calls.js';
import type { StaffSessionView } from '../../contracts/staff.contract.js';
import { api } from '../lib/http';
import { session } from '../lib/session';

interface Typed {
  name: string;
  password: string;
}

type Attempt = { status: 'idle'; ended: boolean } | { status: 'asking' } | { status: 'refused'; message: string };

function NameAndPassword() {
  const translate = useTranslate();
  return (
    <>
      <TextField name="username" label={translate('ra.auth.username')} autoComplete="username" required autoFocus />
      <TextField
        name="password"
        type="password"
        label={translate('ra.auth.password')}
        autoComplete="current-password"
        required
      />
    </>
  );
}

function Code() {
  const translate = useTranslate();
  return (
    <TextField
      name="code"
      label={translate('console.factor.code')}
      helperText={translate('console.factor.code_hint')}
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      required
      autoFocus
    />
  );
}

/** Name and password; the code is asked for once they are right, where there is an authenticator. */
export function LoginForm({ enter }: { enter: (view: StaffSessionView, password: string) => void }) {
  const translate = useTranslate();
  const [attempt, setAttempt] = useState<Attempt>(() => ({ status: 'idle', ended: session.hasEnded() }));
  const [typed, setTyped] = useState<Typed | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const login = typed ?? { name: form['username'] ?? '', password: form['password'] ?? '' };
    setAttempt({ status: 'asking' });
    try {
      const code = form['code'];
      const view = await api.call(staffLogin, { ...login, ...(code === undefined ? {} : { code }) });
      if (!('codeWanted' in view)) return enter(view, login.password);
      setTyped(login);
      setAttempt({ status: 'idle', ended: false });
    } catch (error) {
      setAttempt({ status: 'refused', message: error instanceof Error ? error.message : 'ra.auth.sign_in_error' });
    }
  };
  return (
    <Stack component="form" onSubmit={(event) => void submit(event as FormEvent<HTMLFormElement>)} spacing={1.5}>
      {attempt.status === 'idle' && attempt.ended && (
        <Alert severity="info">{translate('ra.notification.logged_out')}</Alert>
      )}
      {attempt.status === 'refused' && (
        <Alert severity="error">{translate(attempt.message, { _: attempt.message })}</Alert>
      )}
      {typed === null ? <NameAndPassword /> : <Code />}
      <Button type="submit" variant="contained" size="large" loading={attempt.status === 'asking'}>
        {translate('ra.auth.sign_in')}
      </Button>
      {typed !== null && (
        <Button
          onClick={() => {
            setTyped(null);
            setAttempt({ status: 'idle', ended: false });
          }}
        >
          {translate('ra.action.back')}
        </Button>
      )}
    </Stack>
  );
}
