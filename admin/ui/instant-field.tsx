import { TextField } from '@mui/material';

/** An instant in local time, to the second; `null` while there is none. */
export function InstantField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (at: number | null) => void;
}) {
  return (
    <TextField
      type="datetime-local"
      size="small"
      fullWidth={false}
      sx={{ width: 250 }}
      label={label}
      value={value === null ? '' : localText(value)}
      onChange={({ target }) => onChange(target.value === '' ? null : Date.parse(target.value))}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
    />
  );
}

/** `2026-11-21T04:00:00`, as the field wants it, in the reader's own time zone. */
function localText(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}
