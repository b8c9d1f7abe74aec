import { Alert, Box, Button, Stack, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetIdentity, useNotify, useTranslate } from 'react-admin';
import { staffRenewRecoveryCodes } from '../../contracts/staff.calls.js';
import { CodeField, CodesStep, FactorStep, PasswordStep, Step, type Proof } from './account-steps';
import { api } from '../lib/http';
import { Page, Section } from '../ui/page';

/** Asks for password and code before it shows a secret. */
function Prove(props: {
  title: string;
  lead: string;
  busy: boolean;
  error: Error | null;
  prove: (proof: Proof) => void;
}) {
  const translate = useTranslate();
  const { title, lead, busy, error, prove } = props;
  return (
    <Step title={title} lead={lead} action={translate('console.own.go_on')} busy={busy} error={error} submit={prove}>
      <TextField
        name="password"
        type="password"
        label={translate('ra.auth.password')}
        autoComplete="current-password"
        required
      />
      <CodeField />
    </Step>
  );
}

function NewCodes() {
  const translate = useTranslate();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useMutation({
    mutationFn: (proof: Proof) => api.call(staffRenewRecoveryCodes, proof),
    onSuccess: (answer) => setCodes(answer.codes),
  });
  if (codes !== null) return <CodesStep codes={codes} done={() => setCodes(null)} />;
  return (
    <Prove
      title={translate('console.own.codes_title')}
      lead={translate('console.own.codes_lead')}
      busy={renew.isPending}
      error={renew.error}
      prove={(proof) => renew.mutate(proof)}
    />
  );
}

/** Another authenticator in the place of the present one. */
function NewFactor() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const [proof, setProof] = useState<Proof | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    setProof(null);
    setCodes(null);
  };
  if (codes !== null) return <CodesStep codes={codes} done={close} />;
  if (proof === null)
    return (
      <Prove
        title={translate('console.own.factor_title')}
        lead={translate('console.own.factor_lead')}
        busy={false}
        error={null}
        prove={setProof}
      />
    );
  return (
    <Stack spacing={1.5}>
      <FactorStep name={identity?.fullName ?? ''} proof={proof} done={setCodes} />
      <Button onClick={close}>{translate('ra.action.cancel')}</Button>
    </Stack>
  );
}

function NewPassword() {
  const notify = useNotify();
  const [round, setRound] = useState(0);
  return (
    <PasswordStep
      key={round}
      initialPassword=""
      withCode
      done={() => {
        setRound(round + 1);
        notify('console.own.password_changed', { type: 'info' });
      }}
    />
  );
}

/** The reader's own account: password, authenticator, recovery codes. */
export function OwnAccount() {
  const translate = useTranslate();
  return (
    <Page title={translate('console.own.title')}>
      <Alert severity="info">{translate('console.own.lead')}</Alert>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))' }}>
        <Section>
          <NewPassword />
        </Section>
        <Section>
          <NewFactor />
        </Section>
        <Section>
          <NewCodes />
        </Section>
      </Box>
    </Page>
  );
}
