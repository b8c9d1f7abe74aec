import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import { BindWallet, UnbindWallet, type WalletCommand } from './wallet.commands.js';
import { decideWallet, walletKind } from './wallet.decider.js';

export const walletHandlers = [recording(BindWallet), recording(UnbindWallet)];

function recording<Data extends WalletCommand['data']>(command: CommandClass<Data, null>): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: ({ userId }) => ({ streams: [[walletKind, userId]] }),
    decide(view, data) {
      const body = { type: command.type, data } as WalletCommand;
      const decided = decideWallet(view.state(walletKind, data.userId), body);
      return isRefusal(decided) ? decided : { events: decided, answer: null };
    },
  });
}
