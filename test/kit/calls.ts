import type { CallDeclaration, CallOutput } from '../../contracts/call.contract.js';
import type * as account from '../../contracts/account.calls.js';
import type * as alert from '../../contracts/alert.calls.js';
import type * as asset from '../../contracts/asset.calls.js';
import type * as audit from '../../contracts/audit.calls.js';
import type * as bank from '../../contracts/bank.calls.js';
import type * as c2c from '../../contracts/c2c.calls.js';
import type * as seller from '../../contracts/c2c.seller.calls.js';
import type * as chain from '../../contracts/chain.calls.js';
import type * as content from '../../contracts/content.calls.js';
import type * as contract from '../../contracts/contract.calls.js';
import type * as contractHalt from '../../contracts/contract-halt.calls.js';
import type * as contractTicker from '../../contracts/own-ticker.calls.js';
import type * as contractCandle from '../../contracts/contract-candle.calls.js';
import type * as roll from '../../contracts/contract.roll.calls.js';
import type * as conversion from '../../contracts/conversion.calls.js';
import type * as corporateAction from '../../contracts/corporate-action.calls.js';
import type * as custody from '../../contracts/custody.calls.js';
import type * as fundUnits from '../../contracts/fund.calls.js';
import type * as subscription from '../../contracts/subscription.calls.js';
import type * as reward from '../../contracts/reward.calls.js';
import type * as credit from '../../contracts/credit.calls.js';
import type * as deposit from '../../contracts/deposit.calls.js';
import type * as staffDeposit from '../../contracts/deposit.staff.calls.js';
import type * as funding from '../../contracts/funding.calls.js';
import type * as identity from '../../contracts/identity.calls.js';
import type * as housePosition from '../../contracts/house-position.calls.js';
import type * as insurance from '../../contracts/insurance.calls.js';
import type * as invitation from '../../contracts/invitation.calls.js';
import type * as liability from '../../contracts/liability.calls.js';
import type * as loan from '../../contracts/loan.calls.js';
import type * as market from '../../contracts/market.calls.js';
import type * as message from '../../contracts/message.calls.js';
import type * as option from '../../contracts/option.calls.js';
import type * as owned from '../../contracts/owned.calls.js';
import type * as payee from '../../contracts/payee.calls.js';
import type * as performance from '../../contracts/performance.calls.js';
import type * as personal from '../../contracts/personal.calls.js';
import type * as policyChange from '../../contracts/policy-change.calls.js';
import type * as publicLog from '../../contracts/public-log.calls.js';
import type * as reconciliation from '../../contracts/reconciliation.calls.js';
import type * as review from '../../contracts/review.calls.js';
import type * as risk from '../../contracts/risk.calls.js';
import type * as security from '../../contracts/security.calls.js';
import type * as order from '../../contracts/order.calls.js';
import type * as settlement from '../../contracts/settlement.calls.js';
import type * as spot from '../../contracts/spot.calls.js';
import type * as staffHistory from '../../contracts/staff-history.calls.js';
import type * as staffLists from '../../contracts/staff-lists.calls.js';
import type * as staff from '../../contracts/staff.calls.js';
import type * as statement from '../../contracts/statement.calls.js';
import type * as transfer from '../../contracts/transfer.calls.js';
import type * as volatility from '../../contracts/volatility.calls.js';
import type * as wallet from '../../contracts/wallet.calls.js';
import type * as support from '../../contracts/support.calls.js';
import type * as watchlist from '../../contracts/watchlist.calls.js';
import type * as withdrawal from '../../contracts/withdrawal.calls.js';
import type * as staffWithdrawal from '../../contracts/withdrawal.staff.calls.js';

type Nouns =
  | typeof account
  | typeof alert
  | typeof asset
  | typeof audit
  | typeof bank
  | typeof c2c
  | typeof seller
  | typeof chain
  | typeof content
  | typeof contract
  | typeof contractHalt
  | typeof contractTicker
  | typeof contractCandle
  | typeof roll
  | typeof conversion
  | typeof corporateAction
  | typeof credit
  | typeof custody
  | typeof fundUnits
  | typeof reward
  | typeof subscription
  | typeof deposit
  | typeof staffDeposit
  | typeof funding
  | typeof identity
  | typeof housePosition
  | typeof insurance
  | typeof invitation
  | typeof liability
  | typeof loan
  | typeof market
  | typeof message
  | typeof option
  | typeof owned
  | typeof payee
  | typeof performance
  | typeof personal
  | typeof policyChange
  | typeof publicLog
  | typeof reconciliation
  | typeof review
  | typeof risk
  | typeof security
  | typeof order
  | typeof settlement
  | typeof spot
  | typeof staffHistory
  | typeof staffLists
  | typeof staff
  | typeof statement
  | typeof transfer
  | typeof volatility
  | typeof wallet
  | typeof support
  | typeof watchlist
  | typeof withdrawal
  | typeof staffWithdrawal;
type Exported<Noun> = Noun extends unknown ? Noun[keyof Noun] : never;
type Declared = Extract<Exported<Nouns>, CallDeclaration>;
type Named<Side extends string, Call = Declared> = Call extends { readonly path: `${Side}/${infer Name}` }
  ? Name
  : never;

/** Every call of people and visitors that contracts/ declares. */
export type CallName = Named<'web'>;
/** Every call of the staff. */
export type StaffCallName = Named<'staff'>;

/** What a success of the call carries. */
export type DataOf<Name extends string, Side extends 'web' | 'staff' = 'web'> = CallOutput<
  Extract<Declared, { readonly path: `${Side}/${Name}` }>
>;
