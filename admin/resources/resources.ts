import ChainIcon from '@mui/icons-material/VerifiedUserOutlined';
import EventIcon from '@mui/icons-material/HistoryOutlined';
import EpochIcon from '@mui/icons-material/LockClockOutlined';
import AccountIcon from '@mui/icons-material/AccountBalanceOutlined';
import OrderIcon from '@mui/icons-material/ReceiptLongOutlined';
import PostingIcon from '@mui/icons-material/SwapVertOutlined';
import StreamIcon from '@mui/icons-material/TimelineOutlined';
import TradeIcon from '@mui/icons-material/HandshakeOutlined';
import UserIcon from '@mui/icons-material/PeopleAltOutlined';
import type { ResourceProps } from 'react-admin';
import { ChainStatus } from './chain/chain-status';
import { EpochList } from './epoch/epoch-list';
import { EpochShow } from './epoch/epoch-show';
import { EventList } from './event/event-list';
import { EventShow } from './event/event-show';
import { AccountList } from './ledger/account-list';
import { AccountShow } from './ledger/account-show';
import { PostingList } from './ledger/posting-list';
import { OrderList } from './order/order-list';
import { OrderShow } from './order/order-show';
import { StreamList } from './stream/stream-list';
import { StreamShow } from './stream/stream-show';
import { TradeList } from './trade/trade-list';
import { TradeShow } from './trade/trade-show';
import { UserList } from './user/user-list';
import { UserShow } from './user/user-show';

/** The console's nouns: everything reads, nothing has an edit form. */
export const resources: ResourceProps[] = [
  { name: 'users', list: UserList, show: UserShow, icon: UserIcon },
  { name: 'orders', list: OrderList, show: OrderShow, icon: OrderIcon },
  { name: 'trades', list: TradeList, show: TradeShow, icon: TradeIcon },
  { name: 'ledger-accounts', list: AccountList, show: AccountShow, icon: AccountIcon },
  { name: 'postings', list: PostingList, icon: PostingIcon },
  { name: 'events', list: EventList, show: EventShow, icon: EventIcon },
  { name: 'streams', list: StreamList, show: StreamShow, icon: StreamIcon },
  { name: 'chain', list: ChainStatus, icon: ChainIcon },
  { name: 'epochs', list: EpochList, show: EpochShow, icon: EpochIcon },
];
