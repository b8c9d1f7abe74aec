import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { ConvertFunds } from './conversion.commands.js';
import { conversionKind, decideConversion } from './conversion.decider.js';

export function conversionHandlers(gate: AccountGate): AnyCommandHandler[] {
  return [
    handle(ConvertFunds, {
      realms: ['demo', 'real'],
      scope: ({ quote: { userId, ownerId, quoteId, legs } }) => ({
        streams: [[conversionKind, quoteId], gate.stream(userId)],
        balances: legs.map(({ currency }) => [userAccount(ownerId, 'spot', 'available'), currency] as const),
      }),
      decide: (view, { quote, current }, meta) => {
        const { userId, ownerId, quoteId } = quote;
        const blocked = gate.refusal(view, userId, ownerId, meta.at);
        if (blocked !== undefined) return blocked;
        const available = (currency: string) => view.balance(userAccount(ownerId, 'spot', 'available'), currency);
        return decideConversion(view.state(conversionKind, quoteId), available, { quote, current }, meta);
      },
    }),
  ];
}
