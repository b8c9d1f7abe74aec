import ReconciliationIcon from '@mui/icons-material/BalanceOutlined';
import type { staffReconciliations } from '../../../contracts/reconciliation.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const reconciliations = defineResource<typeof staffReconciliations>({
  name: 'reconciliations',
  permission: 'reconciliation',
  menu: { group: 'money', order: 3, icon: ReconciliationIcon },
  list: page(() => import('./reconciliation-list'), 'ReconciliationList'),
  show: page(() => import('./reconciliation-show'), 'ReconciliationShow'),
});
