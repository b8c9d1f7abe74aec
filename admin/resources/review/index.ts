import ReviewIcon from '@mui/icons-material/FactCheckOutlined';
import type { staffReviews } from '../../../contracts/review.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const reviews = defineResource<typeof staffReviews>({
  name: 'reviews',
  permission: 'reviews',
  menu: { group: 'review', order: 1, icon: ReviewIcon },
  list: page(() => import('./review-list'), 'ReviewList'),
  show: page(() => import('./review-show'), 'ReviewShow'),
  ofUser: { order: 5, filter: ofRealUser },
  streams: 'review',
});
