import type { Language } from '../../../contracts/envelope.contract.js';
import type { Instant } from '../../core/clock.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { AccountCommand, DemoRules, OpenRealAccount } from './account.commands.js';
import {
  invitationCodeOf,
  type AccountEvent,
  type DemoLife,
  type DemoOpened,
  type DemoRegenerated,
  type RealAccountOpened,
} from './account.events.js';
import { LIFECYCLE } from './account-table.rules.js';
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
      // Who is told this has proved who he is; what staff froze he cannot unfreeze himself.
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
 * Whether somebody whose account may not trade is let in to read and to export: what staff froze stays its owner's to know. Where
 * somebody else may have the password nobody is; whoever freezes their own account always means that.
 */
export const mayRead = (state: AccountState): boolean => state.status === 'frozen' && state.mayRead;

export function decideAccount(
  state: AccountState,
  command: AccountCommand,
  meta: CommandMeta,
): readonly NewEvent[] | Refusal {
  const next = LIFECYCLE[state.status][command.type];
  if (typeof next !== 'string') return next;
  const stream = `account-${state.userId}`;
  switch (command.type) {
    case 'OpenDemo': {
      const { name, lang, rules } = command.data;
      const life = demoLife(state.userId, 1, rules, meta.at);
      const data: DemoOpened = { ...life, name, lang };
      return [{ stream, type: 'DemoOpened', schema: 1, data, postings: grantPostings(life.ownerId, rules) }];
    }
    case 'RegenerateDemo':
      return regenerate(state, command.data, meta, stream);
    case 'ExpireDemo': {
      if (!('expiresAt' in state) || state.generation !== command.data.generation || meta.at < state.expiresAt)
        return [];
      return [{ stream, type: 'DemoExpired', schema: 1, data: lifeOf(state) }];
    }
    case 'ExitDemo':
      return 'ownerId' in state ? [{ stream, type: 'DemoExited', schema: 1, data: lifeOf(state) }] : [];
    case 'OpenRealAccount':
      return openReal(command.data, stream);
    case 'RecordNewDevice':
      return [{ stream, type: 'NewDeviceSeen', schema: 1, data: command.data }];
    case 'CloseAccount':
      return state.status === 'real' ? [{ stream, type: 'AccountClosed', schema: 1, data: lifeOf(state) }] : [];
    case 'ReopenAccount':
      return state.status === 'closed' ? [{ stream, type: 'AccountReopened', schema: 1, data: lifeOf(state) }] : [];
    case 'EraseAccount':
      return 'ownerId' in state ? [{ stream, type: 'AccountErased', schema: 1, data: lifeOf(state) }] : [];
    case 'FreezeAccount':
      if (!('ownerId' in state)) return [];
      return [{ stream, type: 'AccountFrozen', schema: 1, data: { ...command.data, ownerId: state.ownerId } }];
    case 'UnfreezeAccount':
      // What support froze for a reason is not undone by whoever knows the password.
      if ('by' in state && state.by === 'staff' && command.data.by !== 'staff') return refuse('account.frozen');
      if (!('ownerId' in state)) return [];
      return [{ stream, type: 'AccountUnfrozen', schema: 1, data: { ...command.data, ownerId: state.ownerId } }];
    case 'RecordPasswordChange':
      return [{ stream, type: 'LoginPasswordChanged', schema: 1, data: command.data }];
    default:
      return never(command);
  }
}

function openReal(wish: OpenRealAccount, stream: string): readonly NewEvent[] | Refusal {
  const { userId, invitedBy } = wish;
  if (invitedBy === userId) return refuse('invitation.own');
  const data: RealAccountOpened = { ...wish, ownerId: ownerIdOf(userId, 1), invitationCode: invitationCodeOf(userId) };
  return [{ stream, type: 'RealAccountOpened', schema: 2, data }];
}

function regenerate(
  state: AccountState,
  wish: { generation: number; rules: DemoRules },
  { at }: CommandMeta,
  stream: string,
): readonly NewEvent[] {
  // A second wish for the same life came late: that life has already been followed by another.
  if (!('ownerId' in state) || state.generation !== wish.generation) return [];
  const life = demoLife(state.userId, state.generation + 1, wish.rules, at);
  const data: DemoRegenerated = { ...life, previousOwnerId: state.ownerId };
  return [{ stream, type: 'DemoRegenerated', schema: 1, data, postings: grantPostings(life.ownerId, wish.rules) }];
}

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
      const { userId, ownerId, name, lang, country, invitationCode } = event.data;
      const person = { userId, name, lang, ownerId, generation: 1, openedAt: event.at };
      return { ...person, status: 'real', country, invitationCode };
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
    case 'NewDeviceSeen':
    case 'LoginPasswordChanged':
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
