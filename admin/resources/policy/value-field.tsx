import { Autocomplete, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { getNetworks } from '../../../contracts/chain.calls.js';
import type { PolicyField } from '../../../contracts/policy-field.contract.js';
import { api } from '../../lib/http';
import { useChoiceText, useValueLabel } from './value-tables';
import { clockTimes, splitList, valueOf, type Values } from './values';

interface ValueFieldProps {
  policy: string;
  name: string;
  field: PolicyField;
  value: Values[string] | undefined;
  isWrong: boolean;
  set: (value: Values[string]) => void;
}

/** A field as the policy's own schema says: a switch, a choice, several of a list, or a text within bounds. */
export function ValueField(props: ValueFieldProps) {
  const { field } = props;
  switch (field.kind) {
    case 'switch':
      return <SwitchField {...props} />;
    case 'choice':
      return <ChoiceField {...props} options={field.options} />;
    case 'clock':
      return <ChoiceField {...props} options={clockTimes(field.endsDay, String(props.value ?? ''))} />;
    case 'time-zone':
      return <ZoneField {...props} />;
    case 'several':
      return field.of === 'chains' ? <ChainsField {...props} /> : <SeveralField {...props} options={field.of} />;
    case 'whole':
    case 'decimal':
    case 'text':
      return <WrittenField {...props} />;
  }
}

function SwitchField({ policy, name, value, set }: ValueFieldProps) {
  const label = useValueLabel()(policy, name);
  const control = <Switch checked={value === true} onChange={(event) => set(event.target.checked)} />;
  return <FormControlLabel label={label} control={control} />;
}

function ChoiceField({ policy, name, value, isWrong, set, options }: ValueFieldProps & { options: readonly string[] }) {
  const label = useValueLabel()(policy, name);
  const choice = useChoiceText();
  return (
    <TextField
      select
      label={label}
      value={String(value ?? '')}
      error={isWrong}
      onChange={(event) => set(event.target.value)}
    >
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {choice(policy, name, option)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ZoneField({ policy, name, value, isWrong, set }: ValueFieldProps) {
  const label = useValueLabel()(policy, name);
  return (
    <Autocomplete
      options={Intl.supportedValuesOf('timeZone')}
      value={String(value ?? '')}
      disableClearable
      onChange={(_, zone) => set(zone)}
      renderInput={(params) => <TextField {...params} label={label} error={isWrong} />}
    />
  );
}

function ChainsField(props: ValueFieldProps) {
  const { data } = useQuery({
    queryKey: ['networks'],
    queryFn: ({ signal }) => api.call(getNetworks, {}, { signal }),
    staleTime: Infinity,
  });
  const options = (data ?? []).flatMap(({ network, assets }) => assets.map(({ asset }) => `${asset}:${network}`));
  return <SeveralField {...props} options={options} />;
}

function SeveralField(props: ValueFieldProps & { options: readonly string[] }) {
  const { policy, name, field, value, isWrong, set, options } = props;
  const label = useValueLabel()(policy, name);
  const choice = useChoiceText();
  const none = field.kind === 'several' && field.mayBeNone ? 'none' : '';
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      // What is in force stays to be seen although nothing offers it any more.
      options={[...new Set([...options, ...splitList(value)])]}
      value={splitList(value)}
      onChange={(_, chosen) => set(chosen.length === 0 ? none : chosen.join(','))}
      getOptionLabel={(option) => choice(policy, name, option)}
      renderInput={(params) => <TextField {...params} label={label} error={isWrong} />}
    />
  );
}

function WrittenField({ policy, name, field, value, isWrong, set }: ValueFieldProps) {
  const translate = useTranslate();
  const label = useValueLabel()(policy, name);
  const isBounded = field.kind === 'whole' || field.kind === 'decimal';
  const range = field.kind === 'decimal' && field.mayBeNone ? 'console.policy.range_or_none' : 'console.policy.range';
  return (
    <TextField
      label={label}
      value={String(value ?? '')}
      error={isWrong}
      helperText={isBounded ? translate(range, { min: field.min, max: field.max }) : name}
      onChange={(event) => set(valueOf(field, event.target.value))}
      slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off', maxLength: 200 } }}
    />
  );
}
