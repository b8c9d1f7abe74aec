import type { TransferView } from '../../../contracts/transfer.contract.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { CommandHandler, StreamKind } from '../../core/decider.js';
import { userAccount } from '../../ledger/chart.js';
import type { TransferFunds } from './transfer.commands.js';
import { decideTransfer, transferKind } from './transfer.decider.js';

export function transferHandlers(gate: AccountGate): CommandHandler<never, unknown>[] {
  const transfer: CommandHandler<TransferFunds, Omit<TransferView, 'position'>> = {
    type: 'TransferFunds',
    realms: ['demo', 'real'],
    touches: ({ userId, ownerId, transferId, from, currency }) => ({
      streams: [[transferKind as StreamKind<unknown>, transferId], gate.stream(userId)],
      balances: [[userAccount(ownerId, from, 'available'), currency]],
    }),
    decide: (view, wish, meta) => {
      const blocked = gate.refusal(view, wish.userId, wish.ownerId, meta.at);
      if (blocked !== undefined) return blocked;
      return decideTransfer(view.balance(userAccount(wish.ownerId, wish.from, 'available'), wish.currency), wish, meta);
    },
  };
  return [transfer] as unknown as CommandHandler<never, unknown>[];
}
