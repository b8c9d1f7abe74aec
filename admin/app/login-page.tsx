import { Alert, Box, Button, Card, Stack, TextField, Typography } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { ToggleThemeButton, useLogin, useTranslate } from 'react-admin';
import { session } from '../lib/session';
import { Brand } from '../ui/brand';
import { LanguageMenu } from '../ui/language-menu';

type Attempt = { status: 'idle'; ended: boolean } | { status: 'asking' } | { status: 'refused'; message: string };

function LoginForm() {
  const translate = useTranslate();
  const login = useLogin();
  const [attempt, setAttempt] = useState<Attempt>(() => ({ status: 'idle', ended: session.hasEnded() }));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setAttempt({ status: 'asking' });
    try {
      await login({ username: form.get('username'), password: form.get('password') });
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
      <TextField name="username" label={translate('ra.auth.username')} autoComplete="username" required autoFocus />
      <TextField
        name="password"
        type="password"
        label={translate('ra.auth.password')}
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="contained" size="large" loading={attempt.status === 'asking'}>
        {translate('ra.auth.sign_in')}
      </Button>
    </Stack>
  );
}

/** The door of the console. Language and theme can be chosen before one is in. */
export function LoginPage() {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        minHeight: '100vh',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.default',
        color: 'text.primary',
      }}
    >
      <Stack component="header" direction="row" sx={{ justifyContent: 'flex-end', padding: 1.5 }}>
        <LanguageMenu />
        <ToggleThemeButton />
      </Stack>
      <Box
        component="main"
        sx={{ flex: 1, display: 'grid', placeItems: 'center', padding: 2, paddingBlockEnd: '14vh' }}
      >
        <Card sx={{ width: '100%', maxWidth: 400, padding: { xs: 3, sm: 4 } }}>
          <Stack spacing={3}>
            <Box>
              <Brand />
              <Typography component="h1" variant="h5" sx={{ marginBlockStart: 3 }}>
                {translate('console.login.title')}
              </Typography>
              <Typography color="textSecondary">{translate('console.login.lead')}</Typography>
            </Box>
            <LoginForm />
          </Stack>
        </Card>
      </Box>
      <Typography component="footer" variant="caption" color="textSecondary" sx={{ textAlign: 'center', padding: 2 }}>
        {translate('console.simulation')}
      </Typography>
    </Box>
  );
}
