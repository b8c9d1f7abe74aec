import { Box, Card, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { ToggleThemeButton, useLogin, useTranslate } from 'react-admin';
import { staffSession } from '../../contracts/staff.calls.js';
import type { StaffSessionView } from '../../contracts/staff.contract.js';
import { api } from '../lib/http';
import { session } from '../lib/session';
import { Brand } from '../ui/brand';
import { LanguageMenu } from '../ui/language-menu';
import { CodesStep, FactorStep, PasswordStep } from './account-steps';
import { LoginForm } from './login-form';

type Step =
  | { at: 'door' }
  | { at: 'setup'; view: StaffSessionView }
  | { at: 'codes'; view: StaffSessionView; codes: string[] };

/** A session that was begun and not finished goes on where it was, also after a reload. */
function firstStep(): Step {
  const kept = session.read();
  return kept !== undefined && kept.setup !== null && kept.expiresAt > Date.now()
    ? { at: 'setup', view: kept }
    : { at: 'door' };
}

/** Name and password, then the code; at the first log-in a password of one's own and an authenticator before that. */
function Steps() {
  const login = useLogin();
  const [step, setStep] = useState(firstStep);
  const [typedPassword, setTypedPassword] = useState('');
  const goOn = (view: StaffSessionView, password = '') => {
    session.write(view);
    setTypedPassword(password);
    if (view.setup === null) void login(view);
    else setStep({ at: 'setup', view });
  };
  if (step.at === 'door') return <LoginForm enter={goOn} />;
  const { view } = step;
  // What is left to do, the server knows.
  const refresh = () => void api.call(staffSession).then((now) => goOn(now));
  if (step.at === 'codes') return <CodesStep codes={step.codes} done={refresh} />;
  if (view.setup === 'password') return <PasswordStep initialPassword={typedPassword} done={refresh} />;
  return <FactorStep name={view.name} done={(codes) => setStep({ at: 'codes', view, codes })} />;
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
        sx={{ flex: 1, display: 'grid', placeItems: 'center', padding: 2, paddingBlockEnd: '10vh' }}
      >
        <Card sx={{ width: '100%', maxWidth: 440, padding: { xs: 3, sm: 4 } }}>
          <Stack spacing={3}>
            <Box>
              <Brand />
              <Typography component="h1" variant="h5" sx={{ marginBlockStart: 3 }}>
                {translate('console.login.title')}
              </Typography>
              <Typography color="textSecondary">{translate('console.login.lead')}</Typography>
            </Box>
            <Steps />
          </Stack>
        </Card>
      </Box>
      <Typography component="footer" variant="caption" color="textSecondary" sx={{ textAlign: 'center', padding: 2 }}>
        {translate('console.simulation')}
      </Typography>
    </Box>
  );
}
