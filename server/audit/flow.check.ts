import type { PoolClient } from 'pg';
import { amount, format, ZERO, type Amount } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { RowOf } from '../engine/projections/read-table.js';
import { allProjections, bookOf } from '../features.js';
import { HOUSE } from '../trading/matching/book.js';
import { tradeOf } from '../trading/venue/book.facts.js';
import { hasCandles } from '../trading/venue/product.settlement.js';
import { FLOW_SPANS, flowCandles, type FlowSpan } from '../trading/venue/flow.tables.js';
import type { MarketDifference } from './market.check.js';

const PAGE = 20_000;
const DIFFERENCES_MAX = 50;

interface Epoch {
  readonly epoch: number;
  readonly startsAt: number;
  readonly endsAt: number;
}

type Key = Pick<RowOf<typeof flowCandles>, 'symbol' | 'span' | 'openAt'>;

/** A candle of users' trades as their events give it. */
interface Expected extends Key {
  readonly firstAt: number;
  readonly open: Amount;
  high: Amount;
  low: Amount;
  lastAt: number;
  close: Amount;
  volume: Amount;
  /** Of its last trade. */
  position: number;
}

interface CheckedFlow {
  readonly checked: number;
  readonly differences: readonly MarketDifference[];
  readonly notes: readonly string[];
}

/** Folds the trades of one realm again and compares them with the candles that charts are given. */
export class FlowCheck {
  private readonly expected = new Map<string, Expected>();
  private readonly until: number;

  constructor(
    private readonly realm: string,
    private readonly chosen: readonly Epoch[],
  ) {
    this.until = Math.max(...chosen.map(({ endsAt }) => endsAt));
  }

  take(event: RecordedEvent): void {
    const book = bookOf(event.stream);
    if (book === undefined || !hasCandles(book.kind.product)) return;
    const trade = tradeOf(event);
    if (trade === undefined) return;
    const price = amount(trade.price);
    // Agents who took a resting order did it with lots of the tape.
    const volume = trade.takerOwner === HOUSE ? ZERO : amount(trade.quantity);
    const { symbol } = trade;
    const { at, position } = event;
    for (const [span, ms] of Object.entries(FLOW_SPANS) as [FlowSpan, number][]) {
      const openAt = at - (at % ms);
      if (this.epochOf(span, openAt) === undefined) continue;
      const key = keyOf({ symbol, span, openAt });
      const known = this.expected.get(key);
      const prices = { open: price, high: price, low: price, close: price };
      if (known === undefined) {
        this.expected.set(key, { symbol, span, openAt, firstAt: at, lastAt: at, ...prices, volume, position });
        continue;
      }
      if (price > known.high) known.high = price;
      if (price < known.low) known.low = price;
      [known.lastAt, known.close, known.position] = [at, price, position];
      known.volume += volume;
    }
  }

  async finish(client: PoolClient): Promise<CheckedFlow> {
    const differences: MarketDifference[] = [];
    const notes = new Set<string>();
    let checked = 0;
    const shownTo = await this.shownTo(client);
    const differ = (key: Key, expected: Expected | undefined, found: string): void => {
      // A read model follows the history by a moment; `verify` finds one that stands still.
      if (expected !== undefined && expected.position > shownTo)
        notes.add(`${this.realm}: candles of trades after position ${shownTo} are not written yet and not compared`);
      else if (differences.length < DIFFERENCES_MAX) differences.push(this.difference(key, expected, found));
    };
    for await (const row of this.rows(client)) {
      if (this.epochOf(row.span, row.openAt) === undefined) continue;
      checked += 1;
      const expected = this.expected.get(keyOf(row));
      this.expected.delete(keyOf(row));
      const found = textOf(row);
      if (expected === undefined || found !== textOf(stated(expected))) differ(row, expected, found);
    }
    for (const expected of this.expected.values()) differ(expected, expected, 'none');
    return { checked, differences, notes: [...notes] };
  }

  /** How far of the history the read model has come. */
  async shownTo(client: PoolClient): Promise<number> {
    const { rows } = await client.query<{ position: number }>(
      `SELECT c.position FROM projection_checkpoints c JOIN projections p ON p.name = c.projection AND p.live_slot = c.slot
        WHERE c.projection = $1 AND c.realm = $2`,
      [allProjections.find(({ tables }) => tables.some(({ name }) => name === flowCandles.name))?.name, this.realm],
    );
    return rows[0]?.position ?? 0;
  }

  /** The chosen epoch that a span lies in, or begins in; spans that are not over are not known whole. */
  private epochOf(span: FlowSpan, openAt: number): Epoch | undefined {
    const endsAt = openAt + FLOW_SPANS[span];
    if (endsAt > this.until) return undefined;
    return this.chosen.find((epoch) => openAt < epoch.endsAt && endsAt > epoch.startsAt);
  }

  private async *rows(client: PoolClient): AsyncGenerator<RowOf<typeof flowCandles>> {
    const from = Math.min(...this.chosen.map(({ startsAt }) => startsAt)) - FLOW_SPANS['1d'];
    let after: Key = { symbol: '', span: '1d', openAt: 0 };
    for (;;) {
      const { rows } = await client.query<RowOf<typeof flowCandles>>(
        `SELECT ${flowCandles.selected} FROM ${flowCandles.name}
          WHERE realm = $1 AND open_at > $2 AND open_at < $3 AND (symbol, span, open_at) > ($4, $5, $6)
          ORDER BY symbol, span, open_at LIMIT ${PAGE}`,
        [this.realm, from, this.until, after.symbol, after.span, after.openAt],
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  private difference(key: Key, expected: Expected | undefined, found: string): MarketDifference {
    const { symbol, span, openAt: at } = key;
    const epoch = this.epochOf(span, at)?.epoch ?? 0;
    const text = expected === undefined ? 'none' : textOf(stated(expected));
    const where = { epoch, symbol, at, realm: this.realm };
    const position = expected === undefined ? {} : { position: expected.position };
    return { what: 'flow', ...where, ...position, expected: `${span} ${text}`, found: `${span} ${found}` };
  }
}

function keyOf({ symbol, span, openAt }: Key): string {
  return `${symbol} ${span} ${openAt}`;
}

type Stated = Omit<RowOf<typeof flowCandles>, 'realm'>;

function stated({ open, high, low, close, volume, ...rest }: Expected): Stated {
  return {
    ...rest,
    open: format(open),
    high: format(high),
    low: format(low),
    close: format(close),
    volume: format(volume),
  };
}

function textOf({ firstAt, open, high, low, lastAt, close, volume }: Stated): string {
  return `${open} ${high} ${low} ${close} volume ${volume} from ${firstAt} to ${lastAt}`;
}
