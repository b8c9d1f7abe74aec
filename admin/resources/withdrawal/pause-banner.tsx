import { Alert, AlertTitle } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { usePermissions, useTranslate } from 'react-admin';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import type { WithdrawalPauseView } from '../../../contracts/withdrawal-desk.contract.js';
import { showLink } from '../../lib/addresses';
import { readStaff } from '../../lib/http';
import { TextLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';

const REFRESH_MS = 10_000;

/** Whether withdrawals are paused, and who wishes to change that; nothing while there is nothing to say. */
export function PauseBanner() {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const { data } = useQuery({
    queryKey: ['withdrawal-pause'],
    queryFn: ({ signal }) => readStaff<WithdrawalPauseView>('withdrawal-pause', signal),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || (!data.paused && data.waiting === null)) return null;
  const { paused, waiting, held } = data;
  const link = permits(permissions, 'market') && (
    <TextLink to={showLink('policies', 'withdrawal.pause')}>{translate('console.pause.open')}</TextLink>
  );
  return (
    <>
      {paused && (
        <Alert severity="error" data-paused sx={{ marginBlockEnd: 2 }}>
          <AlertTitle>{translate('console.pause.paused')}</AlertTitle>
          {translate('console.pause.by', { proposer: data.proposedByName, approver: data.approvedByName })}{' '}
          <Instant at={data.since} /> – {data.reason} {translate('console.pause.held', { smart_count: held })} {link}
        </Alert>
      )}
      {waiting !== null && (
        <Alert severity="warning" data-pause-waiting sx={{ marginBlockEnd: 2 }}>
          {translate(waiting.paused ? 'console.pause.wished' : 'console.pause.end_wished', {
            proposer: waiting.proposedByName,
          })}{' '}
          <Instant at={waiting.proposedAt} /> – {waiting.reason} {link}
        </Alert>
      )}
    </>
  );
}
