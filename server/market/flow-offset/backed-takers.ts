import type { AgentLadder } from '../simulator/ladder.js';
import { impactAt, type Impact } from '../simulator/impact.js';
import type { BookSource } from '../simulator/market-source.js';
import type { TapeTrade } from '../simulator/tape.js';

/** A taker of the tape: users' orders within its limit come first. */
export interface NoiseTaker {
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  readonly limitTicks: number;
}

/** A beat of a realm whose price is moved. */
interface MovedBeat {
  readonly at: number;
  /** The fundamental price. */
  readonly midTicks: number;
  /** By how many ticks users moved the price at an instant: the tape of a beat is older than the beat. */
  readonly offsetTicksAt: (at: number) => number;
  readonly impact: Impact;
  /** The agents' quotes of the beat, which may give some of what users paid as well. */
  readonly ladder: AgentLadder | undefined;
}

/** The takers of a beat's tape in the market of a source, moved or not. */
export function noiseTakersOf(
  source: Pick<BookSource, 'isMoved' | 'offsetTicks' | 'priceTicksAt'>,
  symbol: string,
  { at, tape, impact, ladder }: Pick<MovedBeat, 'at' | 'impact' | 'ladder'> & { readonly tape: readonly TapeTrade[] },
): NoiseTaker[] {
  if (!(source.isMoved?.(symbol) ?? false))
    return tape.map(({ side, lots, limitTicks }) => ({ side, lots, limitTicks }));
  const offsetTicksAt = (tradedAt: number): number => source.offsetTicks?.(symbol, tradedAt) ?? 0;
  const midTicks = source.priceTicksAt(symbol, at) - offsetTicksAt(at);
  return backedTakers(tape, { at, midTicks, offsetTicksAt, impact, ladder });
}

/**
 * The takers of a beat's tape, as users' resting orders meet them. Where users moved the price, a taker gives more than the fundamental
 * price only out of what users paid; the rest of its lots goes no further than in a market that nobody moved.
 */
export function backedTakers(tape: readonly TapeTrade[], beat: MovedBeat): NoiseTaker[] {
  const { at, midTicks, offsetTicksAt, impact, ladder } = beat;
  let paid = impactAt(impact, at).paidTickLots - (ladder === undefined ? 0 : given(ladder, midTicks));
  return tape.flatMap(({ at: tradedAt, side, lots, limitTicks }): NoiseTaker[] => {
    const sign = side === 'buy' ? 1 : -1;
    const offsetTicks = offsetTicksAt(tradedAt);
    // Moved towards worse prices for users: nothing is given.
    if (sign * offsetTicks <= 0) return [{ side, lots, limitTicks }];
    const loss = Math.max(1, sign * (limitTicks - midTicks));
    const backed = Math.min(lots, Math.max(0, Math.floor(paid / loss)));
    paid -= backed * loss;
    const unmoved = { side, lots: lots - backed, limitTicks: Math.max(1, limitTicks - offsetTicks) };
    return [{ side, lots: backed, limitTicks }, unmoved].filter((taker) => taker.lots > 0);
  });
}

/** What quotes give beyond the fundamental price, in ticks times lots. */
function given({ bids, asks }: AgentLadder, midTicks: number): number {
  const beyond = (levels: AgentLadder['bids'], away: 1 | -1): number =>
    levels.reduce((sum, [ticks, lots]) => sum + Math.max(0, away * (ticks - midTicks)) * lots, 0);
  return beyond(bids, 1) + beyond(asks, -1);
}
