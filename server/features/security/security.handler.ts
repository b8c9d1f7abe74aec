import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandMeta, ProofGuard } from '../../core/decider.js';
import type { LoginPassword } from '../../core/ports/login-password.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import {
  BindAuthenticator,
  ChangeContact,
  ChangeNickname,
  RenewRecoveryCodes,
  SetSecurityQuestions,
  SetTradePassword,
  UnbindAuthenticator,
  UseProof,
  type SecurityAnswer,
} from './security.commands.js';
import {
  decideBind,
  decideContact,
  decideNickname,
  decideProof,
  decideQuestions,
  decideRenewCodes,
  decideTradePassword,
  decideUnbind,
  securityKind,
  type SecurityState,
} from './security.decider.js';

export const securityHandlers: AnyCommandHandler[] = [
  handler(BindAuthenticator, decideBind),
  handler(UnbindAuthenticator, decideUnbind),
  handler(RenewRecoveryCodes, decideRenewCodes),
  handler(UseProof, () => []),
  handler(SetTradePassword, decideTradePassword),
  handler(SetSecurityQuestions, decideQuestions),
  handler(ChangeContact, decideContact),
  handler(ChangeNickname, decideNickname),
];

/** What a command's proof must still be when it is decided, and what using it up leaves in the history. */
export function proofGuard(password: LoginPassword): ProofGuard {
  return {
    streams: ({ userId }) => [[securityKind, userId], password.stream(userId)],
    decide(view, proof, meta) {
      const { userId, passwordDigest } = proof;
      if (passwordDigest !== undefined && passwordDigest !== password.digest(view, userId))
        return refuse('security.changed-meanwhile');
      return decideProof(view.state(securityKind, userId), proof, meta);
    },
  };
}

function handler<Data extends { readonly userId: string }>(
  command: CommandClass<Data, SecurityAnswer>,
  decide: (state: SecurityState, data: Data, meta: CommandMeta) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: ({ userId }) => ({ streams: [[securityKind, userId]] }),
    decide(view, data, meta) {
      const { userId } = data;
      const events = decide(view.state(securityKind, userId), data, meta);
      return isRefusal(events) ? events : { events, answer: { userId } };
    },
  });
}
