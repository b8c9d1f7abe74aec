import type { CommandHandler, Decided } from '../../core/decider.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { SecurityCommand } from './security.commands.js';
import { decideSecurity, securityKind } from './security.decider.js';

/** What every command about a person's security answers. */
export interface SecurityAnswer {
  userId: string;
}

type Data = SecurityCommand['data'];

function handler(type: SecurityCommand['type']): CommandHandler<Data, SecurityAnswer> {
  return {
    type,
    realms: ['real'],
    touches: ({ userId }) => ({ streams: [[securityKind, userId]] }),
    decide(view, data, meta): Decided<SecurityAnswer> | Refusal {
      const { userId } = data;
      const decided = decideSecurity(view.state(securityKind, userId), { type, data } as SecurityCommand, meta);
      return isRefusal(decided) ? decided : { events: decided, answer: { userId } };
    },
  };
}

export const securityHandlers = [
  handler('BindGoogle'),
  handler('UnbindGoogle'),
  handler('RenewRecoveryCodes'),
  handler('UseRecoveryCode'),
  handler('SetTradePassword'),
  handler('SetSecurityQuestions'),
  handler('ChangeContact'),
  handler('ChangeNickname'),
] as unknown as CommandHandler<never, unknown>[];
