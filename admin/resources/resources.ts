import AccountIcon from '@mui/icons-material/AccountBalanceOutlined';
import BankIcon from '@mui/icons-material/AssuredWorkloadOutlined';
import ChainIcon from '@mui/icons-material/VerifiedUserOutlined';
import C2cIcon from '@mui/icons-material/CurrencyExchangeOutlined';
import ContentIcon from '@mui/icons-material/ArticleOutlined';
import DepositIcon from '@mui/icons-material/CallReceivedOutlined';
import EpochIcon from '@mui/icons-material/LockClockOutlined';
import EventIcon from '@mui/icons-material/HistoryOutlined';
import InstrumentIcon from '@mui/icons-material/CandlestickChartOutlined';
import LockIcon from '@mui/icons-material/LockPersonOutlined';
import MemberIcon from '@mui/icons-material/BadgeOutlined';
import NetworkIcon from '@mui/icons-material/HubOutlined';
import OrderIcon from '@mui/icons-material/ReceiptLongOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import PolicyIcon from '@mui/icons-material/GavelOutlined';
import PostingIcon from '@mui/icons-material/SwapVertOutlined';
import ReadModelIcon from '@mui/icons-material/StorageOutlined';
import ReconciliationIcon from '@mui/icons-material/BalanceOutlined';
import ReviewIcon from '@mui/icons-material/FactCheckOutlined';
import SellerIcon from '@mui/icons-material/StorefrontOutlined';
import StatisticsIcon from '@mui/icons-material/QueryStatsOutlined';
import StreamIcon from '@mui/icons-material/TimelineOutlined';
import TimerIcon from '@mui/icons-material/AlarmOutlined';
import TradeIcon from '@mui/icons-material/HandshakeOutlined';
import WithdrawalIcon from '@mui/icons-material/CallMadeOutlined';
import UserIcon from '@mui/icons-material/PeopleAltOutlined';
import { lazy, type ComponentType } from 'react';
import type { ResourceProps } from 'react-admin';

/** A page of its own file: it is fetched when somebody goes there. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** Beside a user's page: the account as it stood. */
export const UserAsOf = page(() => import('./user/user-as-of'), 'UserAsOf');

/** The console's nouns: nothing has an edit form; what is changed is wished by commands on pages of their own. */
export const resources: ResourceProps[] = [
  {
    name: 'reviews',
    icon: ReviewIcon,
    list: page(() => import('./review/review-list'), 'ReviewList'),
    show: page(() => import('./review/review-show'), 'ReviewShow'),
  },
  {
    name: 'review-statistics',
    icon: StatisticsIcon,
    list: page(() => import('./review/review-statistics'), 'ReviewStatistics'),
  },
  {
    name: 'users',
    icon: UserIcon,
    list: page(() => import('./user/user-list'), 'UserList'),
    show: page(() => import('./user/user-show'), 'UserShow'),
  },
  {
    name: 'deposits',
    icon: DepositIcon,
    list: page(() => import('./deposit/deposit-list'), 'DepositList'),
  },
  {
    name: 'withdrawals',
    icon: WithdrawalIcon,
    list: page(() => import('./withdrawal/withdrawal-list'), 'WithdrawalList'),
  },
  {
    name: 'c2c-orders',
    icon: C2cIcon,
    list: page(() => import('./c2c-order/c2c-order-list'), 'C2cOrderList'),
    show: page(() => import('./c2c-order/c2c-order-show'), 'C2cOrderShow'),
  },
  {
    name: 'sellers',
    icon: SellerIcon,
    list: page(() => import('./seller/seller-list'), 'SellerList'),
    show: page(() => import('./seller/seller-show'), 'SellerShow'),
  },
  { name: 'outbox', icon: OutboxIcon, list: page(() => import('./outbox/outbox'), 'Outbox') },
  { name: 'locks', icon: LockIcon, list: page(() => import('./lock/lock-list'), 'LockList') },
  {
    name: 'orders',
    icon: OrderIcon,
    list: page(() => import('./order/order-list'), 'OrderList'),
    show: page(() => import('./order/order-show'), 'OrderShow'),
  },
  {
    name: 'trades',
    icon: TradeIcon,
    list: page(() => import('./trade/trade-list'), 'TradeList'),
    show: page(() => import('./trade/trade-show'), 'TradeShow'),
  },
  {
    name: 'ledger-accounts',
    icon: AccountIcon,
    list: page(() => import('./ledger/account-list'), 'AccountList'),
    show: page(() => import('./ledger/account-show'), 'AccountShow'),
  },
  { name: 'chain-sim', icon: NetworkIcon, list: page(() => import('./chain-sim/chain-sim'), 'ChainSim') },
  { name: 'bank-sim', icon: BankIcon, list: page(() => import('./bank-sim/bank-sim'), 'BankSim') },
  {
    name: 'reconciliations',
    icon: ReconciliationIcon,
    list: page(() => import('./reconciliation/reconciliation-list'), 'ReconciliationList'),
    show: page(() => import('./reconciliation/reconciliation-show'), 'ReconciliationShow'),
  },
  { name: 'postings', icon: PostingIcon, list: page(() => import('./ledger/posting-list'), 'PostingList') },
  {
    name: 'events',
    icon: EventIcon,
    list: page(() => import('./event/event-list'), 'EventList'),
    show: page(() => import('./event/event-show'), 'EventShow'),
  },
  {
    name: 'streams',
    icon: StreamIcon,
    list: page(() => import('./stream/stream-list'), 'StreamList'),
    show: page(() => import('./stream/stream-show'), 'StreamShow'),
  },
  { name: 'chain', icon: ChainIcon, list: page(() => import('./chain/chain-status'), 'ChainStatus') },
  { name: 'timers', icon: TimerIcon, list: page(() => import('./timer/timer-list'), 'TimerList') },
  { name: 'read-models', icon: ReadModelIcon, list: page(() => import('./read-model/read-models'), 'ReadModels') },
  {
    name: 'content',
    icon: ContentIcon,
    list: page(() => import('./content/content-list'), 'ContentList'),
    show: page(() => import('./content/content-show'), 'ContentShow'),
  },
  {
    name: 'epochs',
    icon: EpochIcon,
    list: page(() => import('./epoch/epoch-list'), 'EpochList'),
    show: page(() => import('./epoch/epoch-show'), 'EpochShow'),
  },
  {
    name: 'instruments',
    icon: InstrumentIcon,
    list: page(() => import('./instrument/instrument-list'), 'InstrumentList'),
  },
  {
    name: 'policies',
    icon: PolicyIcon,
    list: page(() => import('./policy/policy-list'), 'PolicyList'),
    show: page(() => import('./policy/policy-show'), 'PolicyShow'),
  },
  { name: 'members', icon: MemberIcon, list: page(() => import('./member/member-list'), 'MemberList') },
];
