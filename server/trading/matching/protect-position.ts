import type { AttachedPrice } from './attached-level.js';
import type { PositionSide, StopTrigger } from './types.js';

/** Sets the take-profit and stop-loss that close all of a position, in place of those that wait to. None of both takes them off. */
export interface ProtectPosition {
  readonly type: 'ProtectPosition';
  readonly owner: string;
  readonly positionSide: PositionSide;
  readonly trigger: StopTrigger;
  readonly takeProfit: ProtectingPrice | null;
  readonly stopLoss: ProtectingPrice | null;
}

/** The id is used where no order of the kind can be amended. */
export interface ProtectingPrice extends AttachedPrice {
  readonly orderId: string;
}
