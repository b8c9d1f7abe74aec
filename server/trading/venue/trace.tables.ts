import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import { key, last, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { amount } from '../../../shared/money.js';
import { BEAT_MS } from '../../market/book-market.js';
import type { Impact } from '../../market/simulator/impact.js';
import type { OrderMatched } from './book.facts.js';
import { MARKET_ACTOR } from './book.state.js';

/** The last trade that users took part in before each beat of a contract's book; a beat without one has no row. */
export const beatTrades = new ReadTable('beat_trades', {
  realm: key.text,
  symbol: key.text,
  beatAt: key.instant,
  tradedAt: last.instant,
  price: last.amount,
  priceTicks: last.count,
});

/** What users' trades had left on the agents' quotes of a contract by each beat, in ticks of then; zeros where a book begins anew. */
export const beatImpacts = new ReadTable('beat_impacts', {
  realm: key.text,
  symbol: key.text,
  beatAt: key.instant,
  asOf: last.instant,
  displacement: last.amount,
  basis: last.amount,
});

/** The first beat that finds what happened at an instant: the beat of that instant came before it. */
const beatAfter = (at: Instant): Instant => (Math.floor(at / BEAT_MS) + 1) * BEAT_MS;

/** What a beat decided happened at the instant of the beat, however late it was decided. */
export function addBeatTrade(
  rows: RowBatch,
  { realm, at }: Pick<RecordedEvent, 'realm' | 'at'>,
  match: OrderMatched,
): void {
  const { symbol, priceTicks, beat } = match;
  const tradedAt = beat === undefined ? at : beat * BEAT_MS;
  rows.upsert(beatTrades, {
    realm,
    symbol,
    beatAt: beatAfter(tradedAt),
    tradedAt,
    price: amount(match.price),
    priceTicks,
  });
}

/** `null`: nothing is left. An impact that a beat of the market left is as of that beat. */
export function addBeatImpact(
  rows: RowBatch,
  { realm, actor, at }: Pick<RecordedEvent, 'realm' | 'actor' | 'at'>,
  symbol: string,
  impact: unknown,
): void {
  const { displacementTicks = 0, basisTicks = 0, asOf = at } = (impact as Partial<Impact> | null) ?? {};
  // Recorded figures have at most six decimals.
  const [displacement, basis] = [amount(displacementTicks.toFixed(6)), amount(basisTicks.toFixed(6))];
  const leftAt = actor === MARKET_ACTOR ? asOf : at;
  rows.upsert(beatImpacts, { realm, symbol, beatAt: beatAfter(leftAt), asOf, displacement, basis });
}
