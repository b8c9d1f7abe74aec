import type { AccountSpace } from '../../../contracts/asset.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Stream `transfer-<transferId>`. What was available in one space is available in the other. */
export interface FundsTransferred {
  readonly userId: string;
  readonly ownerId: string;
  readonly transferId: string;
  readonly from: AccountSpace;
  readonly to: AccountSpace;
  readonly currency: string;
  readonly amount: string;
}

export type TransferEvent = RecordedEvent<'FundsTransferred', FundsTransferred>;

export const transferEvents = declareEventTypesWith(
  { transferId: 'stream transfer' },
  { type: 'FundsTransferred', schema: 1 },
);
