import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from '../simulator/beats.js';
import type { MarketSource } from '../simulator/market-source.js';
import { isSameSession } from '../simulator/same-session.js';

type Source = Pick<MarketSource, 'outlines' | 'sessionState' | 'trades'>;

/** Most instruments print within seconds; the rest are looked through in steps that grow. */
const FIRST_STEP_MS = 10_000;
const STEPS_GROW = 6;
/** Charts are read again and again: the answers for so many trades are kept, about 3 MB. */
const TRADES_KEPT = 20_000;

/** How far the tape after a trade is known: silent up to one instant, printed by another. */
interface Known {
  silentTo: Instant;
  printedBy: Instant;
}

/** Whether users' trades are the last price: until the tape trades again, or the next session begins. */
export class LastTrades {
  private readonly known = new Map<string, Known>();

  constructor(private readonly source: Source) {}

  /** At an instant; at the end of a candle, where the next one has not begun. */
  isLast(symbol: string, tradedAt: Instant, at: Instant): boolean {
    return tradedAt <= at && this.isSameSession(symbol, tradedAt, at) && !this.hasPrinted(symbol, tradedAt, at);
  }

  /** Whether a candle that begins at an instant opens at a trade before it: where that session still goes on. */
  isOpening(symbol: string, tradedAt: Instant, openAt: Instant): boolean {
    const { open, nextChangeAt = Infinity } = this.source.sessionState(symbol, tradedAt);
    return open && openAt < nextChangeAt && this.isLast(symbol, tradedAt, openAt);
  }

  /** Whether no session began between a trade and an instant. */
  isSameSession(symbol: string, tradedAt: Instant, at: Instant): boolean {
    return isSameSession(this.source, symbol, tradedAt, at);
  }

  private hasPrinted(symbol: string, tradedAt: Instant, at: Instant): boolean {
    const key = `${symbol} ${tradedAt}`;
    let known = this.known.get(key);
    if (known === undefined) {
      if (this.known.size >= TRADES_KEPT) this.known.clear();
      this.known.set(key, (known = { silentTo: tradedAt, printedBy: Infinity }));
    }
    if (at >= known.printedBy) return true;
    if (at <= known.silentTo) return false;
    const printed = hasPrinted(this.source, symbol, tradedAt + 1, at);
    if (printed) known.printedBy = at;
    else known.silentTo = at;
    return printed;
  }
}

/** The tape shows beat by beat. */
function hasPrinted(source: Source, symbol: string, fromMs: Instant, at: Instant): boolean {
  const toMs = at - (at % BEAT_MS);
  const second = Math.ceil(fromMs / 1000) * 1000;
  if (source.trades(symbol, fromMs, Math.min(second, toMs)).length > 0) return true;
  const whole = toMs - (toMs % 1000);
  for (let [from, step] = [second, FIRST_STEP_MS]; from < whole; step *= STEPS_GROW) {
    const to = Math.min(whole, from + step);
    if (source.outlines(symbol, '1d', { fromMs: from, toMs: to }).some(({ trades }) => trades > 0)) return true;
    from = to;
  }
  return second <= whole && source.trades(symbol, whole, toMs).length > 0;
}
