import EqualIcon from '@mui/icons-material/CheckCircleOutlined';
import UnequalIcon from '@mui/icons-material/ErrorOutlined';
import { Button, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { EpochView } from '../../../contracts/market.contract.js';
import { checkCommitment, type Check } from '../../lib/commitment';
import { Hash } from '../../ui/hash';

export function CheckChip({ equal }: { equal: boolean }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      variant="outlined"
      color={equal ? 'success' : 'error'}
      icon={equal ? <EqualIcon /> : <UnequalIcon />}
      label={translate(equal ? 'console.epoch.equal' : 'console.epoch.unequal')}
      data-check={equal ? 'equal' : 'unequal'}
    />
  );
}

/** Recomputes the commitment from the revealed seed in this browser. `detailed` shows both hashes. */
export function CommitmentCheck({ epoch, detailed = false }: { epoch: EpochView; detailed?: boolean }) {
  const translate = useTranslate();
  const [check, setCheck] = useState<Check>();
  const { seed, commitment } = epoch;
  if (seed === null)
    return (
      <Typography component="span" variant="body2" color="text.secondary">
        {translate('console.epoch.not_revealed')}
      </Typography>
    );
  if (check === undefined)
    return (
      <Button
        size="small"
        variant="outlined"
        onClick={(event) => {
          event.stopPropagation();
          void checkCommitment(seed, commitment).then(setCheck);
        }}
      >
        {translate('console.epoch.verify')}
      </Button>
    );
  return (
    <Stack spacing={1} sx={{ alignItems: detailed ? 'flex-start' : 'inherit' }}>
      <CheckChip equal={check.equal} />
      {detailed && <Hash value={check.computed} whole />}
    </Stack>
  );
}
