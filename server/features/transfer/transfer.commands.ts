import { z } from 'zod';
import { ACCOUNT_SPACES } from '../../../contracts/asset.contract.js';
import type { TransferView } from '../../../contracts/transfer.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';

export type TransferAnswer = Omit<TransferView, 'position'>;

const transferFunds = z.object({
  userId: z.string(),
  ownerId: z.string(),
  transferId: z.string(),
  from: z.enum(ACCOUNT_SPACES),
  to: z.enum(ACCOUNT_SPACES),
  currency: z.string(),
  amount: z.string(),
});

export class TransferFunds extends HouseCommand<DataOf<typeof transferFunds>, TransferAnswer> {
  static readonly type = 'TransferFunds';
  static readonly schema = transferFunds;
}
