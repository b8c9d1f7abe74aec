import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { LoginPassword } from '../../core/ports/login-password.js';
import { isRefusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import {
  CloseAccount,
  EraseAccount,
  ExitDemo,
  ExpireDemo,
  FreezeAccount,
  OpenDemo,
  OpenRealAccount,
  RecordNewDevice,
  RecordPasswordChange,
  RegenerateDemo,
  ReopenAccount,
  UnfreezeAccount,
  type AccountAnswer,
} from './account.commands.js';
import {
  accountKind,
  accountTimetable,
  decideClose,
  decideErase,
  decideExit,
  decideExpire,
  decideFreeze,
  decideNewDevice,
  decideOpenDemo,
  decideOpenReal,
  decidePasswordChange,
  decideRegenerate,
  decideReopen,
  decideUnfreeze,
  type Decide,
} from './account.decider.js';
import { ownerIdOf } from './account.rules.js';
import { LIFECYCLE } from './account-table.rules.js';

interface Handling<Data> {
  readonly realm: 'demo' | 'real';
  /** What follows, where the lifecycle lets the command through. */
  readonly decide: Decide<Data>;
  readonly newOwner?: (data: Data) => string;
}

function handler<Data extends { readonly userId: string }>(
  command: CommandClass<Data, AccountAnswer> & { readonly type: keyof (typeof LIFECYCLE)['none'] },
  { realm, decide, newOwner }: Handling<Data>,
): AnyCommandHandler {
  return handle<Data, AccountAnswer>(command, {
    realms: [realm],
    scope: (data) => ({ streams: [[accountKind, data.userId]], balances: grantBalances(newOwner?.(data), data) }),
    decide(view, data, meta) {
      const state = view.state(accountKind, data.userId);
      const next = LIFECYCLE[state.status][command.type];
      const events = typeof next === 'string' ? decide(state, data, meta) : next;
      if (isRefusal(events)) return events;
      return { events, due: dueAfter(accountTimetable, events, meta.at), answer: { userId: data.userId } };
    },
  });
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

/** What the proof of a command is compared with. */
export const loginPassword: LoginPassword = {
  stream: (userId) => [accountKind, userId],
  digest(view, userId) {
    const state = view.state(accountKind, userId);
    return 'passwordDigest' in state ? state.passwordDigest : null;
  },
};

export const accountHandlers: AnyCommandHandler[] = [
  handler(OpenDemo, { realm: 'demo', decide: decideOpenDemo, newOwner: ({ userId }) => ownerIdOf(userId, 1) }),
  handler(RegenerateDemo, {
    realm: 'demo',
    decide: decideRegenerate,
    newOwner: ({ userId, generation }) => ownerIdOf(userId, generation + 1),
  }),
  handler(ExpireDemo, { realm: 'demo', decide: decideExpire }),
  handler(ExitDemo, { realm: 'demo', decide: decideExit }),
  handler(OpenRealAccount, { realm: 'real', decide: decideOpenReal }),
  handler(RecordNewDevice, { realm: 'real', decide: decideNewDevice }),
  handler(RecordPasswordChange, { realm: 'real', decide: decidePasswordChange }),
  handler(FreezeAccount, { realm: 'real', decide: decideFreeze }),
  handler(UnfreezeAccount, { realm: 'real', decide: decideUnfreeze }),
  handler(CloseAccount, { realm: 'real', decide: decideClose }),
  handler(ReopenAccount, { realm: 'real', decide: decideReopen }),
  handler(EraseAccount, { realm: 'real', decide: decideErase }),
];
