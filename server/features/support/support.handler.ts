import type { NewEvent } from '../../core/event.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import {
  CloseSupport,
  EndSupport,
  OpenSupport,
  RateSupport,
  ReadSupportMessages,
  ReleaseSupport,
  SendSupportMessage,
  TakeSupport,
} from './support.commands.js';
import {
  decideClose,
  decideEnd,
  decideOpen,
  decideRate,
  decideRead,
  decideRelease,
  decideSend,
  decideTake,
} from './support.decider.js';
import { supportKind, type Support } from './support.state.js';

const REALMS = ['demo', 'real'];
type Owned = { readonly userId: string; readonly ownerId: string };
/** An account that is frozen or whose demo is over still gets help, and answers that were under way. */
const STILL_HELPED = new Set(['account.frozen', 'demo.expired']);

export function supportHandlers(gate: AccountGate): AnyCommandHandler[] {
  /** What an account that is gone can no longer do. */
  const gated = <Data extends Owned, Answer>(
    command: CommandClass<Data, Answer>,
    decide: (state: Support, data: Data, at: number) => NewEvent[] | Refusal,
    answer: (data: Data) => Answer,
  ): AnyCommandHandler =>
    handle(command, {
      realms: REALMS,
      scope: ({ userId }) => ({ streams: [[supportKind, userId], gate.stream(userId)] }),
      decide(view, data, { at }) {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        if (blocked !== undefined && !STILL_HELPED.has(blocked.refusal)) return blocked;
        const events = decide(view.state(supportKind, data.userId), data, at);
        return isRefusal(events) ? events : { events, answer: answer(data) };
      },
    });
  const none = (): null => null;
  return [
    gated(OpenSupport, decideOpen, ({ conversationId }) => ({ conversationId })),
    gated(SendSupportMessage, decideSend, none),
    gated(RateSupport, decideRate, none),
    plain(ReadSupportMessages, decideRead),
    plain(TakeSupport, decideTake),
    plain(ReleaseSupport, decideRelease),
    plain(CloseSupport, decideClose),
    plain(EndSupport, (state, { userId }) => decideEnd(state, userId)),
  ];
}

function plain<Data extends { readonly userId: string }>(
  command: CommandClass<Data, null>,
  decide: (state: Support, data: Data) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: REALMS,
    scope: ({ userId }) => ({ streams: [[supportKind, userId]] }),
    decide(view, data) {
      const events = decide(view.state(supportKind, data.userId), data);
      return isRefusal(events) ? events : { events, answer: null };
    },
  });
}
