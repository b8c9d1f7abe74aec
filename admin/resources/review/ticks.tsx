import { Alert, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { withCheck, type Draft } from './draft';
import { Key } from './key-cap';
import type { Verdict } from './review-calls';

interface TicksProps {
  checks: readonly string[];
  closed: number;
  draft: Verdict;
  setDraft: (draft: Draft) => void;
}

/** What an approval waits for: images that are still closed, and the fields to compare with them one by one. */
export function Ticks({ checks, closed, draft, setDraft }: TicksProps) {
  const translate = useTranslate();
  return (
    <>
      {closed > 0 && (
        <Alert severity="warning" data-images-left={closed}>
          {translate('console.review.images_left', { smart_count: closed })}
        </Alert>
      )}
      {checks.length > 0 && (
        <Stack component="fieldset" data-checks={checks.length} sx={{ border: 0, margin: 0, padding: 0 }}>
          <Typography component="legend" variant="body2" color="textSecondary">
            {translate('console.review.checks')}
          </Typography>
          {checks.map((check, index) => (
            <FormControlLabel
              key={check}
              control={
                <Checkbox
                  size="small"
                  checked={draft.checks.includes(check)}
                  onChange={() => setDraft(withCheck(draft, check))}
                  sx={{ paddingBlock: 0.4 }}
                />
              }
              label={
                <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                  <span>{translate(`review.check.${check}`)}</span>
                  <Key name={String(index + 1)} />
                </Stack>
              }
              slotProps={{ typography: { variant: 'body2' } }}
            />
          ))}
        </Stack>
      )}
    </>
  );
}
