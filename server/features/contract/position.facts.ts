import type { PositionSide } from '../../../shared/margin.js';
import type { NewEvent, RecordedEvent } from '../../core/event.js';

/** A side of a position after something moved it; amounts in USDT. Without lots it is closed. */
export interface HoldingFacts {
  readonly lots: number;
  readonly entryNotional: string;
  readonly margin: string;
  readonly fundingIndex: string;
  readonly fees: string;
  readonly funding: string;
  readonly realised: string;
}

interface Moved {
  readonly owner: string;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly after: HoldingFacts;
}

export interface PositionGrown extends Moved {
  readonly orderId: string;
  readonly lots: number;
  readonly notional: string;
  readonly fee: string;
  /** Put up for these lots, the closing fee that is reserved included. */
  readonly margin: string;
}

export interface PositionShrunk extends Moved {
  readonly orderId: string;
  readonly lots: number;
  readonly notional: string;
  readonly fee: string;
  readonly realised: string;
  /** What went back to the owner: margin and profit, less loss and fee. */
  readonly released: string;
  /** The loss that no margin covered. The agents bear it, who were on the other side of the market. */
  readonly shortfall: string;
}

export interface PositionFacts {
  PositionOpened: PositionGrown;
  PositionIncreased: PositionGrown;
  PositionReduced: PositionShrunk;
  PositionClosed: PositionShrunk;
}
export type PositionEvent = {
  [Type in keyof PositionFacts]: RecordedEvent<Type, PositionFacts[Type]>;
}[keyof PositionFacts];
export type NewPositionEvent = {
  [Type in keyof PositionFacts]: NewEvent<Type, PositionFacts[Type]>;
}[keyof PositionFacts];
