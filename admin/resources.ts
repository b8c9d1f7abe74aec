import { MENU_GROUPS, type Declaration } from './lib/declaration';
import { alerts } from './resources/alert';
import { bankSim } from './resources/bank-sim';
import { c2cOrders, sellers } from './resources/c2c';
import { chain } from './resources/chain';
import { chainSim } from './resources/chain-sim';
import { content } from './resources/content';
import {
  fundingRuns,
  insuranceFund,
  liquidationRisk,
  liquidations,
  openInterest,
  positions,
} from './resources/contract';
import { contractHalts } from './resources/contract-halt';
import { corporateActions } from './resources/corporate-action';
import { custodyHouse, custodyOrders } from './resources/custody';
import { feeVouchers } from './resources/reward';
import { newCoins, subscriptions } from './resources/subscription';
import { deposits } from './resources/deposit';
import { fundNavs, fundRequests } from './resources/fund';
import { epochs } from './resources/epoch';
import { events } from './resources/event';
import { instruments } from './resources/instrument';
import { invitationDates, invitationRewards } from './resources/invitation';
import { ledgerAccounts } from './resources/ledger-account';
import { lending, loans } from './resources/loan';
import { locks } from './resources/lock';
import { members } from './resources/member';
import { optionExposures, optionHouse, options } from './resources/option';
import { orders } from './resources/order';
import { outbox } from './resources/outbox';
import { policies } from './resources/policy';
import { postings } from './resources/posting';
import { readModels } from './resources/read-model';
import { reconciliations } from './resources/reconciliation';
import { reviews } from './resources/review';
import { reviewStatistics } from './resources/review-statistics';
import { streams } from './resources/stream';
import { supportConversations } from './resources/support';
import { timers } from './resources/timer';
import { trades } from './resources/trade';
import { users } from './resources/user';
import { withdrawals } from './resources/withdrawal';

/** Every noun of the console. Nothing has an edit form: what staff change, they change by commands on pages of their own. */
export const resources: readonly Declaration[] = [
  reviews,
  reviewStatistics,
  users,
  deposits,
  withdrawals,
  c2cOrders,
  sellers,
  outbox,
  locks,
  orders,
  trades,
  alerts,
  options,
  custodyOrders,
  loans,
  fundRequests,
  subscriptions,
  supportConversations,
  invitationRewards,
  positions,
  ledgerAccounts,
  custodyHouse,
  lending,
  fundNavs,
  feeVouchers,
  invitationDates,
  chainSim,
  bankSim,
  reconciliations,
  postings,
  events,
  streams,
  chain,
  timers,
  readModels,
  content,
  epochs,
  instruments,
  policies,
  corporateActions,
  newCoins,
  optionExposures,
  optionHouse,
  openInterest,
  liquidations,
  liquidationRisk,
  insuranceFund,
  fundingRuns,
  contractHalts,
  members,
];

/** The menu from its top to its end. */
export const MENU = MENU_GROUPS.map((group) => ({
  group,
  items: resources.filter(({ menu }) => menu.group === group).sort((a, b) => a.menu.order - b.menu.order),
}));
