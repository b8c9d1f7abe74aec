import RunIcon from '@mui/icons-material/PlayArrowOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, usePermissions, useRedirect, useTranslate } from 'react-admin';
import { runReconciliation } from '../../../contracts/reconciliation.calls.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';

/** Compares now, and leads to what is found; for those who may begin a run and not only read them. */
export function RunButton() {
  const translate = useTranslate();
  const redirect = useRedirect();
  const notify = useNotify();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(runReconciliation),
    onSuccess: ({ id }) => redirect('show', 'reconciliations', id),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  if (!permits(permissions, 'reconciling')) return null;
  return (
    <Button size="small" variant="outlined" startIcon={<RunIcon />} disabled={isPending} onClick={() => mutate()}>
      {translate('console.reconciliation.run')}
    </Button>
  );
}
