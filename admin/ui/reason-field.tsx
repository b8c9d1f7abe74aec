import { TextField } from '@mui/material';
import { useTranslate } from 'react-admin';

/** Why a policy is changed, for those who agree to it and for the record. */
export function ReasonField(props: { value: string; set: (reason: string) => void; autoFocus?: boolean }) {
  const { value, set, autoFocus = false } = props;
  const translate = useTranslate();
  return (
    <TextField
      autoFocus={autoFocus}
      multiline
      minRows={2}
      label={translate('resources.policy-proposals.fields.reason')}
      helperText={translate('console.policy.reason_hint')}
      value={value}
      onChange={(event) => set(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 1000 } }}
    />
  );
}
