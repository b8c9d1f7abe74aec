import InstrumentIcon from '@mui/icons-material/CandlestickChartOutlined';
import type { staffInstruments } from '../../../contracts/staff-lists.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const instruments = defineResource<typeof staffInstruments>({
  name: 'instruments',
  permission: 'market',
  menu: { group: 'market', order: 1, icon: InstrumentIcon },
  list: page(() => import('./instrument-list'), 'InstrumentList'),
});
