import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../../core/command.js';
import { marginTerms } from '../../../trading/venue/order.commands.js';

const cancelUncovered = z.object({
  symbol: z.string(),
  userId: z.string(),
  ownerId: z.string(),
  margin: marginTerms,
});

/**
 * Cancels what an owner's orders would open with less margin than the gap of the next close needs. Nothing while margins are not raised.
 */
export class CancelUncoveredOrders extends HouseCommand<DataOf<typeof cancelUncovered>, null> {
  static readonly type = 'CancelUncoveredOrders';
  static readonly schema = cancelUncovered;
}
