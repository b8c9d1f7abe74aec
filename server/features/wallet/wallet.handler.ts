import type { CommandHandler } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import type { WalletCommand } from './wallet.commands.js';
import { decideWallet, walletKind } from './wallet.decider.js';

function handler(type: WalletCommand['type']): CommandHandler<WalletCommand['data'], null> {
  return {
    type,
    realms: ['real'],
    touches: ({ userId }) => ({ streams: [[walletKind, userId]] }),
    decide(view, data) {
      const decided = decideWallet(view.state(walletKind, data.userId), { type, data } as WalletCommand);
      return isRefusal(decided) ? decided : { events: decided, answer: null };
    },
  };
}

export const walletHandlers = [handler('BindWallet'), handler('UnbindWallet')] as CommandHandler<never, unknown>[];
