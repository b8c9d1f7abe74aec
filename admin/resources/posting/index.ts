import PostingIcon from '@mui/icons-material/SwapVertOutlined';
import type { staffPostings } from '../../../contracts/staff-history.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const postings = defineResource<typeof staffPostings>({
  name: 'postings',
  permission: 'ledger',
  menu: { group: 'money', order: 2, icon: PostingIcon },
  list: page(() => import('./posting-list'), 'PostingList'),
});
