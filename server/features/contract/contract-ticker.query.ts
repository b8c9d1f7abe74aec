import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { ContractTickerView, getContractTickersQuery } from '../../../contracts/own-ticker.calls.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { underlyingOf } from '../../../shared/contract-symbol.js';
import { amount, format, over, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import { BoundedMap } from '../../core/bounded-map.js';
import { Clock, isFresh, type Instant } from '../../core/clock.js';
import { ContractTickers, type ContractTicker } from '../../core/ports/contract-tickers.js';
import { DayTrades } from '../../core/ports/day-trades.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { Writers } from '../../engine/writer/writers.js';
import { traceOf } from '../../trading/venue/book.state.js';
import { contractKind } from './contract.product.js';

/** Named ones are shared for so long; of a list of all each is this old at most while somebody reads it. */
const NAMED_MS = 1_000;
const LIST_MS = 45_000;
const SHOWN_MS = 180_000;
/** Tickers are made for so long at a stretch: then whatever waits goes first. */
const WORK_MS = 3;
/** A list of all rests in between, so that orders notice nothing. */
const REST_MS = 15;
/** A list that nobody has read for so long is made no further. */
const READ_MS = 60_000;
const KEPT = 20_000;

interface Open {
  readonly long: Amount;
  readonly short: Amount;
}

interface Day {
  readonly high: Amount;
  readonly low: Amount;
}

/** Contracts' own tickers, made for those that somebody asks for. */
@Injectable()
export class ContractTickerQuery {
  private readonly log = new Logger('Tickers');
  private readonly kept = new BoundedMap<string, ContractTickerView>(KEPT);
  private readonly filling = new Map<TradingRealm, { readAt: Instant }>();
  private readonly open = new Map<TradingRealm, { readonly at: Instant; readonly rows: Promise<Map<string, Open>> }>();

  constructor(
    private readonly pool: Pool,
    private readonly writers: Writers,
    private readonly source: ContractTickers,
    private readonly trades: DayTrades,
    private readonly clock: Clock,
  ) {}

  async tickers(
    realm: TradingRealm,
    { symbols }: z.output<typeof getContractTickersQuery>,
  ): Promise<ContractTickerView[] | Refusal> {
    if (symbols === undefined) return this.all(realm);
    const views: ContractTickerView[] = [];
    let begun = performance.now();
    for (const symbol of symbols) {
      if (performance.now() - begun >= WORK_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        begun = performance.now();
      }
      const view = await this.ticker(realm, symbol, NAMED_MS, symbols.length === 1);
      if (view !== undefined) views.push(view);
      else if (symbols.length === 1) return refuse('market.symbol-unknown', { symbol });
    }
    return views;
  }

  /** Those that are made already; the others follow while somebody reads the list. */
  private all(realm: TradingRealm): ContractTickerView[] {
    const now = this.clock.now();
    const filling = this.filling.get(realm);
    if (filling === undefined) {
      this.filling.set(realm, { readAt: now });
      void this.fill(realm)
        .catch((error: unknown) => this.log.error(error instanceof Error ? error.stack : String(error)))
        .finally(() => this.filling.delete(realm));
    } else filling.readAt = now;
    return this.source.perpetuals(now).flatMap((symbol) => {
      const known = this.kept.get(keyOf(realm, symbol));
      return known !== undefined && isFresh(known.at, now, SHOWN_MS) ? [known] : [];
    });
  }

  private async fill(realm: TradingRealm): Promise<void> {
    const symbols = this.source.perpetuals(this.clock.now());
    let begun = performance.now();
    for (const symbol of symbols) {
      await this.ticker(realm, symbol, LIST_MS, false);
      if (performance.now() - begun < WORK_MS) continue;
      await sleep(REST_MS, undefined, { ref: false });
      begun = performance.now();
      const readAt = this.filling.get(realm)?.readAt ?? 0;
      if (!isFresh(readAt, this.clock.now(), READ_MS)) return;
    }
  }

  private async ticker(
    realm: TradingRealm,
    symbol: string,
    freshMs: number,
    withRange: boolean,
  ): Promise<ContractTickerView | undefined> {
    const at = this.clock.now();
    const known = this.kept.get(keyOf(realm, symbol));
    if (known !== undefined && isFresh(known.at, at, freshMs) && (known.high24h !== null || !withRange)) return known;
    const open = (await this.openIn(realm)).get(symbol);
    // A book that nobody ever traded in is not even loaded.
    const trace = open === undefined ? null : traceOf(await this.writers.read(realm, contractKind, symbol));
    const ticker = this.source.ticker(realm, symbol, at, trace);
    if (ticker === undefined) return undefined;
    const range = withRange ? this.range(realm, symbol, at, ticker.since) : null;
    const view = viewOf(symbol, at, ticker, { open, range: range && withPrice(range, ticker.last) });
    this.kept.set(keyOf(realm, symbol), view);
    return view;
  }

  /** The agents' price, and what users traded at. */
  private range(realm: TradingRealm, symbol: string, at: Instant, since: Instant): Day | null {
    const agents = this.source.range(realm, symbol, at);
    const users = this.trades.traded(realm, symbol, at, since);
    if (users === undefined) return agents;
    return agents === null ? users : withPrice(withPrice(agents, users.high), users.low);
  }

  /** What users have open; a row for every contract that anybody ever had a position in. */
  private openIn(realm: TradingRealm): Promise<Map<string, Open>> {
    const at = this.clock.now();
    const known = this.open.get(realm);
    if (known !== undefined && isFresh(known.at, at, NAMED_MS)) return known.rows;
    const rows = this.readOpen(realm);
    this.open.set(realm, { at, rows });
    rows.catch(() => this.open.delete(realm));
    return rows;
  }

  private async readOpen(realm: TradingRealm): Promise<Map<string, Open>> {
    const { rows } = await this.pool.query<{ symbol: string; long: string; short: string }>({
      name: 'contract-open',
      text: `SELECT symbol, trim_scale(long_quantity)::text AS long, trim_scale(short_quantity)::text AS short
               FROM contract_totals WHERE realm = $1`,
      values: [realm],
    });
    return new Map(rows.map(({ symbol, long, short }) => [symbol, { long: amount(long), short: amount(short) }]));
  }
}

const keyOf = (realm: string, symbol: string): string => `${realm}/${symbol}`;

const withPrice = ({ high, low }: Day, price: Amount): Day => ({
  high: price > high ? price : high,
  low: price < low ? price : low,
});

function viewOf(
  symbol: string,
  at: Instant,
  { last, mark, index, open: before, funding }: ContractTicker,
  { open = { long: ZERO, short: ZERO }, range }: { open: Open | undefined; range: Day | null },
): ContractTickerView {
  const larger = open.long > open.short ? open.long : open.short;
  return {
    symbol,
    underlying: underlyingOf(symbol),
    at,
    last: format(last),
    mark: format(mark),
    index: format(index),
    basis: format(mark - index),
    open24h: format(before),
    changePct: format(roundTo(over((last - before) * 100n, before, 'half-even'), 2, 'half-even')),
    high24h: range && format(range.high),
    low24h: range && format(range.low),
    fundingRate: funding && format(funding.rate),
    nextFundingAt: funding?.at ?? null,
    openLong: format(open.long),
    openShort: format(open.short),
    openInterest: format(roundTo(times(larger, mark, 'half-even'), 2, 'half-even')),
  };
}
