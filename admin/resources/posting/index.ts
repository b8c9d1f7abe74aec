import PostingIcon from '@mui/icons-material/SwapVertOutlined';
import { defineResource, page } from '../../lib/declaration';

export const postings = defineResource({
  name: 'postings',
  permission: 'ledger',
  menu: { group: 'money', order: 2, icon: PostingIcon },
  list: page(() => import('./posting-list'), 'PostingList'),
});
