import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../../core/command.js';
import { marginTerms, placeOrder, type OrderAnswer } from '../../../trading/venue/order.commands.js';

/** The contract of one of the two orders, with the terms that it is sent with. */
const leg = placeOrder
  .pick({ symbol: true, orderId: true, spec: true, limits: true, policy: true, fees: true })
  .extend({ margin: marginTerms });
export type RollLeg = DataOf<typeof leg>;

const rollPosition = z.object({
  userId: z.string(),
  ownerId: z.string(),
  side: z.enum(['long', 'short']),
  from: leg,
  to: leg,
});

/** Moves all of a position to the next delivery contract, by an order in each of the two books. */
export class RollPosition extends HouseCommand<DataOf<typeof rollPosition>, OrderAnswer> {
  static readonly type = 'RollPosition';
  static readonly schema = rollPosition;
}
