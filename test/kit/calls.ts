import type { CallDeclaration, CallOutput } from '../../contracts/call.contract.js';
import type * as account from '../../contracts/account.calls.js';
import type * as asset from '../../contracts/asset.calls.js';
import type * as audit from '../../contracts/audit.calls.js';
import type * as bank from '../../contracts/bank.calls.js';
import type * as c2c from '../../contracts/c2c.calls.js';
import type * as chain from '../../contracts/chain.calls.js';
import type * as content from '../../contracts/content.calls.js';
import type * as conversion from '../../contracts/conversion.calls.js';
import type * as credit from '../../contracts/credit.calls.js';
import type * as deposit from '../../contracts/deposit.calls.js';
import type * as identity from '../../contracts/identity.calls.js';
import type * as invitation from '../../contracts/invitation.calls.js';
import type * as liability from '../../contracts/liability.calls.js';
import type * as market from '../../contracts/market.calls.js';
import type * as message from '../../contracts/message.calls.js';
import type * as payee from '../../contracts/payee.calls.js';
import type * as performance from '../../contracts/performance.calls.js';
import type * as personal from '../../contracts/personal.calls.js';
import type * as policyChange from '../../contracts/policy-change.calls.js';
import type * as risk from '../../contracts/risk.calls.js';
import type * as security from '../../contracts/security.calls.js';
import type * as order from '../../contracts/order.calls.js';
import type * as spot from '../../contracts/spot.calls.js';
import type * as statement from '../../contracts/statement.calls.js';
import type * as transfer from '../../contracts/transfer.calls.js';
import type * as upcoming from '../../contracts/upcoming.calls.js';
import type * as wallet from '../../contracts/wallet.calls.js';
import type * as withdrawal from '../../contracts/withdrawal.calls.js';

type Nouns =
  | typeof account
  | typeof asset
  | typeof audit
  | typeof bank
  | typeof c2c
  | typeof chain
  | typeof content
  | typeof conversion
  | typeof credit
  | typeof deposit
  | typeof identity
  | typeof invitation
  | typeof liability
  | typeof market
  | typeof message
  | typeof payee
  | typeof performance
  | typeof personal
  | typeof policyChange
  | typeof risk
  | typeof security
  | typeof order
  | typeof spot
  | typeof statement
  | typeof transfer
  | typeof upcoming
  | typeof wallet
  | typeof withdrawal;
type Exported<Noun> = Noun extends unknown ? Noun[keyof Noun] : never;
type Declared = Extract<Exported<Nouns>, CallDeclaration>;
type Named<Call> = Call extends { readonly path: `web/${infer Name}` } ? Name : never;

/** Every call of people and visitors that contracts/ declares. */
export type CallName = Named<Declared>;

/** What a success of the call carries. */
export type DataOf<Name extends CallName> = CallOutput<Extract<Declared, { readonly path: `web/${Name}` }>>;
