import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { AccountCommand } from './account.commands.js';
import { LIFECYCLE, type AccountStatus } from './account-table.rules.js';
import { accountKind, decideAccount, mayRead, mayTrade, type AccountState } from './account.decider.js';
import { invitationCodeOf } from './account.events.js';
import { DEMO_RULES } from './account.testkit.js';

const DAY_MS = 86_400_000;
const OPENED_AT = Date.UTC(2026, 0, 5);
const USER = 'demo-ab12';

const open: AccountCommand = {
  type: 'OpenDemo',
  data: { userId: USER, name: 'Demo AB12', lang: 'de', rules: DEMO_RULES },
};
const regenerate = (generation: number): AccountCommand => ({
  type: 'RegenerateDemo',
  data: { userId: USER, generation, rules: DEMO_RULES },
});
const expire = (generation: number): AccountCommand => ({ type: 'ExpireDemo', data: { userId: USER, generation } });
const exit: AccountCommand = { type: 'ExitDemo', data: { userId: USER } };
const REAL = {
  userId: USER,
  name: 'Trader AB12',
  lang: 'en',
  country: 'DE',
  invitedBy: 'real-inviter',
  agreement: { slug: 'user-agreement', version: 2 },
  policy: { name: 'registration.rules', version: 1, inputs: { invitationRequired: false } },
  passwordDigest: 'ab'.repeat(32),
} as const;
const openReal: AccountCommand = { type: 'OpenRealAccount', data: REAL };
const newDevice: AccountCommand = { type: 'RecordNewDevice', data: { userId: USER, sessionId: 's1' } };
const newPassword: AccountCommand = {
  type: 'RecordPasswordChange',
  data: { userId: USER, how: 'reset', passwordDigest: 'cd'.repeat(32) },
};
const freeze = (by: 'owner' | 'staff' = 'owner', reads = by === 'staff'): AccountCommand => ({
  type: 'FreezeAccount',
  data: { userId: USER, by, reason: by === 'staff' ? 'asked by phone' : null, mayRead: reads },
});
const unfreeze = (by: 'owner' | 'staff' = 'owner'): AccountCommand => ({
  type: 'UnfreezeAccount',
  data: { userId: USER, by, reason: by === 'staff' ? 'identity checked' : null },
});
const close: AccountCommand = { type: 'CloseAccount', data: { userId: USER } };
const reopen: AccountCommand = { type: 'ReopenAccount', data: { userId: USER } };
const erase: AccountCommand = { type: 'EraseAccount', data: { userId: USER } };

/** Runs commands one after another; each must be allowed. */
function after(...commands: [AccountCommand, at?: number][]): AccountState {
  let state = accountKind.initial(USER);
  let version = 0;
  for (const [command, at = OPENED_AT] of commands) {
    const events = decideAccount(state, command, { at, actor: 'test' });
    if (isRefusal(events)) throw new Error(`${command.type} was refused: ${events.refusal}`);
    for (const event of events) {
      version += 1;
      state = accountKind.evolve(state, {
        ...event,
        realm: 'demo',
        position: version,
        version,
        at,
        actor: 'test',
      } as RecordedEvent);
    }
  }
  return state;
}

function decide(state: AccountState, command: AccountCommand, at: number = OPENED_AT) {
  return decideAccount(state, command, { at, actor: 'test' });
}

const IN_STATUS: Record<AccountStatus, AccountState> = {
  none: after(),
  demo: after([open]),
  'demo-expired': after([open], [expire(1), OPENED_AT + 30 * DAY_MS]),
  'demo-exited': after([open], [exit]),
  real: after([openReal]),
  frozen: after([openReal], [freeze()]),
  closed: after([openReal], [close]),
  erased: after([openReal], [close], [erase]),
};
const COMMANDS: AccountCommand[] = [
  open,
  regenerate(1),
  expire(1),
  exit,
  openReal,
  newDevice,
  newPassword,
  freeze(),
  unfreeze(),
  close,
  reopen,
  erase,
];

describe('an account', () => {
  const table = Object.entries(IN_STATUS).flatMap(([status, state]) =>
    COMMANDS.map((command) => [status as AccountStatus, command.type, state, command] as const),
  );

  it.each(table)('in status %s follows its lifecycle on %s', (status, type, state, command) => {
    const expected: AccountStatus | Refusal = LIFECYCLE[status][type];
    const at = OPENED_AT + 30 * DAY_MS;
    const decided = decide(state, command, at);
    if (typeof expected !== 'string') {
      expect(decided).toEqual(expected);
      return;
    }
    expect(isRefusal(decided)).toBe(false);
    const after = (decided as readonly RecordedEvent[]).reduce(
      (known, event) => accountKind.evolve(known, { ...event, at }),
      state,
    );
    expect(after.status).toBe(expected);
  });

  it('opens with 100,000 USDT from the house, for 30 days, and says by which policy', () => {
    expect(decide(accountKind.initial(USER), open)).toEqual([
      {
        stream: `account-${USER}`,
        type: 'DemoOpened',
        schema: 1,
        data: {
          userId: USER,
          name: 'Demo AB12',
          lang: 'de',
          generation: 1,
          ownerId: `${USER}.1`,
          expiresAt: OPENED_AT + 30 * DAY_MS,
          grant: { asset: 'USDT', amount: '100000' },
          policy: {
            name: 'demo.rules',
            version: 1,
            inputs: { grantAsset: 'USDT', grantAmount: '100000', lifeDays: 30 },
          },
        },
        postings: [
          { account: `user/${USER}.1/spot/available`, asset: 'USDT', amount: 100_000n * 10n ** 18n },
          { account: 'house/demo-grants', asset: 'USDT', amount: -100_000n * 10n ** 18n },
        ],
      },
    ]);
  });

  it('opens for real with the country, the inviter and the agreement that it was registered with, and a code of its own', () => {
    const [event] = decide(accountKind.initial(USER), openReal) as readonly RecordedEvent[];
    const invitationCode = invitationCodeOf(USER);
    expect(invitationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(event).toMatchObject({ type: 'RealAccountOpened', schema: 2 });
    expect(event?.data).toEqual({ ...REAL, ownerId: `${USER}.1`, invitationCode });
    expect(IN_STATUS.real).toMatchObject({ country: 'DE', invitationCode });
  });

  it('that staff froze still notes from which device its owner logs in to read', () => {
    const frozen = after([openReal], [freeze('staff')]);
    expect(decide(frozen, newDevice)).toMatchObject([{ type: 'NewDeviceSeen', data: { sessionId: 's1' } }]);
  });

  it('is not invited by itself', () => {
    const own: AccountCommand = { type: 'OpenRealAccount', data: { ...REAL, invitedBy: USER } };
    expect(decide(accountKind.initial(USER), own)).toEqual(refuse('invitation.own'));
  });

  it('gives a regenerated demo account a ledger owner of its own, and leaves the one before as it was', () => {
    const [event] = decide(
      IN_STATUS['demo-expired'],
      regenerate(1),
      OPENED_AT + 40 * DAY_MS,
    ) as readonly RecordedEvent[];
    expect(event?.data).toMatchObject({ generation: 2, ownerId: `${USER}.2`, previousOwnerId: `${USER}.1` });
    expect(event?.postings?.map(({ account }) => account)).toEqual([
      `user/${USER}.2/spot/available`,
      'house/demo-grants',
    ]);
    expect(after([open], [regenerate(1)])).toMatchObject({ status: 'demo', generation: 2, ownerId: `${USER}.2` });
  });

  it('keeps nothing of an erased person but the number, and is erased once however often it is wished', () => {
    expect(IN_STATUS.erased).toEqual({ status: 'erased', userId: USER });
    expect(decide(IN_STATUS.closed, erase)).toEqual([
      {
        stream: `account-${USER}`,
        type: 'AccountErased',
        schema: 1,
        data: { userId: USER, generation: 1, ownerId: `${USER}.1` },
      },
    ]);
    expect(decide(IN_STATUS.erased, erase)).toEqual([]);
  });

  it('takes nothing new while it is closed, and is as before when it is opened again', () => {
    expect(mayTrade(IN_STATUS.closed, OPENED_AT, `${USER}.1`)).toEqual(refuse('request.unavailable'));
    expect(decide(IN_STATUS.closed, close)).toEqual([]);
    expect(decide(IN_STATUS.real, reopen)).toEqual([]);
    expect(after([openReal], [close], [reopen])).toEqual(IN_STATUS.real);
    expect(after([openReal], [close], [freeze('staff')], [unfreeze('staff')])).toEqual(IN_STATUS.real);
  });

  it('regenerates a life once, however often it is wished', () => {
    expect(decide(after([open], [regenerate(1)]), regenerate(1))).toEqual([]);
  });

  it('expires the life that the timer was set for, at its end and not before', () => {
    expect(decide(IN_STATUS.demo, expire(1), OPENED_AT + 30 * DAY_MS - 1)).toEqual([]);
    expect(decide(after([open], [regenerate(1)]), expire(1), OPENED_AT + 30 * DAY_MS)).toEqual([]);
    expect(decide(IN_STATUS.demo, expire(1), OPENED_AT + 30 * DAY_MS)).toMatchObject([{ type: 'DemoExpired' }]);
  });

  it('may trade while it lives, and only under the owner id of its present life', () => {
    const end = OPENED_AT + 30 * DAY_MS;
    expect(mayTrade(IN_STATUS.demo, end - 1, `${USER}.1`)).toBeUndefined();
    expect(mayTrade(IN_STATUS.demo, end, `${USER}.1`)).toEqual(refuse('demo.expired'));
    expect(mayTrade(after([open], [regenerate(1)]), OPENED_AT, `${USER}.1`)).toEqual(refuse('demo.expired'));
    expect(mayTrade(IN_STATUS['demo-expired'], OPENED_AT)).toEqual(refuse('demo.expired'));
    expect(mayTrade(IN_STATUS['demo-exited'], OPENED_AT)).toEqual(refuse('session.ended'));
    expect(mayTrade(IN_STATUS.none, OPENED_AT)).toEqual(refuse('account.not-found'));
    expect(mayTrade(IN_STATUS.real, OPENED_AT, `${USER}.1`)).toBeUndefined();
  });

  it('is frozen by its owner or by staff, and what staff froze only staff unfreeze', () => {
    const byStaff = after([openReal], [freeze('staff')]);
    expect(mayTrade(byStaff, OPENED_AT, `${USER}.1`)).toEqual(refuse('account.frozen', { by: 'staff' }));
    expect(decide(byStaff, unfreeze('owner'))).toEqual(refuse('account.frozen'));
    expect(decide(byStaff, unfreeze('staff'))).toMatchObject([{ type: 'AccountUnfrozen', data: { by: 'staff' } }]);
    expect(after([openReal], [freeze()], [unfreeze()])).toEqual(after([openReal]));
  });

  it('can be read while staff froze it for reading, and by nobody where somebody else may know the password', () => {
    const reads = [freeze('staff'), freeze('staff', false), freeze('owner')].map((one) =>
      mayRead(after([openReal], [one])),
    );
    expect([mayRead(IN_STATUS.real), ...reads]).toEqual([false, true, false, false]);
  });
});
