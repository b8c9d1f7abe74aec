import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { CallInput } from '../../contracts/call.contract.js';
import { beginFactor, confirmFactor, staffChangePassword } from '../../contracts/staff.calls.js';
import { saveText } from '../lib/download';
import { api } from '../lib/http';
import { Hash } from '../ui/hash';
import { Failed, Waiting } from '../ui/states';

/** The proof that a member of staff types. */
export interface Proof {
  password?: string;
  code?: string;
}

/** A titled step of a few lines with one button. Refusals stand where they can be read. */
export function Step(props: {
  title: string;
  lead: string;
  action: string;
  busy: boolean;
  error: Error | null;
  submit: (fields: Record<string, string>) => void;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const { title, lead, action, busy, error, submit, children } = props;
  return (
    <Stack
      component="form"
      spacing={1.5}
      onSubmit={(event) => {
        event.preventDefault();
        submit(Object.fromEntries(new FormData(event.target as HTMLFormElement)) as Record<string, string>);
      }}
    >
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <Typography color="textSecondary">{lead}</Typography>
      {error !== null && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {children}
      <Button type="submit" variant="contained" size="large" loading={busy}>
        {action}
      </Button>
    </Stack>
  );
}

export function CodeField() {
  const translate = useTranslate();
  return (
    <TextField
      name="code"
      label={translate('console.factor.code')}
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
      required
    />
  );
}

/** Chooses an own password. `initialPassword` is the one that an administrator handed out, if it was typed just now. */
export function PasswordStep(props: { initialPassword: string; withCode?: boolean; done: () => void }) {
  const { initialPassword, withCode = false, done } = props;
  const translate = useTranslate();
  const [differ, setDiffer] = useState(false);
  const change = useMutation({
    mutationFn: (body: CallInput<typeof staffChangePassword>) => api.call(staffChangePassword, body),
    onSuccess: done,
  });
  const submit = ({ password = initialPassword, newPassword = '', again, code }: Record<string, string>) => {
    setDiffer(newPassword !== again);
    if (newPassword === again) change.mutate({ password, newPassword, ...(withCode ? { code } : {}) });
  };
  return (
    <Step
      title={translate('console.own.password_title')}
      lead={translate(initialPassword === '' ? 'console.own.password_lead' : 'console.own.password_first')}
      action={translate('console.own.password_save')}
      busy={change.isPending}
      error={change.error}
      submit={submit}
    >
      {initialPassword === '' && (
        <TextField
          name="password"
          type="password"
          label={translate('console.own.password_old')}
          autoComplete="current-password"
          required
        />
      )}
      <TextField
        name="newPassword"
        type="password"
        label={translate('console.own.password_new')}
        helperText={translate('console.own.password_rule')}
        autoComplete="new-password"
        autoFocus={initialPassword !== ''}
        required
      />
      <TextField
        name="again"
        type="password"
        label={translate('console.own.password_again')}
        autoComplete="new-password"
        error={differ}
        helperText={differ && translate('console.own.password_differs')}
        required
      />
      {withCode && <CodeField />}
    </Step>
  );
}

/** The secret as QR code and to type by hand; a code of it puts it in force. */
export function FactorStep(props: { name: string; proof?: Proof; done: (codes: string[]) => void }) {
  const { name, proof = {}, done } = props;
  const translate = useTranslate();
  const begun = useQuery({
    queryKey: ['begin-factor'],
    queryFn: () => api.call(beginFactor, proof),
    // Another asking would make another secret than the one that was scanned.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const confirm = useMutation({
    mutationFn: (code: string) => api.call(confirmFactor, { code }),
    onSuccess: ({ codes }) => done(codes),
  });
  if (begun.error !== null) return <Failed error={begun.error} retry={() => void begun.refetch()} />;
  if (begun.data === undefined) return <Waiting />;
  const { secret, uri } = begun.data;
  return (
    <Step
      title={translate('console.factor.title')}
      lead={translate('console.factor.lead')}
      action={translate('console.factor.confirm')}
      busy={confirm.isPending}
      error={confirm.error}
      submit={({ code = '' }) => confirm.mutate(code)}
    >
      {/* White in both themes: cameras want dark squares on a light ground. */}
      <Box sx={{ alignSelf: 'center', padding: 1.5, borderRadius: 1, bgcolor: '#fff', lineHeight: 0 }}>
        <QRCodeSVG value={uri} size={184} title={translate('console.factor.qr', { name })} />
      </Box>
      <Box>
        <Typography variant="body2" color="textSecondary">
          {translate('console.factor.by_hand')}
        </Typography>
        <Box data-totp-secret={secret}>
          <Hash value={secret} whole />
        </Box>
      </Box>
      <CodeField />
    </Step>
  );
}

/** The one time that the recovery codes can be read. */
export function CodesStep({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const translate = useTranslate();
  return (
    <Stack spacing={1.5}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('console.factor.codes_title')}
      </Typography>
      <Alert severity="warning">{translate('console.factor.codes_lead')}</Alert>
      <Box
        component="ol"
        data-recovery-codes
        sx={{
          margin: 0,
          paddingInlineStart: 3,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          fontFamily: 'ui-monospace, monospace',
          fontSize: 14,
          rowGap: 0.5,
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        <Button variant="outlined" onClick={() => saveText('glassbook-recovery-codes.txt', `${codes.join('\n')}\n`)}>
          {translate('console.factor.codes_save')}
        </Button>
        <Button variant="contained" onClick={done}>
          {translate('console.factor.codes_noted')}
        </Button>
      </Stack>
    </Stack>
  );
}
