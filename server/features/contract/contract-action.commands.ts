import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { owners } from './delivery/contract-end.commands.js';

const ratio = { actionId: z.string(), newShares: z.int().positive(), oldShares: z.int().positive() };

const splitOrders = z.object({
  symbol: z.string(),
  ...ratio,
  /** The version of the instrument that has the split. */
  version: z.int(),
});

/** Whose orders go on with other prices and quantities, and whose do not. */
export interface SplitOrdersAnswer {
  readonly owners: readonly { readonly ownerId: string; readonly adjusted: number; readonly cancelled: number }[];
}

/** Adjusts the open orders of a contract for a split of its share. */
export class SplitContractOrders extends HouseCommand<DataOf<typeof splitOrders>, SplitOrdersAnswer> {
  static readonly type = 'SplitContractOrders';
  static readonly schema = splitOrders;
}

const splitPositions = z.object({
  ...owners,
  ...ratio,
  /** Of a share after the split. */
  price: z.string(),
});

/** Rescales the positions of these owners for a split of the share. */
export class SplitPositions extends HouseCommand<DataOf<typeof splitPositions>, null> {
  static readonly type = 'SplitPositions';
  static readonly schema = splitPositions;
}

const passDividend = z.object({ ...owners, actionId: z.string(), perShare: z.string() });

/** Takes a dividend from the shorts among these owners and gives it to the longs. */
export class PassDividend extends HouseCommand<DataOf<typeof passDividend>, null> {
  static readonly type = 'PassDividend';
  static readonly schema = passDividend;
}
