import type { Pool } from 'pg';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { underlyingOf } from '../../../shared/contract-symbol.js';
import { format } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { ProjectionRunner } from '../../engine/projections/runner.js';
import type { Market } from '../../market/runtime/market.js';
import type { RealmTraces, SavedTraces, TracedSpan } from '../../market/runtime/realm-traces.js';
import { periodEnd, periodStart, type Period } from '../../market/simulator/periods.js';
import type { BookKind } from '../venue/book.state.js';
import { hasMarks } from '../venue/product.settlement.js';
import { beatImpacts, beatTrades } from '../venue/trace.tables.js';
import { keyOf } from './public-books.js';

/** Beats with a push that the thread of candles takes at once: about a third of a second. Then other charts have their turn. */
const PART_IMPACTS = 2_500;

interface Parts {
  readonly pool: Pool;
  readonly projections: Pick<ProjectionRunner, 'waitFor'>;
  readonly market: Pick<Market, 'sinceThen' | 'spec'>;
  readonly kinds: readonly BookKind[];
  readonly partImpacts?: number;
}

/** What users left in the books of contracts, beat by beat, from the read model; of contracts that are delivered too. */
export class BookTraces implements RealmTraces {
  /** The position of the newest event by realm and symbol. */
  private readonly newest = new Map<string, number>();
  private readonly types: ReadonlySet<string>;

  constructor(private readonly parts: Parts) {
    const prefixes = parts.kinds.flatMap(({ product }) => (hasMarks(product) ? [product.prefix] : []));
    const facts = ['BookOpened', 'OrderMatched', 'ImpactRecorded', 'OrdersSplit'];
    this.types = new Set(prefixes.flatMap((prefix) => facts.map((fact) => `${prefix}${fact}`)));
  }

  /** A book that somebody traded in, as far as a position. */
  touch(realm: string, symbol: string, position: number): void {
    this.newest.set(keyOf(realm, symbol), position);
  }

  /** Takes up a durable fact. */
  take({ type, realm, position, stream }: RecordedEvent): void {
    if (this.types.has(type)) this.touch(realm, stream.slice(stream.indexOf('-') + 1), position);
  }

  async within(realm: TradingRealm, span: TracedSpan): Promise<SavedTraces | undefined> {
    const { pool, projections, market } = this.parts;
    const { symbol, toMs } = span;
    const position = this.newest.get(keyOf(realm, symbol));
    if (position !== undefined) await projections.waitFor('book-traces', realm, position);
    const fromMs = await this.readableFrom(realm, span);
    const underlying = underlyingOf(symbol);
    const since = market.sinceThen(underlying);
    const { rows } = await pool.query<{ pushes: number; text: string }>({
      name: 'book-traces',
      text: TEXT,
      values: [
        realm,
        symbol,
        fromMs,
        toMs,
        market.spec(underlying).tickSize,
        since.map(({ from }) => from),
        since.map(({ to }) => to),
        since.map(({ price }) => format(price)),
      ],
    });
    const [found] = rows;
    return found === undefined || found.pushes === 0 ? undefined : { fromMs, text: found.text };
  }

  /** Where the first candle opens whose pushes fit into a part; the newest candle always does. */
  private async readableFrom(realm: string, { symbol, period, fromMs, toMs }: TracedSpan): Promise<Instant> {
    const { pool, partImpacts = PART_IMPACTS } = this.parts;
    const { rows } = await pool.query<{ at: number }>({
      name: 'book-traces-part',
      text: `SELECT beat_at AS at FROM ${beatImpacts.name} WHERE realm = $1 AND symbol = $2 AND beat_at >= $3 AND beat_at <= $4
              ORDER BY beat_at DESC OFFSET $5 LIMIT 1`,
      values: [realm, symbol, fromMs, toMs, partImpacts],
    });
    const [beyond] = rows;
    if (beyond === undefined) return fromMs;
    return Math.max(fromMs, Math.min(opensAfter(period, beyond.at), opensAt(period, toMs - 1)));
  }
}

const opensAt = (period: Period, at: Instant): Instant => periodStart(period, Math.floor(at / 1000)) * 1000;
const opensAfter = (period: Period, at: Instant): Instant => periodEnd(period, opensAt(period, at) / 1000) * 1000;

/** One older row of each kind says how things stood. Prices of before a dividend, a split or another tick are in ticks of now. */
const TEXT = `
  WITH since AS (SELECT * FROM unnest($6::bigint[], $7::bigint[], $8::numeric[]) AS l(from_at, to_at, share)),
       trades AS (SELECT t.beat_at, t.traded_at, t.price * l.share / $5::numeric AS ticks, t.price_ticks
                    FROM (${rowsOf(beatTrades.name)}) t JOIN since l ON t.traded_at >= l.from_at AND t.traded_at < l.to_at),
       impacts AS (SELECT i.beat_at, i.as_of, i.displacement * coalesce(t.share, 1) AS displacement, i.basis * coalesce(t.share, 1) AS basis
                     FROM (${rowsOf(beatImpacts.name)}) i LEFT JOIN LATERAL (
                          SELECT b.price * l.share / $5::numeric / b.price_ticks AS share FROM ${beatTrades.name} b
                            JOIN since l ON b.traded_at >= l.from_at AND b.traded_at < l.to_at
                           WHERE b.realm = $1 AND b.symbol = $2 AND b.beat_at = i.beat_at) t ON true)
  SELECT (SELECT count(*) FROM impacts WHERE displacement <> 0 OR basis <> 0)::int AS pushes, json_build_object(
           'impacts', coalesce((SELECT json_agg(json_build_array(beat_at, as_of, displacement, basis) ORDER BY beat_at) FROM impacts), '[]'),
           'trades', coalesce((SELECT json_agg(json_build_array(beat_at, traded_at, round(ticks)) ORDER BY beat_at) FROM trades), '[]')
         )::text AS text`;

function rowsOf(table: string): string {
  const of = `SELECT * FROM ${table} WHERE realm = $1 AND symbol = $2`;
  return `(${of} AND beat_at < $3 ORDER BY beat_at DESC LIMIT 1) UNION ALL (${of} AND beat_at >= $3 AND beat_at <= $4)`;
}
