import LiquidationIcon from '@mui/icons-material/GavelOutlined';
import RiskIcon from '@mui/icons-material/CrisisAlertOutlined';
import InterestIcon from '@mui/icons-material/StackedBarChartOutlined';
import PositionIcon from '@mui/icons-material/TimelineOutlined';
import FundIcon from '@mui/icons-material/SavingsOutlined';
import FundingIcon from '@mui/icons-material/SyncAltOutlined';
import type {
  staffFundingRuns,
  staffInsurance,
  staffLiquidationRisk,
  staffLiquidations,
  staffOpenInterest,
  staffPositions,
} from '../../../contracts/contract.calls.js';
import { defineResource, page } from '../../lib/declaration';

export const positions = defineResource<typeof staffPositions>({
  name: 'positions',
  permission: 'orders',
  menu: { group: 'derivatives', order: 2, icon: PositionIcon },
  list: page(() => import('./contract-lists'), 'PositionList'),
  ofUser: { order: 11, filter: ({ realm, id }) => ({ realm, userId: id }) },
});

export const openInterest = defineResource<typeof staffOpenInterest>({
  name: 'open-interest',
  permission: 'orders',
  menu: { group: 'derivatives', order: 8, icon: InterestIcon },
  list: page(() => import('./open-interest'), 'OpenInterest'),
});

export const liquidations = defineResource<typeof staffLiquidations>({
  name: 'liquidations',
  permission: 'orders',
  menu: { group: 'derivatives', order: 9, icon: LiquidationIcon },
  list: page(() => import('./contract-lists'), 'LiquidationList'),
});

export const liquidationRisk = defineResource<typeof staffLiquidationRisk>({
  name: 'liquidation-risk',
  permission: 'orders',
  menu: { group: 'derivatives', order: 10, icon: RiskIcon },
  list: page(() => import('./liquidation-risk'), 'LiquidationRisk'),
});

export const insuranceFund = defineResource<typeof staffInsurance>({
  name: 'insurance-fund',
  permission: 'orders',
  menu: { group: 'derivatives', order: 11, icon: FundIcon },
  list: page(() => import('./fund-lists'), 'InsuranceFundList'),
});

export const fundingRuns = defineResource<typeof staffFundingRuns>({
  name: 'funding-runs',
  permission: 'orders',
  menu: { group: 'derivatives', order: 12, icon: FundingIcon },
  list: page(() => import('./fund-lists'), 'FundingRunList'),
});
