import EqualIcon from '@mui/icons-material/CheckCircleOutlined';
import UnequalIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { Button, Chip, Stack } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { canHash, type Check } from '../../shared/commitment';
import { Hash } from './hash';
import { Failed } from './states';

export function CheckChip({ equal }: { equal: boolean }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      variant="outlined"
      color={equal ? 'success' : 'error'}
      icon={equal ? <EqualIcon /> : <UnequalIcon />}
      label={translate(equal ? 'console.check.equal' : 'console.check.unequal')}
      data-check={equal ? 'equal' : 'unequal'}
    />
  );
}

type Attempt = { status: 'idle' } | { status: 'checked'; check: Check } | { status: 'failed'; error: unknown };

/** Throws where the browser hashes nothing. */
async function attemptOf(run: () => Promise<Check>): Promise<Attempt> {
  if (!canHash()) throw new Error('console.check.insecure');
  return { status: 'checked', check: await run() };
}

/** Recomputes a published hash in this browser and compares it. `detailed` shows what was computed. */
export function CheckButton({ run, detailed = false }: { run: () => Promise<Check>; detailed?: boolean }) {
  const translate = useTranslate();
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  if (attempt.status === 'failed') return <Failed error={attempt.error} />;
  if (attempt.status === 'checked')
    return (
      <Stack spacing={1} sx={{ alignItems: detailed ? 'flex-start' : 'inherit' }}>
        <CheckChip equal={attempt.check.equal} />
        {detailed && <Hash value={attempt.check.computed} whole />}
      </Stack>
    );
  return (
    <Button
      size="small"
      variant="outlined"
      onClick={(event) => {
        event.stopPropagation();
        attemptOf(run).then(setAttempt, (error: unknown) => setAttempt({ status: 'failed', error }));
      }}
    >
      {translate('console.check.verify')}
    </Button>
  );
}
