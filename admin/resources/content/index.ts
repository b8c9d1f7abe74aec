import ContentIcon from '@mui/icons-material/ArticleOutlined';
import type { staffContent } from '../../../contracts/content.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const content = defineResource<typeof staffContent>({
  name: 'content',
  permission: 'content',
  menu: { group: 'content', order: 1, icon: ContentIcon },
  list: page(() => import('./content-list'), 'ContentList'),
  show: page(() => import('./content-show'), 'ContentShow'),
  lists: { 'content-versions': 'content' },
});
