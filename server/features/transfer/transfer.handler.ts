import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { TransferFunds } from './transfer.commands.js';
import { decideTransfer, transferKind } from './transfer.decider.js';

export function transferHandlers(gate: AccountGate): AnyCommandHandler[] {
  return [
    handle(TransferFunds, {
      realms: ['demo', 'real'],
      touches: ({ userId, ownerId, transferId, from, currency }) => ({
        streams: [[transferKind, transferId], gate.stream(userId)],
        balances: [[userAccount(ownerId, from, 'available'), currency]],
      }),
      decide: (view, wish, meta) => {
        const blocked = gate.refusal(view, wish.userId, wish.ownerId, meta.at);
        if (blocked !== undefined) return blocked;
        const available = view.balance(userAccount(wish.ownerId, wish.from, 'available'), wish.currency);
        return decideTransfer(available, wish, meta);
      },
    }),
  ];
}
