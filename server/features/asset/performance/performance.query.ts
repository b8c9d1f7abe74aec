import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  getPerformanceQuery,
  PerformanceCoin,
  PerformanceToday,
  PerformanceView,
} from '../../../../contracts/performance.contract.js';
import { Clock } from '../../../core/clock.js';
import { format, over, percentOf, ZERO, type Amount } from '../../../../shared/money.js';
import { refuse, type Refusal } from '../../../core/refusal.js';
import { BalanceHistory } from '../balance-history.js';
import { dayBefore } from '../history-instants.js';
import { Valuation } from '../valuation.js';
import { CostBook, type Pool } from './cost-book.js';
import { OwnerChanges } from './owner-changes.js';
import { BoundedMap } from '../../../core/bounded-map.js';

/** Books of owners who are about. Without one, it is made again from the owner's first event. */
const KEPT_BOOKS_MAX = 500;

/** What an owner's coins cost and brought. Reckoned from the history alone, so a restart or another server finds the same. */
@Injectable()
export class PerformanceQuery {
  private readonly books = new BoundedMap<string, Promise<CostBook>>(KEPT_BOOKS_MAX);

  constructor(
    private readonly changes: OwnerChanges,
    private readonly history: BalanceHistory,
    private readonly valuation: Valuation,
    private readonly clock: Clock,
  ) {}

  async performance(
    realm: string,
    ownerId: string,
    { timeZone }: z.output<typeof getPerformanceQuery>,
  ): Promise<PerformanceView | Refusal> {
    const { history, clock } = this;
    if (!(await history.ready(realm))) return refuse('request.unavailable');
    const since = dayBefore(clock.now(), timeZone);
    const [then = new Map<string, Amount>()] = await history.before(realm, ownerId, [since]);
    const book = await this.book(realm, ownerId);
    const at = clock.now();
    const coins = [...book.pools].map(([currency, pool]) => this.coin(currency, pool, at));
    const value = sumOf(coins, ({ value: worth }) => worth);
    const cost = sumOf([...book.pools.values()], (pool) => pool.cost);
    return {
      at,
      position: book.position,
      valueUsdt: format(value),
      costUsdt: format(cost),
      unrealisedUsdt: format(value - cost),
      realisedUsdt: format(book.realised),
      feesUsdt: format(book.fees),
      netFlowsUsdt: format(book.netFlows),
      today: this.today(book, since, then, value),
      coins: coins.sort((a, b) => (b.value > a.value ? 1 : -1)).map(({ view }) => view),
    };
  }

  /** The owner's book up to now. Those who ask at the same time wait for one another, so that no change is counted twice. */
  private async book(realm: string, ownerId: string): Promise<CostBook> {
    const before = this.books.get(ownerId);
    const next = this.continued(realm, ownerId, before);
    this.books.delete(ownerId);
    this.books.set(ownerId, next);
    return next;
  }

  private async continued(realm: string, ownerId: string, before: Promise<CostBook> | undefined): Promise<CostBook> {
    const { changes, valuation } = this;
    const known = await before?.catch(() => undefined);
    const book = known?.copy() ?? new CostBook((asset, held, at) => valuation.valueUsdt(asset, held, at));
    for await (const page of changes.between(realm, ownerId, book.position, Number.MAX_SAFE_INTEGER))
      for (const change of page) book.apply(change);
    return book;
  }

  private coin(
    currency: string,
    { quantity, cost, realised }: Pool,
    at: number,
  ): { value: Amount; view: PerformanceCoin } {
    const { valuation } = this;
    const value = valuation.valueUsdt(currency, quantity, at);
    const price = valuation.priceUsdt(currency, at);
    const view = {
      currency,
      quantity: format(quantity),
      costUsdt: format(cost),
      averageCostUsdt: quantity === ZERO ? null : format(over(cost, quantity, 'up')),
      priceUsdt: price === null ? null : format(price),
      valueUsdt: format(value),
      unrealisedUsdt: format(value - cost),
      unrealisedPercent: cost === ZERO ? null : format(percentOf(value - cost, cost)),
      realisedUsdt: format(realised),
    };
    return { value, view };
  }

  private today(
    { flows }: CostBook,
    since: number,
    then: ReadonlyMap<string, Amount>,
    value: Amount,
  ): PerformanceToday {
    const { valuation } = this;
    const worth = sumOf([...then], ([asset, held]) => valuation.valueUsdt(asset, held, since));
    const own = flows.filter(({ at }) => at >= since);
    const net = sumOf(own, (flow) => flow.worth);
    const inflows = sumOf(own, (flow) => (flow.worth > ZERO ? flow.worth : ZERO));
    const [pnl, base] = [value - worth - net, worth + inflows];
    return {
      since,
      valueUsdt: format(worth),
      netFlowsUsdt: format(net),
      inflowsUsdt: format(inflows),
      pnlUsdt: format(pnl),
      percent: base === ZERO ? null : format(percentOf(pnl, base)),
    };
  }
}

const sumOf = <Each>(all: readonly Each[], amountOf: (each: Each) => Amount): Amount =>
  all.reduce((sum, each) => sum + amountOf(each), ZERO);
