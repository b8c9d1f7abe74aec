import type { PoolClient } from 'pg';
import { amount, format } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import { bookOf } from '../features.js';
import { FlowOffsets } from '../market/flow-offset/flow-offsets.js';
import { factOf } from '../trading/venue/book.state.js';
import { movesPrices } from '../trading/venue/product.settlement.js';
import { flowPushes, pushOf } from '../trading/venue/flow.tables.js';
import type { MarketDifference } from './market.check.js';

const MINUTE_MS = 60_000;
const DIFFERENCES_MAX = 50;

interface Row {
  readonly symbol: string;
  readonly minuteAt: number;
  readonly ppm: string;
}

interface Epoch {
  readonly epoch: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Adds up again what users of one realm pushed for good: for the prices of the realm, and to compare it with what they are made of. */
export class PushCheck {
  readonly offsets = new FlowOffsets();
  private readonly sums = new Map<string, Row & { readonly position: number }>();

  constructor(
    private readonly realm: string,
    private readonly chosen: readonly Epoch[],
  ) {}

  take(event: RecordedEvent): void {
    const book = bookOf(event.stream);
    if (book === undefined || !movesPrices(book.kind.product)) return;
    const fact = factOf(book.kind.product, event);
    if (fact.type !== 'ImpactRecorded') return;
    const { at, position } = event;
    const ppm = pushOf(fact.data.impact);
    this.offsets.push(book.symbol, at, ppm);
    const minuteAt = at - (at % MINUTE_MS);
    if (ppm === 0 || this.epochOf(minuteAt) === undefined) return;
    const key = keyOf({ symbol: book.symbol, minuteAt });
    const before = this.sums.get(key)?.ppm ?? '0';
    const sum = format(amount(before) + amount(ppm.toFixed(6)));
    this.sums.set(key, { symbol: book.symbol, minuteAt, ppm: sum, position });
  }

  /** `shownTo`: how far of the history the read model has come. */
  async finish(client: PoolClient, shownTo: number): Promise<MarketDifference[]> {
    const from = Math.min(...this.chosen.map(({ startsAt }) => startsAt));
    const until = Math.max(...this.chosen.map(({ endsAt }) => endsAt));
    const { rows } = await client.query<Row>(
      `SELECT ${flowPushes.selected} FROM ${flowPushes.name} WHERE realm = $1 AND minute_at >= $2 AND minute_at < $3
        ORDER BY symbol, minute_at`,
      [this.realm, from, until],
    );
    const differences: MarketDifference[] = [];
    const differ = ({ symbol, minuteAt: at }: Row, expected: string, found: string): void => {
      const epoch = this.epochOf(at)?.epoch ?? 0;
      const where = { epoch, symbol, at, realm: this.realm };
      if (differences.length < DIFFERENCES_MAX) differences.push({ what: 'push', ...where, expected, found });
    };
    for (const row of rows) {
      if (this.epochOf(row.minuteAt) === undefined) continue;
      const expected = this.sums.get(keyOf(row));
      this.sums.delete(keyOf(row));
      const isNewer = expected !== undefined && expected.position > shownTo;
      if (!isNewer && amount(expected?.ppm ?? '0') !== amount(row.ppm)) differ(row, expected?.ppm ?? 'none', row.ppm);
    }
    for (const row of this.sums.values()) if (row.position <= shownTo) differ(row, row.ppm, 'none');
    return differences;
  }

  private epochOf(at: number): Epoch | undefined {
    return this.chosen.find(({ startsAt, endsAt }) => at >= startsAt && at < endsAt);
  }
}

function keyOf({ symbol, minuteAt }: Pick<Row, 'symbol' | 'minuteAt'>): string {
  return `${symbol} ${minuteAt}`;
}
