import type { CommandHandler, CommandMeta, Decided, View } from '../../core/decider.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../ledger/chart.js';
import type { AccountCommand } from './account.commands.js';
import { accountKind, decideAccount } from './account.decider.js';
import { ownerIdOf } from './account.rules.js';

/** What every command of an account answers. */
export interface AccountAnswer {
  userId: string;
}

type CommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>;

function handler<Type extends AccountCommand['type']>(
  type: Type,
  realm: 'demo' | 'real',
  newOwner: (data: CommandOf<Type>['data']) => string | undefined = () => undefined,
): CommandHandler<CommandOf<Type>['data'], AccountAnswer> {
  return {
    type,
    realms: [realm],
    touches: (data) => ({ streams: [[accountKind, data.userId]], balances: grantBalances(newOwner(data), data) }),
    decide(view: View, data, meta: CommandMeta): Decided<AccountAnswer> | Refusal {
      const state = view.state(accountKind, data.userId);
      const decided = decideAccount(state, { type, data } as unknown as AccountCommand, meta);
      return isRefusal(decided) ? decided : { events: decided, answer: { userId: data.userId } };
    },
  };
}

/** The balances that a grant moves; other commands move none. */
function grantBalances(owner: string | undefined, data: object): [string, string][] {
  if (owner === undefined || !('rules' in data)) return [];
  const { grantAsset } = data.rules as { grantAsset: string };
  return [
    [userAccount(owner, 'spot', 'available'), grantAsset],
    [HOUSE.demoGrants.account, grantAsset],
  ];
}

export const accountHandlers = [
  handler('OpenDemo', 'demo', ({ userId }) => ownerIdOf(userId, 1)),
  handler('RegenerateDemo', 'demo', ({ userId, generation }) => ownerIdOf(userId, generation + 1)),
  handler('ExpireDemo', 'demo'),
  handler('ExitDemo', 'demo'),
  handler('OpenRealAccount', 'real'),
  handler('RecordNewDevice', 'real'),
  handler('RecordPasswordChange', 'real'),
  handler('FreezeAccount', 'real'),
  handler('UnfreezeAccount', 'real'),
  handler('CloseAccount', 'real'),
  handler('ReopenAccount', 'real'),
  handler('EraseAccount', 'real'),
] as unknown as CommandHandler<never, unknown>[];
