import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { gapLeverageMax, isRaised } from '../../../../shared/margin-brackets.js';
import { BeatSteps, type BeatStep } from '../../../core/ports/beat-steps.js';
import { isRefusal } from '../../../core/refusal.js';
import { Writers } from '../../../engine/writer/writers.js';
import { userOf } from '../../../engine/ledger/chart.js';
import { instantOf } from '../../../market/book-market.js';
import { isReducing } from '../../../trading/matching/book.js';
import { MARKET_ACTOR, type BookState } from '../../../trading/venue/book.state.js';
import { ContractOwners, orLater } from '../contract-owners.js';
import { contractKind } from '../contract.product.js';
import { CancelUncoveredOrders } from './gap-orders.commands.js';
import { LiquidationTermsSource } from './liquidation.terms.js';

const MINUTE_MS = 60_000;

/**
 * Once margins are raised for a close, orders that rest with less are cancelled: they could open a position minutes before the close that
 * does not cover the gap. Closes are at whole minutes, so each minute is looked at once.
 */
@Injectable()
export class GapOrdersRunner implements BeatStep, OnModuleInit {
  /** The last minute in which each contract was looked at. */
  private readonly looked = new Map<string, number>();

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'peek'>,
    private readonly owners: ContractOwners,
    private readonly terms: LiquidationTermsSource,
    private readonly steps: BeatSteps,
  ) {}

  onModuleInit(): void {
    this.steps.register('gap-orders', this);
  }

  hasWork(realm: TradingRealm, symbol: string): boolean {
    return (this.bookOf(realm, symbol)?.orders.size ?? 0) > 0;
  }

  async run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean> {
    const at = instantOf(beat);
    const [key, minute] = [`${realm} ${symbol}`, Math.floor(at / MINUTE_MS)];
    if (this.looked.get(key) === minute) return true;
    if (!(await orLater(() => this.cancelUncovered(realm, symbol, at)))) return false;
    this.looked.set(key, minute);
    return true;
  }

  private async cancelUncovered(realm: TradingRealm, symbol: string, at: number): Promise<void> {
    const book = this.bookOf(realm, symbol);
    const terms = this.terms.of(symbol, at);
    if (book === undefined || isRefusal(terms)) return;
    const { margin } = terms;
    if (!isRaised(margin.gap, at)) return;
    const most = gapLeverageMax(margin.gap);
    const owners = new Set<string>();
    for (const { order } of book.everyOrder())
      if (!isReducing(order) && (order.margin?.leverage ?? 0) > most) owners.add(order.owner);
    for (const ownerId of owners) {
      const data = { symbol, userId: userOf(ownerId), ownerId, margin };
      await this.owners.send(new CancelUncoveredOrders(this.owners.context(realm, MARKET_ACTOR), data));
    }
  }

  private bookOf(realm: TradingRealm, symbol: string): BookState['book'] | undefined {
    return this.writers.peek(realm, contractKind, symbol)?.book;
  }
}
