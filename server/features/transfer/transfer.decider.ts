import { TRANSFER_DECIMALS, type TransferView } from '../../../contracts/transfer.contract.js';
import type { CommandMeta, Decided, StreamKind } from '../../core/decider.js';
import { amount, decimalsOf, format, type Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { TransferFunds } from './transfer.commands.js';
import type { FundsTransferred, TransferEvent } from './transfer.events.js';

/** none → done, at once. */
type TransferState = FundsTransferred | null;

export const transferKind: StreamKind<TransferState> = {
  name: 'transfer',
  initial: () => null,
  evolve: (_, event) => (event as TransferEvent).data,
};

export function decideTransfer(
  available: Amount,
  command: TransferFunds['data'],
  { at }: CommandMeta,
): Decided<Omit<TransferView, 'position'>> | Refusal {
  const { userId, ownerId, transferId, from, to, currency } = command;
  const moved = amount(command.amount);
  if (from === to) return refuse('transfer.same-space', { field: 'to' });
  if (moved === 0n) return refuse('asset.amount-zero', { field: 'amount' });
  if (moved > available)
    return refuse('asset.insufficient', {
      field: 'amount',
      currency,
      available: format(available),
      needed: format(moved),
    });
  // Chains credit finer amounts than forms take; moving everything leaves nothing behind.
  if (moved !== available && decimalsOf(moved) > TRANSFER_DECIMALS)
    return refuse('asset.too-many-decimals', { field: 'amount', currency, decimals: TRANSFER_DECIMALS });
  const data: FundsTransferred = { userId, ownerId, transferId, from, to, currency, amount: format(moved) };
  const postings = [
    { account: userAccount(ownerId, from, 'available'), asset: currency, amount: -moved },
    { account: userAccount(ownerId, to, 'available'), asset: currency, amount: moved },
  ];
  return {
    events: [{ stream: `transfer-${transferId}`, type: 'FundsTransferred', schema: 1, data, postings }],
    answer: { transferId, from, to, currency, amount: data.amount, at },
  };
}
