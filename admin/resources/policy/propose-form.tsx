import { Alert, Box, Button, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { HttpError, useTranslate } from 'react-admin';
import { staffPolicyImpact } from '../../../contracts/policy-change.calls.js';
import type { StaffPolicyRow } from '../../../contracts/policy-change.contract.js';
import { policyFields, type PolicyName } from '../../../contracts/policy.contract.js';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { ReasonField } from '../../ui/reason-field';
import { useResources } from '../../ui/resources';
import { usePolicyChange } from './use-policy-change';
import { ValueField } from './value-field';
import { DifferenceTable } from './value-tables';
import { differences, type Values } from './values';

/** Fields made from the policy's own bounds. What differs is shown before it is sent; a refusal names its field. */
export function ProposeForm({ policy, close }: { policy: StaffPolicyRow; close: () => void }) {
  const translate = useTranslate();
  const fields = policyFields(policy.id as PolicyName);
  const [values, setValues] = useState<Values>(policy.values);
  const [reason, setReason] = useState('');
  const [from, setFrom] = useState('');
  const change = usePolicyChange('propose', close);
  const refused = refusedKey(change.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const effectiveFrom = from === '' ? undefined : new Date(from).getTime();
    change.mutate({ name: policy.id, baseVersion: policy.version, values, reason, effectiveFrom });
  };
  return (
    <Section title={translate('console.policy.propose')}>
      <Stack component="form" noValidate spacing={2} onSubmit={submit}>
        <Presets policy={policy.id} load={setValues} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}>
          {fields.map(([key, field]) => (
            <ValueField
              key={key}
              {...{ policy: policy.id, name: key, field }}
              value={values[key]}
              isWrong={refused === key}
              set={(value) => setValues({ ...values, [key]: value })}
            />
          ))}
        </Box>
        {differences(policy.values, values).length > 0 && (
          <DifferenceTable policy={policy.id} before={policy.values} after={values} />
        )}
        <Impact name={policy.id} />
        <EffectiveFrom value={from} set={setFrom} />
        <ReasonField value={reason} set={setReason} />
        {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained" loading={change.isPending}>
            {translate('console.policy.send')}
          </Button>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        </Stack>
      </Stack>
    </Section>
  );
}

/** Named values that are loaded into the form with one click; they are proposed and agreed to like any others. */
function Presets({ policy, load }: { policy: string; load: (values: Values) => void }) {
  const translate = useTranslate();
  const presets = Object.assign({}, ...useResources().map((one) => one.policyPresets?.[policy])) as Record<
    string,
    Values
  >;
  if (Object.keys(presets).length === 0) return null;
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap', rowGap: 1 }}>
      <span>{translate('console.policy.presets')}</span>
      {Object.entries(presets).map(([name, preset]) => (
        <Button key={name} size="small" variant="outlined" onClick={() => load({ ...preset })}>
          {translate(`console.policy.preset.${name}`)}
        </Button>
      ))}
    </Stack>
  );
}

/** How many accounts and requests under way the change meets now. */
function Impact({ name }: { name: string }) {
  const translate = useTranslate();
  const { data } = useQuery({
    queryKey: ['policy-impact', name],
    queryFn: ({ signal }) => api.call(staffPolicyImpact, { name }, { signal }),
  });
  if (data === undefined || data.counts.length === 0) return null;
  const counts = data.counts.map(({ what, count }) => translate(`console.policy.hits.${what}`, { smart_count: count }));
  return (
    <Alert severity="info" data-impact>
      {translate('console.policy.impact', { counts: counts.join(' · ') })}
    </Alert>
  );
}

/** At once, or from an instant that the reader's own clock names. */
function EffectiveFrom({ value, set }: { value: string; set: (value: string) => void }) {
  const translate = useTranslate();
  return (
    <TextField
      type="datetime-local"
      label={translate('resources.policy-proposals.fields.effectiveFrom')}
      helperText={translate('console.policy.effective_hint')}
      value={value}
      onChange={(event) => set(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ maxWidth: 320 }}
    />
  );
}

/** The value that a refusal is about. */
function refusedKey(error: unknown): unknown {
  if (!(error instanceof HttpError)) return undefined;
  return (error.body as { data?: { params?: { key?: unknown } } } | null)?.data?.params?.key;
}
