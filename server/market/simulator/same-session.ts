import type { Instant } from '../../core/clock.js';
import type { MarketSource } from './market-source.js';

/** Whether no session began between a trade and an instant. */
export function isSameSession(
  source: Pick<MarketSource, 'sessionState'>,
  symbol: string,
  tradedAt: Instant,
  at: Instant,
): boolean {
  const { open, nextChangeAt = Infinity } = source.sessionState(symbol, tradedAt);
  if (at <= nextChangeAt) return true;
  const before = source.sessionState(symbol, at - 1);
  return open && !before.open && before.closedAt === nextChangeAt;
}
