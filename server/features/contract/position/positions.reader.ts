import { Inject, Injectable } from '@nestjs/common';
import type { PositionsView, PositionView } from '../../../../contracts/contract.contract.js';
import { contractNamed } from '../../../../shared/contract-symbol.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { Clock } from '../../../core/clock.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { isRefusal } from '../../../core/refusal.js';
import { Writers } from '../../../engine/writer/writers.js';
import { isReducing, ordersOf } from '../../../trading/matching/book.js';
import { traceOf, type BookState } from '../../../trading/venue/book.state.js';
import type { MarginPolicy } from '../../../trading/venue/order.commands.js';
import { chosenLeverage, leverageOf } from '../contract.rules.js';
import { contractKind } from '../contract.product.js';
import { ContractTermsSource } from '../contract.terms.js';
import { fundingKind } from '../funding/funding.state.js';
import { LiquidationRunner } from '../liquidation/liquidation.runner.js';
import { contractOf, positionKind, type ContractPosition } from './position.state.js';
import { positionViewOf } from './position.views.js';
import { protectionOf } from './protection.views.js';

interface Reader {
  readonly realm: string;
  readonly userId: string;
  readonly ownerId: string;
}

interface JudgedPosition {
  readonly position: ContractPosition;
  readonly rules: Omit<MarginPolicy, 'cap'>;
  readonly at: number;
}

const SIDES = ['long', 'short'] as const;

/** What an owner has open in contracts, at the mark prices of now. */
@Injectable()
export class PositionsReader {
  constructor(
    private readonly writers: Writers,
    private readonly facts: ContractFacts,
    private readonly terms: ContractTermsSource,
    @Inject(LiquidationRunner) private readonly liquidations: Pick<LiquidationRunner, 'rankOf'>,
    private readonly clock: Clock,
  ) {}

  /** Of one contract, or of all in which something is open or was chosen. */
  async open(reader: Reader, symbol?: string): Promise<PositionsView> {
    const at = this.clock.now();
    const state = await this.writers.read(reader.realm, positionKind, reader.ownerId);
    const symbols = symbol === undefined ? [...state.contracts.keys()] : [symbol];
    const positions: PositionView[] = [];
    const settings: PositionsView['settings'] = [];
    for (const each of symbols) {
      const position = contractOf(state, each);
      const rules = this.terms.marginOf(each, at);
      // What is delisted has no rules; its positions were settled with it.
      if (isRefusal(rules)) continue;
      settings.push({ symbol: each, mode: position.mode, leverage: leverageOf(position.leverage, rules, at) });
      positions.push(...(await this.viewsOf(reader, each, { position, rules, at })));
    }
    return { at, settings, quizPassed: state.quizPassed, positions };
  }

  private async viewsOf(
    { realm, ownerId }: Reader,
    symbol: string,
    { position, rules, at }: JudgedPosition,
  ): Promise<PositionView[]> {
    if (position.long === null && position.short === null) return [];
    const book = await this.writers.read(realm, contractKind, symbol);
    const prices = this.facts.prices(realm, symbol, at, traceOf(book));
    if (prices === null || book.sizes === null) return [];
    const { index } = await this.writers.read(realm, fundingKind, symbol);
    const contract = { markPrice: prices.mark, lotSize: book.sizes.lot, fundingIndex: index };
    const leverage = chosenLeverage(position.leverage, rules);
    const opensBy = leverageOf(position.leverage, rules, at);
    const isSettling = hasDelivered(symbol, at);
    return SIDES.flatMap((side) => {
      const holding = position[side];
      if (holding === null) return [];
      const label = isSettling || isClosing(book, ownerId, side) ? ('closing' as const) : ('open' as const);
      const rank = this.liquidations.rankOf(realm, { symbol, side, ownerId }, { mark: prices.mark, at });
      const protection = protectionOf(book, ownerId, side);
      const said = { symbol, label, leverage, opensBy, openedAt: position.since[side], rank, protection, isSettling };
      return [positionViewOf(holding, contract, { margin: rules, at }, said)];
    });
  }
}

/** Whether its positions wait for their settlement. */
function hasDelivered(symbol: string, at: number): boolean {
  const deliversAt = contractNamed(symbol)?.deliversAt ?? null;
  return deliversAt !== null && deliversAt <= at;
}

/** Whether an order is in the book that closes it. A take-profit or a stop that waits for its trigger closes nothing yet. */
function isClosing({ book }: BookState, ownerId: string, side: PositionSide): boolean {
  const closes = side === 'long' ? 'sell' : 'buy';
  return ordersOf(book, ownerId).some(
    ({ order, place }) => order.side === closes && isReducing(order) && place !== 'stops',
  );
}
