import type { ReactElement } from 'react';
import { BooleanInput, DateTimeInput, NumberInput, SelectInput, TextInput } from 'react-admin';

function choices(prefix: string, ids: readonly string[]) {
  return ids.map((id) => ({ id, name: `${prefix}.${id}` }));
}

/** A choice among known values, translated; none chosen means all. */
export function selectFilter(source: string, prefix: string, ids: readonly string[], alwaysOn = false): ReactElement {
  return (
    <SelectInput
      key={source}
      source={source}
      choices={choices(prefix, ids)}
      alwaysOn={alwaysOn}
      sx={{ minWidth: 140 }}
    />
  );
}

export function textFilter(source: string, alwaysOn = false): ReactElement {
  return <TextInput key={source} source={source} alwaysOn={alwaysOn} resettable />;
}

export function numberFilter(source: string): ReactElement {
  return <NumberInput key={source} source={source} min={0} step={1} />;
}

export function instantFilter(source: string): ReactElement {
  return <DateTimeInput key={source} source={source} />;
}

/** A switch has no frame that would give it the height of the fields beside it, and its label reaches out to the left. */
const SWITCH = {
  minHeight: 40,
  justifyContent: 'center',
  '& .MuiFormControlLabel-root': { marginInlineStart: 0 },
} as const;

/** Only rows of which it is true; switched off, only the others. */
export function yesFilter(source: string, alwaysOn = false): ReactElement {
  return (
    <BooleanInput key={source} source={source} alwaysOn={alwaysOn} defaultValue={alwaysOn ? null : true} sx={SWITCH} />
  );
}
