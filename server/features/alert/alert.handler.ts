import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import {
  ChangeAlert,
  EndAlert,
  EndAlerts,
  PauseAlert,
  RemoveAlert,
  SetAlert,
  SplitAlert,
  TriggerAlert,
  type AlertCommand,
} from './alert.commands.js';
import { alertKind, decideAlert } from './alert.decider.js';

const REALMS = ['demo', 'real'];

type Owned = { readonly userId: string; readonly ownerId: string };

/** A barred account sets and changes nothing; it may remove, and what it has goes on. */
export function alertHandlers(gate: AccountGate): AnyCommandHandler[] {
  const ofOwner = <Data extends Owned & AlertCommand['data'], Answer>(
    command: CommandClass<Data, Answer>,
  ): AnyCommandHandler =>
    handle(command, {
      realms: REALMS,
      scope: ({ userId }) => ({ streams: [[alertKind, userId], gate.stream(userId)] }),
      decide(view, data, meta) {
        const blocked = gate.refusal(view, data.userId, data.ownerId, meta.at);
        if (blocked !== undefined) return blocked;
        const decided = decideAlert(view.state(alertKind, data.userId), bodyOf(command, data), meta);
        return isRefusal(decided) ? decided : { ...decided, answer: decided.answer as Answer };
      },
    });
  const plain = <Data extends AlertCommand['data']>(command: CommandClass<Data, null>): AnyCommandHandler =>
    handle(command, {
      realms: REALMS,
      scope: ({ userId }) => ({ streams: [[alertKind, userId]] }),
      decide(view, data, meta) {
        const decided = decideAlert(view.state(alertKind, data.userId), bodyOf(command, data), meta);
        return isRefusal(decided) ? decided : { events: decided.events, answer: null };
      },
    });
  return [
    ofOwner(SetAlert),
    ofOwner(ChangeAlert),
    ofOwner(PauseAlert),
    plain(RemoveAlert),
    plain(TriggerAlert),
    plain(SplitAlert),
    plain(EndAlert),
    plain(EndAlerts),
  ];
}

const bodyOf = ({ type }: { readonly type: string }, data: unknown): AlertCommand => ({ type, data }) as AlertCommand;
