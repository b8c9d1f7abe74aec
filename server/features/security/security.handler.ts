import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandMeta } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import {
  BindGoogle,
  ChangeContact,
  ChangeNickname,
  RenewRecoveryCodes,
  SetSecurityQuestions,
  SetTradePassword,
  UnbindGoogle,
  UseRecoveryCode,
  type SecurityAnswer,
} from './security.commands.js';
import {
  decideBind,
  decideContact,
  decideNickname,
  decideQuestions,
  decideRenewCodes,
  decideTradePassword,
  decideUnbind,
  decideUseCode,
  securityKind,
  type SecurityState,
} from './security.decider.js';

export const securityHandlers: AnyCommandHandler[] = [
  handler(BindGoogle, decideBind),
  handler(UnbindGoogle, decideUnbind),
  handler(RenewRecoveryCodes, decideRenewCodes),
  handler(UseRecoveryCode, decideUseCode),
  handler(SetTradePassword, decideTradePassword),
  handler(SetSecurityQuestions, decideQuestions),
  handler(ChangeContact, decideContact),
  handler(ChangeNickname, decideNickname),
];

function handler<Data extends { readonly userId: string }>(
  command: CommandClass<Data, SecurityAnswer>,
  decide: (state: SecurityState, data: Data, meta: CommandMeta) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    touches: ({ userId }) => ({ streams: [[securityKind, userId]] }),
    decide(view, data, meta) {
      const { userId } = data;
      const events = decide(view.state(securityKind, userId), data, meta);
      return isRefusal(events) ? events : { events, answer: { userId } };
    },
  });
}
