import { Alert, AlertTitle } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { usePermissions, useTranslate } from 'react-admin';
import { staffWithdrawalPause } from '../../../contracts/withdrawal.staff.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { showLink } from '../../lib/addresses';
import { api } from '../../lib/http';
import { TextLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';
import { StopPayouts } from './stop-payouts';

const REFRESH_MS = 10_000;

/** Whether withdrawals are paused, who proposes to change that, and the pause button for staff with that permission. */
export function PauseBanner() {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const { data } = useQuery({
    queryKey: ['withdrawal-pause'],
    queryFn: ({ signal }) => api.call(staffWithdrawalPause, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined) return null;
  const { paused, waiting, held } = data;
  const isAtOnce = data.proposedByName !== '' && data.approvedByName === '';
  const link = permits(permissions, 'market') && (
    <TextLink to={showLink('policies', 'withdrawal.pause')}>{translate('console.pause.open')}</TextLink>
  );
  return (
    <>
      {paused && (
        <Alert severity="error" data-paused sx={{ marginBlockEnd: 2 }}>
          <AlertTitle>{translate('console.pause.paused')}</AlertTitle>
          {translate(isAtOnce ? 'console.pause.at_once' : 'console.pause.by', {
            proposer: data.proposedByName,
            approver: data.approvedByName,
          })}{' '}
          <Instant at={data.since} /> – {data.reason} {translate('console.pause.held', { smart_count: held })}{' '}
          {translate('console.pause.told', {
            reason: translate(`policy.choice.withdrawal.pause.reason.${data.publicReason}`),
          })}{' '}
          {link}
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
      <FewRiskAccounts count={data.riskAccounts} />
      {!paused && <StopPayouts />}
    </>
  );
}

/** On the first day there is one risk account, and nothing that needs two people can be done. */
function FewRiskAccounts({ count }: { count: number }) {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const concerns = permits(permissions, 'policies') || permits(permissions, 'staff');
  if (count >= 2 || !concerns) return null;
  return (
    <Alert severity="warning" data-few-risk sx={{ marginBlockEnd: 2 }}>
      {translate('console.pause.few', { smart_count: count })}{' '}
      {permits(permissions, 'staff') ? (
        <TextLink to="/members">{translate('console.pause.few_open')}</TextLink>
      ) : (
        translate('console.pause.few_ask')
      )}
    </Alert>
  );
}
