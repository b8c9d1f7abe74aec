import type { Pool } from 'pg';
import type { Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { underlyingOf } from '../../../shared/contract-symbol.js';
import { amount, format, roundToStep, type Amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { ProjectionRunner } from '../../engine/projections/runner.js';
import type { RowOf } from '../../engine/projections/read-table.js';
import type { Market } from '../../market/runtime/market.js';
import type { BookSizes, FlowCandle, FlowRange, RealmFlows } from '../../market/runtime/realm-candles.js';
import { spanSeconds } from '../../market/simulator/periods.js';
import type { BookKind } from '../venue/book.state.js';
import { FLOW_SPANS, flowCandles, type FlowSpan } from '../venue/flow.tables.js';
import { keyOf } from './public-books.js';

/** The stored span that a period is folded from. */
const SPAN_OF: Record<Period, FlowSpan> = {
  '1s': '1s',
  '1m': '1m',
  '5m': '1m',
  '15m': '1m',
  '30m': '1m',
  '1h': '1h',
  '4h': '1h',
  '1d': '1d',
  '1w': '1d',
  '1M': '1d',
  '1y': '1d',
};
const CALENDAR: Partial<Record<Period, string>> = { '1w': 'week', '1M': 'month', '1y': 'year' };

type Row = Omit<RowOf<typeof flowCandles>, 'realm' | 'symbol' | 'span'>;

interface Parts {
  readonly pool: Pool;
  readonly projections: Pick<ProjectionRunner, 'waitFor'>;
  readonly market: Pick<Market, 'sinceThen' | 'spec'>;
  readonly kinds: readonly BookKind[];
}

/** Users' trades as candles of any period and date, from the read model. Books that nobody traded in cost a look into a map. */
export class FlowCandles implements RealmFlows {
  /** The position of the newest trade by realm and symbol. */
  private readonly newest = new Map<string, number>();

  private readonly types: ReadonlySet<string>;

  constructor(private readonly parts: Parts) {
    this.types = new Set(parts.kinds.map(({ product }) => `${product.prefix}OrderMatched`));
  }

  /** A book that somebody traded in, as far as a position. */
  touch(realm: string, symbol: string, position: number): void {
    this.newest.set(keyOf(realm, symbol), position);
  }

  /** Takes up a durable fact. */
  take({ type, realm, position, data }: RecordedEvent): void {
    if (!this.types.has(type)) return;
    this.touch(realm, (data as { symbol: string }).symbol, position);
  }

  before(realm: TradingRealm, range: FlowRange): Promise<readonly FlowCandle[]> | undefined {
    const position = this.newest.get(keyOf(realm, range.symbol));
    return position === undefined ? undefined : this.read(realm, range, position);
  }

  private async read(realm: TradingRealm, range: FlowRange, position: number): Promise<readonly FlowCandle[]> {
    const { pool, projections } = this.parts;
    const { symbol, period, beforeMs, limit } = range;
    await projections.waitFor('orders', realm, position);
    const span = SPAN_OF[period];
    const perCandle = Math.ceil((spanSeconds(period, 1) * 1000) / FLOW_SPANS[span]);
    const underlying = underlyingOf(symbol);
    const since = this.parts.market.sinceThen(underlying);
    const { rows } = await pool.query<Row>({
      name: `flow-candles-${period}`,
      text: textOf(period),
      values: [
        realm,
        symbol,
        span,
        beforeMs,
        (limit + 1) * perCandle,
        limit + 1,
        since.map(({ from }) => from),
        since.map(({ to }) => to),
        since.map(({ price }) => format(price)),
        since.map(({ shares }) => format(shares)),
      ],
    });
    const { tickSize, lotSize } = this.parts.market.spec(underlying);
    const steps = since.length === 1 ? undefined : { tick: amount(tickSize), lot: amount(lotSize) };
    return rows.map((row) => candleOf(row, steps)).reverse();
  }
}

/**
 * The newest candles before an instant. The oldest one may lack what was traded first: it only says what was traded last before those
 * that were asked for.
 */
function textOf(period: Period): string {
  const calendar = CALENDAR[period];
  const uniform = spanSeconds(period, 1) * 1000;
  const opening =
    calendar === undefined
      ? `open_at - open_at % ${uniform}`
      : `extract(epoch FROM date_trunc('${calendar}', to_timestamp(open_at / 1000) AT TIME ZONE 'UTC'))::bigint * 1000`;
  const number = (text: string): string => `trim_scale(round(${text}, 18))::text`;
  return `
    SELECT opening AS "openAt", min(first_at) AS "firstAt", ${number('(array_agg(open * price ORDER BY first_at))[1]')} AS open,
           ${number('max(high * price)')} AS high, ${number('min(low * price)')} AS low, max(last_at) AS "lastAt",
           ${number('(array_agg(close * price ORDER BY last_at DESC))[1]')} AS close, ${number('sum(volume * shares)')} AS volume
      FROM (SELECT *, ${opening} AS opening FROM ${flowCandles.name}
             WHERE realm = $1 AND symbol = $2 AND span = $3 AND open_at < $4 ORDER BY open_at DESC LIMIT $5) r
      JOIN unnest($7::bigint[], $8::bigint[], $9::numeric[], $10::numeric[]) AS l(from_at, to_at, price, shares)
        ON first_at >= from_at AND first_at < to_at
     GROUP BY opening ORDER BY opening DESC LIMIT $6`;
}

/** What a dividend or split has changed is rounded to ticks and lots, as candles of the seeds are. */
function candleOf(
  { openAt, firstAt, open, high, low, lastAt, close, volume }: Row,
  steps: BookSizes | undefined,
): FlowCandle {
  const inSteps = (text: string, step: Amount | undefined): Amount =>
    step === undefined ? amount(text) : roundToStep(amount(text), step, 'half-even');
  const price = (text: string): Amount => inSteps(text, steps?.tick);
  return {
    openAt,
    firstAt,
    open: price(open),
    high: price(high),
    low: price(low),
    lastAt,
    close: price(close),
    volume: inSteps(volume, steps?.lot),
  };
}
