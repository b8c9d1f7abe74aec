import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Refusal } from '../refusal.js';

/** What the gate must know of a session. */
export interface TradingSession {
  readonly id: string;
  readonly realm: TradingRealm;
  readonly userId: string;
}

/**
 * Whether a session has given the trade password; checked before every order, so it answers from memory for a session that has
 * traded. Demo sessions need none. Refusals: `security.trade-password-missing` (none is set yet),
 * `security.trade-password-required` (`web/unlockTrading` was not called in this session).
 */
export abstract class TradeGate {
  abstract refusal(session: TradingSession): Refusal | undefined | Promise<Refusal | undefined>;
}
