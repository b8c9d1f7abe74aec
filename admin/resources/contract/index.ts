import LiquidationIcon from '@mui/icons-material/GavelOutlined';
import InterestIcon from '@mui/icons-material/StackedBarChartOutlined';
import PositionIcon from '@mui/icons-material/TimelineOutlined';
import type { staffLiquidations, staffOpenInterest, staffPositions } from '../../../contracts/contract.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const positions = defineResource<typeof staffPositions>({
  name: 'positions',
  permission: 'orders',
  menu: { group: 'people', order: 11, icon: PositionIcon },
  list: page(() => import('./contract-lists'), 'PositionList'),
  ofUser: { order: 11, filter: ({ realm, id }) => ({ realm, userId: id }) },
});

export const openInterest = defineResource<typeof staffOpenInterest>({
  name: 'open-interest',
  permission: 'orders',
  menu: { group: 'market', order: 8, icon: InterestIcon },
  list: page(() => import('./contract-lists'), 'OpenInterestList'),
});

export const liquidations = defineResource<typeof staffLiquidations>({
  name: 'liquidations',
  permission: 'orders',
  menu: { group: 'market', order: 9, icon: LiquidationIcon },
  list: page(() => import('./contract-lists'), 'LiquidationList'),
});
