import InstrumentIcon from '@mui/icons-material/CandlestickChartOutlined';
import { defineResource, page } from '../../lib/declaration';

export const instruments = defineResource({
  name: 'instruments',
  permission: 'market',
  menu: { group: 'market', order: 1, icon: InstrumentIcon },
  list: page(() => import('./instrument-list'), 'InstrumentList'),
});
