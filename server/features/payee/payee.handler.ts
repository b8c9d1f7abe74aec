import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal } from '../../core/refusal.js';
import {
  AddPayeeAddress,
  AddPayeeCard,
  LabelPayee,
  RemovePayee,
  SetPaymentSettings,
  type PayeeAnswer,
  type PayeeCommand,
} from './payee.commands.js';
import { decidePayee, payeeKind } from './payee.decider.js';
import type { PayeeAddressAdded } from './payee.events.js';

const ADDING = new Set(['PayeeAddressAdded', 'PayeeCardAdded']);

/** A frozen or erased account keeps its book as it is. */
export function payeeHandlers(gate: AccountGate): AnyCommandHandler[] {
  const keeping = <Data extends PayeeCommand['data']>(command: CommandClass<Data, PayeeAnswer>): AnyCommandHandler =>
    handle(command, {
      realms: ['real'],
      scope: ({ userId }) => ({ streams: [[payeeKind, userId], gate.stream(userId)] }),
      decide(view, data, meta) {
        const blocked = gate.refusal(view, data.userId, `${data.userId}.1`, meta.at);
        if (blocked !== undefined) return blocked;
        const body = { type: command.type, data } as PayeeCommand;
        const events = decidePayee(view.state(payeeKind, data.userId), body, meta);
        if (isRefusal(events)) return events;
        const [fact] = events as readonly NewEvent<string, PayeeAddressAdded>[];
        if (fact === undefined || !ADDING.has(fact.type)) return { events, answer: {} };
        const { payeeId, usableAt } = fact.data;
        return { events, answer: { payeeId, usableAt } };
      },
    });
  return [
    keeping(AddPayeeAddress),
    keeping(AddPayeeCard),
    keeping(LabelPayee),
    keeping(RemovePayee),
    keeping(SetPaymentSettings),
  ];
}
