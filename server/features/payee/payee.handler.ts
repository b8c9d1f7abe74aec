import type { AccountGate } from '../../core/account-gate.js';
import type { CommandHandler, StreamKind } from '../../core/decider.js';
import type { Instant } from '../../core/clock.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal } from '../../core/refusal.js';
import type { PayeeCommand } from './payee.commands.js';
import { decidePayee, payeeKind } from './payee.decider.js';
import type { PayeeAddressAdded } from './payee.events.js';

/** Of the entry that was added; nothing for what adds none. */
export interface PayeeAnswer {
  readonly payeeId?: string;
  readonly usableAt?: Instant;
}

const ADDING = new Set(['PayeeAddressAdded', 'PayeeCardAdded']);

/** A frozen or erased account keeps its book as it is. */
export function payeeHandlers(gate: AccountGate): CommandHandler<never, unknown>[] {
  const handler = (type: PayeeCommand['type']): CommandHandler<PayeeCommand['data'], PayeeAnswer> => ({
    type,
    realms: ['real'],
    touches: ({ userId }) => ({ streams: [[payeeKind as StreamKind<unknown>, userId], gate.stream(userId)] }),
    decide(view, data, meta) {
      const blocked = gate.refusal(view, data.userId, `${data.userId}.1`, meta.at);
      if (blocked !== undefined) return blocked;
      const events = decidePayee(view.state(payeeKind, data.userId), { type, data } as PayeeCommand, meta);
      if (isRefusal(events)) return events;
      const [fact] = events as readonly NewEvent<string, PayeeAddressAdded>[];
      if (fact === undefined || !ADDING.has(fact.type)) return { events, answer: {} };
      const { payeeId, usableAt } = fact.data;
      return { events, answer: { payeeId, usableAt } };
    },
  });
  const types = ['AddPayeeAddress', 'AddPayeeCard', 'LabelPayee', 'RemovePayee', 'SetPaymentSettings'] as const;
  return types.map(handler) as unknown as CommandHandler<never, unknown>[];
}
