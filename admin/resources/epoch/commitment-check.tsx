import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { EpochView } from '../../../contracts/market.contract.js';
import { checkCommitment } from '../../../shared/commitment.js';
import { CheckButton } from '../../ui/check-button';

/** Recomputes the commitment from the revealed seed; before it is revealed there is nothing to recompute. */
export function CommitmentCheck({ epoch, detailed = false }: { epoch: EpochView; detailed?: boolean }) {
  const translate = useTranslate();
  const { seed, commitment } = epoch;
  if (seed === null)
    return (
      <Typography component="span" variant="body2" color="textSecondary">
        {translate('console.epoch.not_revealed')}
      </Typography>
    );
  return <CheckButton detailed={detailed} run={() => checkCommitment(seed, commitment)} />;
}
