import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { TransferFunds } from './transfer.commands.js';
import { decideTransfer, transferKind } from './transfer.decider.js';

export function transferHandlers(gate: AccountGate): AnyCommandHandler[] {
  return [
    handle(TransferFunds, {
      realms: ['demo', 'real'],
      scope: ({ userId, ownerId, transferId, from, currency }) => ({
        streams: [[transferKind, transferId], gate.stream(userId)],
        balances: [[userAccount(ownerId, from, 'available'), currency]],
      }),
      decide: (view, command, meta) => {
        const blocked = gate.refusal(view, command.userId, command.ownerId, meta.at);
        if (blocked !== undefined) return blocked;
        const available = view.balance(userAccount(command.ownerId, command.from, 'available'), command.currency);
        return decideTransfer(available, command, meta);
      },
    }),
  ];
}
