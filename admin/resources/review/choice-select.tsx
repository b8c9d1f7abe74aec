import { MenuItem, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ReviewChoicesView } from '../../../contracts/review.contract.js';

interface ChoiceProps {
  choices: ReviewChoicesView;
  chosen: string;
  choose: (id: string) => void;
}

/** What an approval chooses from; without anything to choose it can only be rejected, or wait. */
export function ChoiceSelect({ choices: { name, options }, chosen, choose }: ChoiceProps) {
  const translate = useTranslate();
  return (
    <TextField
      select
      size="small"
      fullWidth
      required
      label={translate(`review.choice.${name}`)}
      helperText={options.length === 0 ? translate('console.review.nothing_to_choose') : undefined}
      error={options.length === 0}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ htmlInput: { 'data-choice': name } }}
    >
      {options.map(({ id, label }) => (
        <MenuItem key={id} value={id}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
