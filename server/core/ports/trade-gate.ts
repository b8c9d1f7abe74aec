import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Refusal } from '../refusal.js';

/** What the gate must know of a session. */
export interface TradingSession {
  readonly id: string;
  readonly realm: TradingRealm;
  readonly userId: string;
}

/**
 * Whether a session has shown the trade password; asked before every order, so the answer is there at once for a session
 * that has traded before. Demo sessions need none. Refusals: `security.trade-password-missing` (none is set yet),
 * `security.trade-password-required` (`web/unlockTrading` was not asked in this session).
 */
export abstract class TradeGate {
  abstract refusal(session: TradingSession): Refusal | undefined | Promise<Refusal | undefined>;
}
