import { z } from 'zod';
import { transferBody, type TransferView } from '../../../contracts/transfer.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';

type TransferAnswer = Omit<TransferView, 'position'>;

const transferFunds = z.object({
  userId: z.string(),
  ownerId: z.string(),
  transferId: z.string(),
  from: transferBody.shape.from,
  to: transferBody.shape.to,
  currency: z.string(),
  amount: z.string(),
});

export class TransferFunds extends HouseCommand<DataOf<typeof transferFunds>, TransferAnswer> {
  static readonly type = 'TransferFunds';
  static readonly schema = transferFunds;
}
