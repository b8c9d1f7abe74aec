import type { Instant } from '../../core/clock.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { AddPayeeAddress, AddPayeeCard, PayeeCommand } from './payee.commands.js';
import type { PayeeEvent } from './payee.events.js';

const HOUR_MS = 3_600_000;

interface Entry {
  readonly id: string;
  readonly sealed: Sealed;
  readonly fingerprint: string;
  readonly addedAt: Instant;
  readonly usableAt: Instant;
  readonly policy: AppliedPolicy;
}
export interface AddressEntry extends Entry {
  readonly kind: 'address';
  readonly currency: string;
  readonly network: string;
}
export interface CardEntry extends Entry {
  readonly kind: 'card';
}
export type PayeeEntry = AddressEntry | CardEntry;

/** A person's current entries, oldest first; removed ones are gone. */
export interface PayeeState {
  readonly userId: string;
  readonly entries: readonly PayeeEntry[];
  readonly settings: Sealed | null;
}

const newEvent = eventsOf<FactsOf<PayeeEvent>>(({ userId }) => `payee-${userId}`);

/** Stream `payee-<userId>`. A book is short, so it is never snapshot. */
export const payeeKind: StreamKind<PayeeState> = {
  name: 'payee',
  initial: (userId) => ({ userId, entries: [], settings: null }),
  evolve: (state, event) => evolve(state, event as PayeeEvent),
};

export function decidePayee(
  state: PayeeState,
  command: PayeeCommand,
  { at }: CommandMeta,
): readonly NewEvent[] | Refusal {
  switch (command.type) {
    case 'AddPayeeAddress':
      return addingProblem(state, 'address', command.data) ?? [added('PayeeAddressAdded', command.data, at)];
    case 'AddPayeeCard':
      return addingProblem(state, 'card', command.data) ?? [added('PayeeCardAdded', command.data, at)];
    case 'LabelPayee':
      return entryOf(state, command.data) === undefined
        ? refuse('payee.not-found')
        : [newEvent('PayeeLabelled', command.data)];
    case 'RemovePayee': {
      const entry = entryOf(state, command.data);
      if (entry === undefined) return refuse('payee.not-found');
      return [newEvent('PayeeRemoved', { ...command.data, kind: entry.kind })];
    }
    case 'SetPaymentSettings':
      return [newEvent('PaymentSettingsSet', command.data)];
    default:
      return never(command);
  }
}

const entryOf = ({ entries }: PayeeState, { payeeId }: { readonly payeeId: string }): PayeeEntry | undefined =>
  entries.find(({ id }) => id === payeeId);

/** `payee.not-found`, `payee.cooling-off`, or `undefined` when the entry may be paid to at this instant. */
export function payingProblem(state: PayeeState, payeeId: string, at: Instant): Refusal | undefined {
  const entry = entryOf(state, { payeeId });
  if (entry === undefined) return refuse('payee.not-found');
  if (at >= entry.usableAt) return undefined;
  return refuse('payee.cooling-off', { usableAt: entry.usableAt, ...decidedBy(entry.policy) });
}

/** An address may stand there once for each currency that is sent to it. */
export function addingProblem(
  { entries }: PayeeState,
  kind: PayeeEntry['kind'],
  data: Pick<AddPayeeCard['data'], 'fingerprint' | 'policy'> & { readonly currency?: string },
): Refusal | undefined {
  const { policy } = data;
  const same = entries.filter((entry) => entry.kind === kind);
  const isKnown = (entry: PayeeEntry): boolean =>
    entry.fingerprint === data.fingerprint && (entry.kind === 'card' || entry.currency === data.currency);
  if (same.some(isKnown)) {
    return kind === 'address'
      ? refuse('payee.address-known', { field: 'address' })
      : refuse('payee.card-known', { field: 'account' });
  }
  const { most } = policy.inputs as { most: number };
  if (same.length < most) return undefined;
  return refuse('payee.too-many', { limit: most, ...decidedBy(policy) });
}

function added(
  type: 'PayeeAddressAdded' | 'PayeeCardAdded',
  data: AddPayeeAddress['data'] | AddPayeeCard['data'],
  at: Instant,
): NewEvent {
  const { coolingHours } = data.policy.inputs as { coolingHours: number };
  return newEvent(type, { ...data, usableAt: at + coolingHours * HOUR_MS });
}

function evolve(state: PayeeState, { type, data, at }: PayeeEvent): PayeeState {
  switch (type) {
    case 'PayeeAddressAdded':
    case 'PayeeCardAdded': {
      const { payeeId: id, sealedPayee: sealed, fingerprint, usableAt, policy } = data;
      const entry = { id, sealed, fingerprint, addedAt: at, usableAt, policy };
      const kept: PayeeEntry =
        'network' in data
          ? { kind: 'address', currency: data.currency, network: data.network, ...entry }
          : { kind: 'card', ...entry };
      return { ...state, entries: [...state.entries, kept] };
    }
    case 'PayeeLabelled': {
      const labelled = (entry: PayeeEntry): PayeeEntry =>
        entry.id === data.payeeId ? { ...entry, sealed: data.sealedPayee } : entry;
      return { ...state, entries: state.entries.map(labelled) };
    }
    case 'PayeeRemoved':
      return { ...state, entries: state.entries.filter(({ id }) => id !== data.payeeId) };
    case 'PaymentSettingsSet':
      return { ...state, settings: data.sealedSettings };
    default:
      return never(type);
  }
}
