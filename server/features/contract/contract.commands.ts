import { z } from 'zod';
import { POSITION_MODES, PROTECTIONS } from '../../../contracts/contract.contract.js';
import { STOP_TRIGGERS } from '../../../contracts/order.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import * as order from '../../trading/venue/order.commands.js';

export const contractCommands = order.orderCommandsOf('Contract');

const owned = { userId: z.string(), ownerId: z.string(), symbol: z.string() };

const setLeverage = z.object({ ...owned, leverage: z.int(), margin: order.marginTerms });

/** What new orders of a contract open by. */
export class SetContractLeverage extends HouseCommand<DataOf<typeof setLeverage>, null> {
  static readonly type = 'SetContractLeverage';
  static readonly schema = setLeverage;
}

const passQuiz = z.object({ userId: z.string(), ownerId: z.string(), answers: z.array(z.int()).readonly() });

/** Answers the questions on leverage, once for all contracts. */
export class PassLeverageQuiz extends HouseCommand<DataOf<typeof passQuiz>, null> {
  static readonly type = 'PassLeverageQuiz';
  static readonly schema = passQuiz;
}

const setMode = z.object({ ...owned, mode: z.enum(POSITION_MODES) });

/** Side by side, or one position: while nothing is open in the contract. */
export class SetPositionMode extends HouseCommand<DataOf<typeof setMode>, null> {
  static readonly type = 'SetPositionMode';
  static readonly schema = setMode;
}

const adjustMargin = z.object({
  ...owned,
  side: z.enum(['long', 'short']),
  /** Below zero where it is taken out. */
  amount: z.string(),
  margin: order.marginTerms,
});

/** Puts margin up for a position, or takes some out. */
export class AdjustPositionMargin extends HouseCommand<DataOf<typeof adjustMargin>, null> {
  static readonly type = 'AdjustPositionMargin';
  static readonly schema = adjustMargin;
}

const setProtection = z.object({
  ...owned,
  ...order.orderTerms.shape,
  margin: order.marginTerms,
  side: z.enum(['long', 'short']),
  takeProfit: z.string().optional(),
  stopLoss: z.string().optional(),
  /** The one that stays as it stands when this is decided, with what both watch. */
  keeps: z.enum(PROTECTIONS).optional(),
  trigger: z.enum(STOP_TRIGGERS),
  /** Of orders that are new. */
  orderIds: z.object({ takeProfit: z.string(), stopLoss: z.string() }),
});

/** Sets the take-profit and stop-loss of a whole position; what is neither set nor kept is taken off. */
export class SetPositionProtection extends HouseCommand<DataOf<typeof setProtection>, null> {
  static readonly type = 'SetPositionProtection';
  static readonly schema = setProtection;
}
