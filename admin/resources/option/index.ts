import HouseIcon from '@mui/icons-material/AccountBalanceOutlined';
import ExposureIcon from '@mui/icons-material/BalanceOutlined';
import OptionIcon from '@mui/icons-material/SwapVertOutlined';
import type { staffOptionExposures, staffOptionHouse, staffOptions } from '../../../contracts/option.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const options = defineResource<typeof staffOptions>({
  name: 'options',
  permission: 'orders',
  menu: { group: 'derivatives', order: 1, icon: OptionIcon },
  list: page(() => import('./option-list'), 'OptionList'),
  ofUser: { order: 10, filter: ({ realm, id }) => ({ realm, userId: id }) },
});

export const optionExposures = defineResource<typeof staffOptionExposures>({
  name: 'option-exposures',
  permission: 'orders',
  menu: { group: 'derivatives', order: 6, icon: ExposureIcon },
  list: page(() => import('./option-list'), 'OptionExposureList'),
});

export const optionHouse = defineResource<typeof staffOptionHouse>({
  name: 'option-house',
  permission: 'orders',
  menu: { group: 'derivatives', order: 7, icon: HouseIcon },
  list: page(() => import('./option-list'), 'OptionHouseList'),
});
