import TimerIcon from '@mui/icons-material/TimerOutlined';
import { Button, Chip, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Claim } from './use-claim';

/** Less than this left is worth a warning, in milliseconds. */
const SHORT_MS = 180_000;

/** How long the claim still holds, and keeping it longer. */
export function Countdown({ claim }: { claim: Claim }) {
  const translate = useTranslate();
  const { leftMs, renewing, renew, error } = claim;
  const seconds = Math.ceil(leftMs / 1000);
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const short = leftMs < SHORT_MS;
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Chip
        size="small"
        icon={<TimerIcon />}
        color={leftMs === 0 ? 'error' : short ? 'warning' : 'default'}
        variant="outlined"
        data-claim-left={seconds}
        label={leftMs === 0 ? translate('console.review.claim_over') : translate('console.review.claim_left', { left })}
      />
      {(short || error !== null) && (
        <Button size="small" loading={renewing} onClick={renew}>
          {translate('console.review.renew')}
        </Button>
      )}
      {error !== null && (
        <Typography variant="body2" color="error">
          {translate(error.message, { _: error.message })}
        </Typography>
      )}
    </Stack>
  );
}
