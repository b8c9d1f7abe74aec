import { describe, expect, it } from '@jest/globals';
import type { CommandHandler } from '../../core/decider.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { at, decider, type Step } from '../../engine/writer/decider.testkit.js';
import { LIFECYCLE, type AccountStatus } from './account-table.rules.js';
import { accountKind, mayRead, mayTrade, type AccountState } from './account.decider.js';
import { accountHandlers } from './account.handler.js';
import { invitationCodeOf } from './account.events.js';
import { DEMO_RULES } from './account.testkit.js';

const DAY_MS = 86_400_000;
const OPENED_AT = Date.UTC(2026, 0, 5);
const USER = 'demo-ab12';

interface AccountCommand {
  readonly type: keyof (typeof LIFECYCLE)['none'];
  readonly data: object;
}

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

type AccountStep = Step<AccountState, AccountCommand>;
const { given } = decider<AccountState, AccountCommand>({
  realm: 'demo',
  kind: accountKind,
  id: USER,
  // Statuses of both realms stand in one table: the realm wall is the writer's.
  decide: (state, { type, data }, meta) => {
    const handler = accountHandlers.find((each) => each.type === type) as CommandHandler<unknown>;
    return handler.decide({ realm: 'demo', state: <State>() => state as State, balance: () => 0n }, data, meta);
  },
  at: OPENED_AT,
});
const after = (...steps: AccountStep[]): AccountState => given(...steps).state;

const END = OPENED_AT + 30 * DAY_MS;
const WAYS: Record<AccountStatus, AccountStep[]> = {
  none: [],
  demo: [open],
  'demo-expired': [open, at(END, expire(1))],
  'demo-exited': [open, exit],
  real: [openReal],
  frozen: [openReal, freeze()],
  closed: [openReal, close],
  erased: [openReal, close, erase],
};
const inStatus = (status: AccountStatus): AccountState => after(...WAYS[status]);
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
  const table = (Object.keys(WAYS) as AccountStatus[]).flatMap((status) =>
    COMMANDS.map((command) => [status, command.type, command] as const),
  );

  it.each(table)('in status %s follows its lifecycle on %s', (status, type, command) => {
    const expected: AccountStatus | Refusal = LIFECYCLE[status][type];
    const account = given(...WAYS[status]);
    const outcome = account.when(at(END, command));
    if (typeof expected !== 'string') return void outcome.then(expected);
    expect(outcome.refusal).toBeUndefined();
    return expect(account.state.status).toBe(expected);
  });

  it('opens with 100,000 USDT from the house, for 30 days, and says by which policy', () => {
    given()
      .when(open)
      .then({
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
      });
  });

  it('opens for real with the country, the inviter and the agreement that it was registered with, and a code of its own', () => {
    const [event] = given().when(openReal).events;
    const invitationCode = invitationCodeOf(USER);
    expect(invitationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(event).toMatchObject({ type: 'RealAccountOpened', schema: 2 });
    expect(event?.data).toEqual({ ...REAL, ownerId: `${USER}.1`, invitationCode });
    expect(inStatus('real')).toMatchObject({ country: 'DE', invitationCode });
  });

  it('that staff froze still notes from which device its owner logs in to read', () => {
    given(openReal, freeze('staff'))
      .when(newDevice)
      .then({ type: 'NewDeviceSeen', data: expect.objectContaining({ sessionId: 's1' }) });
  });

  it('is not invited by itself', () => {
    const own: AccountCommand = { type: 'OpenRealAccount', data: { ...REAL, invitedBy: USER } };
    given().when(own).then(refuse('invitation.own'));
  });

  it('gives a regenerated demo account a ledger owner of its own, and leaves the one before as it was', () => {
    const [event] = given(...WAYS['demo-expired']).when(at(OPENED_AT + 40 * DAY_MS, regenerate(1))).events;
    expect(event?.data).toMatchObject({ generation: 2, ownerId: `${USER}.2`, previousOwnerId: `${USER}.1` });
    expect(event?.postings?.map(({ account }) => account)).toEqual([
      `user/${USER}.2/spot/available`,
      'house/demo-grants',
    ]);
    expect(after(open, regenerate(1))).toMatchObject({ status: 'demo', generation: 2, ownerId: `${USER}.2` });
  });

  it('keeps nothing of an erased person but the number, and is erased once however often it is wished', () => {
    expect(inStatus('erased')).toEqual({ status: 'erased', userId: USER });
    given(...WAYS.closed)
      .when(erase)
      .then({
        stream: `account-${USER}`,
        type: 'AccountErased',
        schema: 1,
        data: { userId: USER, generation: 1, ownerId: `${USER}.1` },
        postings: undefined,
      })
      .when(erase)
      .then();
  });

  it('takes nothing new while it is closed, and is as before when it is opened again', () => {
    expect(mayTrade(inStatus('closed'), OPENED_AT, `${USER}.1`)).toEqual(refuse('request.unavailable'));
    given(...WAYS.closed)
      .when(close)
      .then();
    given(...WAYS.real)
      .when(reopen)
      .then();
    expect(after(openReal, close, reopen)).toEqual(inStatus('real'));
    expect(after(openReal, close, freeze('staff'), unfreeze('staff'))).toEqual(inStatus('real'));
  });

  it('regenerates a life once, however often it is wished', () => {
    given(open, regenerate(1)).when(regenerate(1)).then();
  });

  it('makes the end of each demo life due, and of nothing else', () => {
    const endOf = (generation: number) => ({
      id: `expire-demo:${USER}.${generation}`,
      dueAt: END,
      type: 'ExpireDemo',
      data: { userId: USER, generation },
    });
    expect(given().when(open).due).toEqual([endOf(1)]);
    expect(given(open).when(regenerate(1)).due).toEqual([endOf(2)]);
    expect(given(open, regenerate(1)).when(regenerate(1)).due).toEqual([]);
    expect(given().when(openReal).due).toEqual([]);
  });

  it('expires the life that the timer was set for, at its end and not before', () => {
    given(open, regenerate(1))
      .when(at(END, expire(1)))
      .then();
    given(open)
      .when(at(END - 1, expire(1)))
      .then()
      .when(at(END, expire(1)))
      .then('DemoExpired');
  });

  it('may trade while it lives, and only under the owner id of its present life', () => {
    expect(mayTrade(inStatus('demo'), END - 1, `${USER}.1`)).toBeUndefined();
    expect(mayTrade(inStatus('demo'), END, `${USER}.1`)).toEqual(refuse('demo.expired'));
    expect(mayTrade(after(open, regenerate(1)), OPENED_AT, `${USER}.1`)).toEqual(refuse('demo.expired'));
    expect(mayTrade(inStatus('demo-expired'), OPENED_AT)).toEqual(refuse('demo.expired'));
    expect(mayTrade(inStatus('demo-exited'), OPENED_AT)).toEqual(refuse('session.ended'));
    expect(mayTrade(inStatus('none'), OPENED_AT)).toEqual(refuse('account.not-found'));
    expect(mayTrade(inStatus('real'), OPENED_AT, `${USER}.1`)).toBeUndefined();
  });

  it('is frozen by its owner or by staff, and what staff froze only staff unfreeze', () => {
    const byStaff = given(openReal, freeze('staff'));
    expect(mayTrade(byStaff.state, OPENED_AT, `${USER}.1`)).toEqual(refuse('account.frozen', { by: 'staff' }));
    byStaff
      .when(unfreeze('owner'))
      .then(refuse('account.frozen'))
      .when(unfreeze('staff'))
      .then({ type: 'AccountUnfrozen', data: expect.objectContaining({ by: 'staff' }) });
    expect(after(openReal, freeze(), unfreeze())).toEqual(after(openReal));
  });

  it('can be read while staff froze it for reading, and by nobody where somebody else may know the password', () => {
    const reads = [freeze('staff'), freeze('staff', false), freeze('owner')].map((one) =>
      mayRead(after(openReal, one)),
    );
    expect([mayRead(inStatus('real')), ...reads]).toEqual([false, true, false, false]);
  });
});
