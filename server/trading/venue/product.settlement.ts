import type { SymbolKind } from '../../../shared/contract-symbol.js';
import type { Amount } from '../../../shared/money.js';
import type { PlannedCommand } from '../../core/command.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { NewEvent, Posting } from '../../core/event.js';
import type { Refusal } from '../../core/refusal.js';
import type { AccountSpace } from '../../engine/ledger/chart.js';
import type { Fundings } from '../../market/funding/fundings.js';
import type { BookSource, MarketSource } from '../../market/simulator/market-source.js';
import type { Order, PositionSide, Side } from '../matching/book.js';
import type { BookSpec } from './book.facts.js';
import type { BookState } from './book.state.js';
import type { OrderCommands, OrderTerms } from './order.commands.js';
import type { Sizes } from './order.rules.js';

/** What the prices of a book are made of. */
export interface BookSourceParts {
  /** The prices of a realm, as its users moved them. */
  readonly prices: MarketSource;
  /** Those of the seeds alone. */
  readonly fundamental: MarketSource;
  readonly fundings: Fundings;
}

/** What a product adds to the venue: its names, its commands, and how its orders are paid for. */
export interface Product {
  /** Its books are the streams `<name>-<symbol>`. */
  readonly name: string;
  /** What its books are on. */
  readonly symbols: readonly SymbolKind[];
  /** Its events are called as those of the book, with this in front. */
  readonly prefix: string;
  /** The funds that orders of a book hold. */
  space(symbol: string): AccountSpace;
  readonly commands: OrderCommands;
  /** Its books know how many lots each owner has open, and its orders say which position they are for. */
  readonly hasPositions?: true;
  heldAsset(side: Side, spec: BookSpec): string;
  /** Where the prices of its books come from; where it is left out, from the instrument itself. */
  sourceOf?(parts: BookSourceParts): BookSource;
  settlement(terms: { readonly spec: BookSpec; readonly sizes: Sizes }, view: View): Settlement;
  /** The streams, besides the book, that a fill of this owner's orders moves. */
  moves?(ownerId: string, symbol: string): CommandScope['streams'];
  /** What follows once the orders of a demo life that is over are cancelled: nobody is left to close what is open. */
  lifeEnded?(owner: { readonly userId: string; readonly ownerId: string }): PlannedCommand;
  /** How its orders open positions, from the streams that they move and the open principal of all products in USDT. */
  admission?(view: View, order: AskedOrder, book: BookState, principal: Amount): Admission;
}

/** Where instruments themselves are traded, users move their prices. */
export const movesPrices = ({ symbols }: Pick<Product, 'symbols'>): boolean => symbols.includes('instrument');

/** Contracts have candles of their own. */
export const hasCandles = (product: Pick<Product, 'symbols'>): boolean => movesPrices(product) || hasMarks(product);

/** The books of contracts have candles of their mark price too. */
export const hasMarks = ({ symbols }: Pick<Product, 'symbols'>): boolean => symbols.includes('perpetual');

export interface AdmittedSize {
  /** Those that may still fill. */
  readonly lots: number;
  /** What it holds, and what of that it did not hold before. */
  readonly held: Amount;
  readonly heldMore: Amount;
  readonly sizes: Sizes;
  /** The mark price now. */
  readonly markTicks: number;
}

/** Whose order it is, and the terms that it was sent with. */
export interface AskedOrder extends Pick<OrderTerms, 'margin' | 'spec'> {
  readonly symbol: string;
  readonly userId: string;
  readonly ownerId: string;
  /** When it is decided. */
  readonly at: number;
}

/** What of an order says whether it opens or closes. */
export interface SidedOrder {
  readonly side: Side;
  readonly positionSide?: PositionSide | undefined;
}

/** What a product with margin makes of an order. */
export interface Admission {
  /** What the owner has chosen for the contract. */
  readonly leverage: number;
  /** The worst price that an order may close at; `null` where it closes nothing. */
  closingTicks(order: SidedOrder): number | null;
  /** The worst price that what comes with the fills of an order that opens may close at, all of it filled. */
  openedTicks(order: Order): number | null;
  /** What stands against an order that the book takes. */
  problems(order: Order, size: AdmittedSize): readonly Refusal[];
}

/** How orders are paid for, in one decision. What an order holds is held and released by the venue. */
export interface Settlement {
  /** What an order holds for lots that may still fill, the worst fee that may apply included. */
  reserve(order: Order, lots: number, worstRate: Amount): Amount;
  /** What a fill takes out of the hold of its order. */
  cost(fill: Fill, order: Order, worstRate: Amount): Amount;
  /** What one side of a fill gives and gets. The venue books the fees. */
  onFill(
    fill: Fill,
    hold: FilledHold,
  ): { readonly postings: readonly Posting[]; readonly events?: readonly NewEvent[] };
}

/** What becomes of the hold of an order by a fill: a part is taken, and a part that is not needed any more goes back. */
export interface FilledHold {
  readonly cost: Amount;
  readonly freed: Amount;
}

/** One side of a fill. Agents have no order. */
export interface Fill {
  readonly orderId: string | null;
  readonly owner: string;
  readonly side: Side;
  /** The position that it moves; null for agents, and where there are none. */
  readonly positionSide: PositionSide | null;
  readonly priceTicks: number;
  readonly lots: number;
  readonly quantity: Amount;
  readonly notional: Amount;
  /** Negative where a rebate is paid. */
  readonly fee: Amount;
}
