import type { Language } from '../../../shared/language.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { CommandMeta, DueCommand, StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import {
  ExpireDemo,
  type DemoRules,
  type FreezeAccount,
  type OpenDemo,
  type OpenRealAccount,
  type RecordNewDevice,
  type RecordPasswordChange,
  type RegenerateDemo,
  type UnfreezeAccount,
} from './account.commands.js';
import {
  invitationCodeOf,
  type AccountEvent,
  type DemoLife,
  type DemoOpened,
  type DemoRegenerated,
  type RealAccountOpened,
} from './account.events.js';
import { appliedPolicy, expiryOf, grantPostings, ownerIdOf } from './account.rules.js';

interface Person {
  readonly userId: string;
  readonly name: string;
  readonly lang: Language;
  readonly openedAt: Instant;
  readonly generation: number;
  readonly ownerId: string;
}

interface Demo extends Person {
  readonly expiresAt: Instant;
}

interface Real extends Person {
  readonly country: string | null;
  readonly invitationCode: string;
  /** `null` for accounts without a password. */
  readonly passwordDigest: string | null;
}

export type AccountState =
  | { readonly status: 'none'; readonly userId: string }
  | (Demo & { readonly status: 'demo' })
  | (Demo & { readonly status: 'demo-expired' })
  | (Demo & { readonly status: 'demo-exited' })
  | (Real & { readonly status: 'real' })
  | (Real & { readonly status: 'frozen'; readonly by: 'owner' | 'staff'; readonly mayRead: boolean })
  /** It takes nothing new, while it is looked at whether something that began before is still open. */
  | (Real & { readonly status: 'closed' })
  | { readonly status: 'erased'; readonly userId: string };

/** Stream `account-<userId>`. Few events each, so it is never snapshot. */
export const accountKind: StreamKind<AccountState> = {
  name: 'account',
  initial: (userId) => ({ status: 'none', userId }),
  evolve: (state, event) => evolve(state, event as AccountEvent),
};

/** Each life of a demo account gets its own end; the command names the life, so that a later one is not meant. */
const endOfLife = ({ data: { userId, generation, ownerId, expiresAt } }: Happened<DemoLife>): DueCommand => ({
  id: `expire-demo:${ownerId}`,
  dueAt: expiresAt,
  command: planned(ExpireDemo, { userId, generation }),
});

export const accountTimetable: Timetable = { DemoOpened: endOfLife, DemoRegenerated: endOfLife };

/** Why the account may not trade at that instant, or `undefined` when it may. The owner id must be that of its present life. */
export function mayTrade(state: AccountState, at: Instant, ownerId?: string): Refusal | undefined {
  switch (state.status) {
    case 'none':
    case 'erased':
      return refuse('account.not-found');
    case 'demo-exited':
      return refuse('session.ended');
    case 'demo-expired':
      return refuse('demo.expired');
    case 'frozen':
      // The person is authenticated here; only staff unfreeze what staff froze.
      return refuse('account.frozen', { by: state.by });
    case 'closed':
      return refuse('request.unavailable');
    case 'demo':
      return at >= state.expiresAt || isOfAnotherLife(state, ownerId) ? refuse('demo.expired') : undefined;
    case 'real':
      return isOfAnotherLife(state, ownerId) ? refuse('account.not-found') : undefined;
    default:
      return never(state);
  }
}

/**
 * Whether the owner of an account that may not trade may log in to read and export: yes if staff froze it. No if a stranger may
 * have the password, which an owner's own freeze always means.
 */
export const mayRead = (state: AccountState): boolean => state.status === 'frozen' && state.mayRead;

const newEvent = eventsOf<FactsOf<AccountEvent>>(({ userId }) => `account-${userId}`);

/** What follows from a command that the lifecycle lets through. */
export type Decide<Data = unknown> = (
  state: AccountState,
  data: Data,
  meta: CommandMeta,
) => readonly NewEvent[] | Refusal;

export const decideOpenDemo: Decide<OpenDemo['data']> = ({ userId }, { name, lang, rules }, { at }) => {
  const life = demoLife(userId, 1, rules, at);
  const data: DemoOpened = { ...life, name, lang };
  return [{ ...newEvent('DemoOpened', data), postings: grantPostings(life.ownerId, rules) }];
};

export const decideRegenerate: Decide<RegenerateDemo['data']> = (state, { generation, rules }, { at }) => {
  // A second request for the same life came late: that life has already been followed by another.
  if (!('ownerId' in state) || state.generation !== generation) return [];
  const life = demoLife(state.userId, state.generation + 1, rules, at);
  const data: DemoRegenerated = { ...life, previousOwnerId: state.ownerId };
  return [{ ...newEvent('DemoRegenerated', data), postings: grantPostings(life.ownerId, rules) }];
};

export const decideExpire: Decide<ExpireDemo['data']> = (state, { generation }, { at }) => {
  if (!('expiresAt' in state) || state.generation !== generation || at < state.expiresAt) return [];
  return [newEvent('DemoExpired', lifeOf(state))];
};

export const decideExit: Decide = (state) => ('ownerId' in state ? [newEvent('DemoExited', lifeOf(state))] : []);

export const decideOpenReal: Decide<OpenRealAccount['data']> = (state, command) => {
  const { userId, invitedBy } = command;
  if (invitedBy === userId) return refuse('invitation.own');
  const data: RealAccountOpened = {
    ...command,
    ownerId: ownerIdOf(userId, 1),
    invitationCode: invitationCodeOf(userId),
  };
  return [{ ...newEvent('RealAccountOpened', data), schema: 2 }];
};

export const decideNewDevice: Decide<RecordNewDevice['data']> = (_, data) => [newEvent('NewDeviceSeen', data)];

export const decidePasswordChange: Decide<RecordPasswordChange['data']> = (_, data) => [
  newEvent('LoginPasswordChanged', data),
];

export const decideClose: Decide = (state) =>
  state.status === 'real' ? [newEvent('AccountClosed', lifeOf(state))] : [];

export const decideReopen: Decide = (state) =>
  state.status === 'closed' ? [newEvent('AccountReopened', lifeOf(state))] : [];

export const decideErase: Decide = (state) => ('ownerId' in state ? [newEvent('AccountErased', lifeOf(state))] : []);

export const decideFreeze: Decide<FreezeAccount['data']> = (state, data) =>
  'ownerId' in state ? [newEvent('AccountFrozen', { ...data, ownerId: state.ownerId })] : [];

export const decideUnfreeze: Decide<UnfreezeAccount['data']> = (state, data) => {
  // A password alone does not undo a freeze by support.
  if ('by' in state && state.by === 'staff' && data.by !== 'staff') return refuse('account.frozen');
  return 'ownerId' in state ? [newEvent('AccountUnfrozen', { ...data, ownerId: state.ownerId })] : [];
};

function evolve(state: AccountState, event: AccountEvent): AccountState {
  switch (event.type) {
    case 'DemoOpened': {
      const { userId, name, lang, generation, ownerId, expiresAt } = event.data;
      return { status: 'demo', userId, name, lang, generation, ownerId, expiresAt, openedAt: event.at };
    }
    case 'DemoRegenerated': {
      const { generation, ownerId, expiresAt } = event.data;
      return { ...(state as Demo), status: 'demo', generation, ownerId, expiresAt };
    }
    case 'DemoExpired':
      return { ...(state as Demo), status: 'demo-expired' };
    case 'DemoExited':
      return { ...(state as Demo), status: 'demo-exited' };
    case 'RealAccountOpened': {
      const { userId, ownerId, name, lang, country, invitationCode, passwordDigest } = event.data;
      const person = { userId, name, lang, ownerId, generation: 1, openedAt: event.at };
      return { ...person, status: 'real', country, invitationCode, passwordDigest };
    }
    case 'AccountFrozen':
      return { ...(state as Real), status: 'frozen', by: event.data.by, mayRead: event.data.mayRead };
    case 'AccountUnfrozen': {
      const { by: _, mayRead: __, ...person } = state as Extract<AccountState, { status: 'frozen' }>;
      return { ...person, status: 'real' };
    }
    case 'AccountClosed':
      return { ...(state as Real), status: 'closed' };
    case 'AccountReopened':
      return { ...(state as Real), status: 'real' };
    case 'AccountErased':
      return { status: 'erased', userId: state.userId };
    case 'LoginPasswordChanged':
      return 'passwordDigest' in state ? { ...state, passwordDigest: event.data.passwordDigest } : state;
    case 'NewDeviceSeen':
      return state;
    default:
      return never(event);
  }
}

function demoLife(userId: string, generation: number, rules: DemoRules, at: Instant): DemoLife {
  return {
    userId,
    generation,
    ownerId: ownerIdOf(userId, generation),
    expiresAt: expiryOf(at, rules),
    grant: { asset: rules.grantAsset, amount: rules.grantAmount },
    policy: appliedPolicy(rules),
  };
}

function lifeOf({ userId, generation, ownerId }: Person): { userId: string; generation: number; ownerId: string } {
  return { userId, generation, ownerId };
}

function isOfAnotherLife(state: Person, ownerId: string | undefined): boolean {
  return ownerId !== undefined && ownerId !== state.ownerId;
}
