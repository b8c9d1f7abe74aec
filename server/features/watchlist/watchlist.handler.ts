import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import {
  ChangeWatchlist,
  CreateWatchlist,
  RemoveWatchlist,
  StarInstruments,
  UnstarInstrument,
  type WatchlistCommand,
} from './watchlist.commands.js';
import { decideWatchlist, watchlistKind } from './watchlist.decider.js';

/** A barred account changes none of its lists. */
export function watchlistHandlers(gate: AccountGate): AnyCommandHandler[] {
  const ofOwner = <Data extends WatchlistCommand['data'], Answer>(
    command: CommandClass<Data, Answer>,
  ): AnyCommandHandler =>
    handle(command, {
      realms: ['demo', 'real'],
      scope: ({ userId }) => ({ streams: [[watchlistKind, userId], gate.stream(userId)] }),
      decide(view, data, { at }) {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        if (blocked !== undefined) return blocked;
        const decided = decideWatchlist(view.state(watchlistKind, data.userId), bodyOf(command, data));
        return isRefusal(decided) ? decided : { ...decided, answer: decided.answer as Answer };
      },
    });
  return [
    ofOwner(CreateWatchlist),
    ofOwner(ChangeWatchlist),
    ofOwner(RemoveWatchlist),
    ofOwner(StarInstruments),
    ofOwner(UnstarInstrument),
  ];
}

const bodyOf = ({ type }: { readonly type: string }, data: unknown): WatchlistCommand =>
  ({ type, data }) as WatchlistCommand;
