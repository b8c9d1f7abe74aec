import ActionIcon from '@mui/icons-material/EventNoteOutlined';
import type { staffCorporateActions } from '../../../contracts/corporate-action.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const corporateActions = defineResource<typeof staffCorporateActions>({
  name: 'corporate-actions',
  permission: 'market',
  menu: { group: 'market', order: 5, icon: ActionIcon },
  list: page(() => import('./corporate-action-list'), 'CorporateActionList'),
  show: page(() => import('./corporate-action-show'), 'CorporateActionShow'),
});
