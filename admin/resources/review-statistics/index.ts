import StatisticsIcon from '@mui/icons-material/QueryStatsOutlined';
import { defineResource, page } from '../../lib/declaration';

export const reviewStatistics = defineResource({
  name: 'review-statistics',
  permission: 'reviews',
  menu: { group: 'review', order: 2, icon: StatisticsIcon },
  list: page(() => import('./review-statistics'), 'ReviewStatistics'),
});
