import { Alert, Box, Button, FormControlLabel, Stack, Switch, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { HttpError, useTranslate } from 'react-admin';
import type { StaffPolicyRow } from '../../../contracts/policy-change.contract.js';
import { policyFields, type PolicyField, type PolicyName } from '../../../contracts/policy.contract.js';
import { WITHDRAWAL_PRESETS } from '../../../contracts/withdrawal.contract.js';
import { Section } from '../../ui/page';
import { usePolicyChange } from './use-policy-change';
import { DifferenceTable, useValueLabel } from './value-tables';
import { differences, valueOf, type Values } from './values';

/** Named values that are loaded into the form with one click; they are proposed and agreed to like any others. */
const PRESETS: Readonly<Record<string, Readonly<Record<string, Values>>>> = { 'withdrawal.rules': WITHDRAWAL_PRESETS };

/** Fields made from the policy's own bounds. What differs is shown before it is sent; a refusal names its field. */
export function ProposeForm({ policy, close }: { policy: StaffPolicyRow; close: () => void }) {
  const translate = useTranslate();
  const fields = policyFields(policy.id as PolicyName);
  const [values, setValues] = useState<Values>(policy.values);
  const [reason, setReason] = useState('');
  const change = usePolicyChange('propose', close);
  const refused = refusedKey(change.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ name: policy.id, baseVersion: policy.version, values, reason });
  };
  return (
    <Section title={translate('console.policy.propose')}>
      <Stack component="form" noValidate spacing={2} onSubmit={submit}>
        {PRESETS[policy.id] !== undefined && (
          <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap', rowGap: 1 }}>
            <span>{translate('console.policy.presets')}</span>
            {Object.entries(PRESETS[policy.id] ?? {}).map(([name, preset]) => (
              <Button key={name} size="small" variant="outlined" onClick={() => setValues({ ...preset })}>
                {name}
              </Button>
            ))}
          </Stack>
        )}
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
        <TextField
          multiline
          minRows={2}
          label={translate('resources.policy-proposals.fields.reason')}
          helperText={translate('console.policy.reason_hint')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
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

interface ValueFieldProps {
  policy: string;
  name: string;
  field: PolicyField;
  value: Values[string] | undefined;
  isWrong: boolean;
  set: (value: Values[string]) => void;
}

function ValueField({ policy, name, field, value, isWrong, set }: ValueFieldProps) {
  const translate = useTranslate();
  const label = useValueLabel()(policy, name);
  if (field.kind === 'switch') {
    const control = <Switch checked={value === true} onChange={(event) => set(event.target.checked)} />;
    return <FormControlLabel label={label} control={control} />;
  }
  const range = field.kind === 'decimal' && field.mayBeNone ? 'console.policy.range_or_none' : 'console.policy.range';
  return (
    <TextField
      label={label}
      value={String(value ?? '')}
      error={isWrong}
      helperText={field.kind === 'text' ? name : translate(range, { min: field.min, max: field.max })}
      onChange={(event) => set(valueOf(field, event.target.value))}
      slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off', maxLength: 200 } }}
    />
  );
}

/** The value that a refusal is about. */
function refusedKey(error: unknown): unknown {
  if (!(error instanceof HttpError)) return undefined;
  return (error.body as { data?: { params?: { key?: unknown } } } | null)?.data?.params?.key;
}
