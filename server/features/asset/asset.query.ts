import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  ACCOUNT_SPACES,
  type AccountSpace,
  type AssetHistoryView,
  type AssetRow,
  type AssetsAtView,
  type AssetsView,
  type getAssetHistoryQuery,
  type getHoldsQuery,
  type HoldRow,
} from '../../../contracts/asset.contract.js';
import { ORDER_PRODUCTS } from '../../../contracts/order.contract.js';
import { symbolKind } from '../../../shared/contract-symbol.js';
import { Clock } from '../../core/clock.js';
import { dateOf, startOf } from '../../../shared/utc-date.js';
import type { AssetsOfDate } from '../../core/ports/past-assets.js';
import { amount, format, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { userAccount, type Bucket } from '../../engine/ledger/chart.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { BalanceHistory } from './balance-history.js';
import { PastDebts } from './past-debts.js';
import { historyInstants } from './history-instants.js';
import { Valuation } from './valuation.js';

const DAY_MS = 86_400_000;
const BUCKETS: readonly Bucket[] = ['available', 'frozen'];
const VALUE_DECIMALS = 8;
const WAIT_MS = 2_000;
const LOOK_AGAIN_MS = 20;
const HELD_ORDERS_MAX = 200;

interface Held {
  space: AccountSpace;
  currency: string;
  available: Amount;
  frozen: Amount;
}

/**
 * An owner's balances now and then, their value, and their holds. The owner's id comes from the session, so no other owner is
 * readable.
 */
@Injectable()
export class AssetQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly pastBalances: BalanceHistory,
    private readonly pastDebts: PastDebts,
    private readonly valuation: Valuation,
    private readonly clock: Clock,
  ) {}

  /** Balances are part of the append itself, so they are never behind; `after` is for a server that reads from a copy. */
  async assets(realm: string, ownerId: string, after = 0): Promise<AssetsView> {
    const until = performance.now() + WAIT_MS;
    let found = await this.balances(realm, ownerId);
    while (found.position < after && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      found = await this.balances(realm, ownerId);
    }
    return { ...this.value(found.balances, this.clock.now()), position: found.position };
  }

  /** As it was: what the postings up to the instant add up to, at the prices of the instant. */
  async assetsAt(realm: string, ownerId: string, wanted: number): Promise<AssetsAtView | Refusal> {
    const { pastBalances: history, clock } = this;
    const at = Math.min(wanted, clock.now());
    if (!(await history.ready(realm))) return refuse('request.unavailable');
    const point = await history.pointAt(realm, at);
    const held = new Map<string, Held>();
    for (const { space, bucket, asset, amount: changed } of await history.sums(realm, ownerId, point)) {
      const row = heldIn(held, space, asset);
      row[bucket] += changed;
    }
    const { position, hash } = point;
    return { ...this.value([...held.values()], at), position, hash };
  }

  /** What was held at each instant at the prices of that instant, from the account's first posting to now. */
  async history(
    realm: string,
    ownerId: string,
    { span, currency, timeZone }: z.output<typeof getAssetHistoryQuery>,
  ): Promise<AssetHistoryView | Refusal> {
    const { pastBalances: history, clock, valuation } = this;
    const now = clock.now();
    if (!(await history.ready(realm))) return refuse('request.unavailable');
    const beginning = await history.beginning(realm, ownerId);
    const spanned = historyInstants(span, now, timeZone);
    const instants = spanned.filter((at) => beginning !== undefined && at > beginning);
    const balances = await history.before(realm, ownerId, instants);
    const worth = (at: number, total: Amount) => {
      const rate = valuation.rate(currency, at);
      return rate === null ? [] : [{ at, value: format(roundTo(times(total, rate, 'down'), VALUE_DECIMALS, 'down')) }];
    };
    const points = instants.flatMap((at, index) => worth(at, this.total(balances[index] ?? new Map(), at)));
    if (beginning !== undefined && beginning >= (spanned[0] ?? now))
      points.unshift(...worth(beginning, this.total(await this.heldAt(realm, ownerId, beginning), beginning)));
    const { totalUsdt } = this.value((await this.balances(realm, ownerId)).balances, now);
    return { span, currency, points: [...points, ...worth(now, amount(totalUsdt))] };
  }

  /** `PastAssets`: holdings less what was owed. */
  async daily(ownerId: string, days: number, at: number): Promise<AssetsOfDate[] | undefined> {
    const { pastBalances: history } = this;
    if (!(await history.ready('real'))) return undefined;
    const today = startOf(dateOf(at));
    const instants = Array.from({ length: days }, (_, n) => today - (days - 1 - n) * DAY_MS);
    const [balances, debts] = await Promise.all([
      history.before('real', ownerId, instants),
      this.pastDebts.before(ownerId, instants),
    ]);
    return instants.map((midnight, n) => {
      const net = this.total(balances[n] ?? new Map(), midnight) - (debts[n] ?? ZERO);
      return { date: dateOf(midnight), usdt: format(net > ZERO ? net : ZERO) };
    });
  }

  /** What every frozen amount is frozen by. The amounts of a space and currency add up to what is frozen there. */
  async holds(
    realm: string,
    ownerId: string,
    { space, currency }: z.output<typeof getHoldsQuery>,
  ): Promise<HoldRow[] | Refusal> {
    const { pool, projections } = this;
    const ready = await Promise.all(['balances', 'orders'].map((name) => projections.upToDate(name, realm)));
    if (ready.includes(false)) return refuse('request.unavailable');
    const [holds, orders] = await Promise.all([
      pool.query<Omit<HoldRow, 'cause' | 'reference' | 'orders'> & { stream: string }>({
        name: 'holds',
        text: HOLDS,
        values: [realm, ownerId, space ?? null, currency ?? null],
      }),
      pool.query<HoldRow['orders'][number]>({ name: 'held-orders', text: ORDERS, values: [realm, ownerId] }),
    ]);
    return holds.rows.map(({ stream, ...row }) => {
      const dash = stream.indexOf('-');
      const [noun, reference] = [stream.slice(0, dash), stream.slice(dash + 1)];
      const isBook = ORDER_PRODUCTS.some((product) => product === noun);
      const own = isBook
        ? orders.rows.filter((order) => order.symbol === reference && holdsOf(order, row.currency))
        : [];
      return { ...row, cause: isBook ? 'orders' : noun, reference, orders: own };
    });
  }

  private total(held: ReadonlyMap<string, Amount>, at: number): Amount {
    let total = ZERO;
    for (const [asset, amounts] of held) total += this.valuation.valueUsdt(asset, amounts, at);
    return total;
  }

  private async heldAt(realm: string, ownerId: string, at: number): Promise<Map<string, Amount>> {
    const { pastBalances: history } = this;
    const held = new Map<string, Amount>();
    for (const { asset, amount: changed } of await history.sums(realm, ownerId, await history.pointAt(realm, at)))
      held.set(asset, (held.get(asset) ?? ZERO) + changed);
    return held;
  }

  private async balances(realm: string, ownerId: string): Promise<{ position: number; balances: Held[] }> {
    const { rows } = await this.pool.query<{ position: number } & (Balance | NoBalance)>({
      name: 'assets',
      text: `SELECT h.position, b.account, b.asset, b.amount FROM realm_heads h
               LEFT JOIN ledger_balances b ON b.realm = h.realm AND b.account = ANY ($2) WHERE h.realm = $1`,
      values: [realm, accountsOf(ownerId)],
    });
    const held = new Map<string, Held>();
    for (const { account, asset, amount: text } of rows) {
      if (account === null) continue;
      const [, , space, bucket] = account.split('/') as [string, string, AccountSpace, Bucket];
      heldIn(held, space, asset)[bucket] = amount(text);
    }
    return { position: rows[0]?.position ?? 0, balances: [...held.values()] };
  }

  private value(balances: readonly Held[], at: number): Omit<AssetsView, 'position'> {
    const { valuation } = this;
    let total = ZERO;
    const valued = balances.map(({ space, currency, available, frozen }) => {
      const price = valuation.priceUsdt(currency, at);
      const value = valuation.valueUsdt(currency, available + frozen, at);
      total += value;
      const amounts = { available: format(available), frozen: format(frozen), total: format(available + frozen) };
      const priceUsdt = price === null ? null : format(price);
      const row: AssetRow = { space, currency, ...amounts, valueUsdt: format(value), priceUsdt };
      return { value, row };
    });
    valued.sort((a, b) => compare(b.value, a.value) || compare(a.row.currency, b.row.currency));
    return { totalUsdt: format(total), rows: valued.map(({ row }) => row), at, rates: valuation.rates(at) };
  }
}

const HOLDS = `
  SELECT space, asset AS currency, stream, trim_scale(amount)::text AS amount, since, last_position AS position
    FROM account_holds
   WHERE realm = $1 AND owner_id = $2 AND amount <> 0 AND ($3::text IS NULL OR space = $3)
     AND ($4::text IS NULL OR asset = $4)
   ORDER BY since, stream`;

const ORDERS = `
  SELECT order_id AS "orderId", symbol, side, trim_scale(remaining_quantity)::text AS remaining, placed_at AS "placedAt"
    FROM orders WHERE realm = $1 AND owner_id = $2 AND open ORDER BY position LIMIT ${HELD_ORDERS_MAX}`;

/** A buy holds the quote asset, a sell the base asset, which the symbol begins with; any order of a contract holds margin. */
const holdsOf = ({ side, symbol }: HoldRow['orders'][number], currency: string): boolean =>
  symbolKind(symbol) !== 'instrument' || (side === 'buy' ? symbol.endsWith(currency) : symbol.startsWith(currency));

interface Balance {
  account: string;
  asset: string;
  amount: string;
}
interface NoBalance {
  account: null;
  asset: null;
  amount: null;
}

function heldIn(held: Map<string, Held>, space: AccountSpace, currency: string): Held {
  const key = `${space} ${currency}`;
  const row = held.get(key) ?? { space, currency, available: ZERO, frozen: ZERO };
  held.set(key, row);
  return row;
}

function accountsOf(ownerId: string): string[] {
  return ACCOUNT_SPACES.flatMap((space) => BUCKETS.map((bucket) => userAccount(ownerId, space, bucket)));
}

function compare<Comparable extends bigint | string>(a: Comparable, b: Comparable): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
