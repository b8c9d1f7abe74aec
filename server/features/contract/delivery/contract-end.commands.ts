import { z } from 'zod';
import { HALT_REASONS } from '../../../../contracts/contract-halt.contract.js';
import { HouseCommand, type DataOf } from '../../../core/command.js';

/** Of a command that takes the positions of a contract some at a time. */
export const owners = {
  symbol: z.string(),
  ownerIds: z.array(z.string()).readonly(),
  /** All others are done. */
  isLast: z.boolean(),
};

const deliverContract = z.object(owners);

/** Closes the positions of these owners at the settlement price. Their orders are cancelled before. */
export class DeliverContract extends HouseCommand<DataOf<typeof deliverContract>, null> {
  static readonly type = 'DeliverContract';
  static readonly schema = deliverContract;
}

const settleDelisted = z.object({
  ...owners,
  /** What holders of the delisted instrument are paid for a unit. */
  price: z.string(),
});

/** The same for a contract on an instrument that was delisted. */
export class SettleDelistedContract extends HouseCommand<DataOf<typeof settleDelisted>, null> {
  static readonly type = 'SettleDelistedContract';
  static readonly schema = settleDelisted;
}

const settleHalted = z.object({
  ...owners,
  /** The average index before the halt. */
  price: z.string(),
});

/** The same for a contract that two of the staff halted and settle. */
export class SettleHaltedContract extends HouseCommand<DataOf<typeof settleHalted>, null> {
  static readonly type = 'SettleHaltedContract';
  static readonly schema = settleHalted;
}

const notifyOfHalt = z.object({
  userId: z.string(),
  ownerId: z.string(),
  symbol: z.string(),
  proposalId: z.string(),
  change: z.enum(['halted', 'resumed']),
  reason: z.enum(HALT_REASONS).nullable(),
});

/** Notifies an owner that trading in their contract is halted, or goes on. */
export class NotifyOfHalt extends HouseCommand<DataOf<typeof notifyOfHalt>, null> {
  static readonly type = 'NotifyOfHalt';
  static readonly schema = notifyOfHalt;
}

const endPositions = z.object({ userId: z.string(), ownerId: z.string() });

/** Closes all that an owner has open, at the mark prices: the life of the account is over. Its orders are cancelled before. */
export class EndPositions extends HouseCommand<DataOf<typeof endPositions>, null> {
  static readonly type = 'EndPositions';
  static readonly schema = endPositions;
}
