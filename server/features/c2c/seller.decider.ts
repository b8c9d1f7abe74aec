import type { Instant } from '../../core/clock.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { amount, format } from '../../../shared/money.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { SellerEvent, SellerFacts, SellerTerms } from './seller.events.js';

const newEvent = eventsOf<SellerFacts>(({ sellerId }) => `seller-${sellerId}`);

const DAY_MS = 86_400_000;

export interface Seller {
  readonly status: 'there';
  readonly sellerId: string;
  readonly enabled: boolean;
  /** The newest is the last; version 1 is the first. */
  readonly versions: readonly SellerTerms[];
  /** The day (UTC) that `matched` counts, and what was matched on it. */
  readonly day: number;
  readonly matched: string;
}
export type SellerState = { readonly status: 'none' } | Seller;

export const sellerKind: StreamKind<SellerState> = {
  name: 'seller',
  initial: () => ({ status: 'none' }),
  evolve: (state, event) => evolve(state, event as SellerEvent),
};

/** A form that is whole: empty fields in order, then limits that fit each other. */
export type SellerForm = Readonly<
  Record<'label' | 'currency' | 'accountName' | 'accountNumber' | 'bankName' | 'bankAddress' | 'swift', string>
> & { readonly min: string; readonly max: string; readonly dayMax: string };

export function formProblem(form: SellerForm): Refusal | undefined {
  const wanted = ['label', 'currency', 'accountName', 'accountNumber', 'bankName', 'bankAddress', 'swift'] as const;
  const empty = wanted.find((name) => form[name] === '');
  if (empty !== undefined) return refuse('seller.field-empty', { field: empty });
  const [min, max, dayMax] = [amount(form.min), amount(form.max), amount(form.dayMax)];
  if (min <= max && max <= dayMax && max > 0n) return undefined;
  return refuse('seller.limits-crossed', { field: min > max ? 'max' : 'dayMax' });
}

export function decideAddSeller(state: SellerState, command: SellerFacts['SellerAdded']): NewEvent[] | Refusal {
  return state.status === 'none' ? [newEvent('SellerAdded', command)] : refuse('seller.changed');
}

/** Filled in from an older version than the newest, a form is refused: another's change would be lost. */
export function decideChangeSeller(
  state: SellerState,
  { baseVersion, ...command }: SellerFacts['SellerAdded'] & { baseVersion: number },
): NewEvent[] | Refusal {
  if (state.status === 'none') return refuse('seller.not-found');
  if (state.versions.length !== baseVersion) return refuse('seller.changed');
  return [newEvent('SellerChanged', { ...command, version: baseVersion + 1 })];
}

export function decideSwitchSeller(state: SellerState, command: SellerFacts['SellerSwitched']): NewEvent[] | Refusal {
  if (state.status === 'none') return refuse('seller.not-found');
  return state.enabled === command.enabled ? [] : [newEvent('SellerSwitched', command)];
}

/** Whether an order may be matched with it now, and that it was. */
export function decideSellerMatch(
  state: SellerState,
  order: { orderId: string; amount: string; currency: string },
  at: Instant,
): { event: NewEvent; version: number } | Refusal {
  if (state.status === 'none') return refuse('seller.not-found');
  const { sellerId, versions } = state;
  const terms = versions.at(-1) as SellerTerms;
  const { currency, min, max, dayMax } = terms;
  if (!state.enabled) return refuse('seller.disabled');
  if (currency !== order.currency) return refuse('seller.currency-differs', { currency });
  const bought = amount(order.amount);
  if (bought < amount(min) || bought > amount(max)) return refuse('seller.outside-limits', { min, max });
  const left = amount(dayMax) - amount(matchedOn(state, at));
  if (bought > left) return refuse('seller.day-full', { left: format(left) });
  const event = newEvent('SellerMatched', { sellerId, orderId: order.orderId, amount: order.amount });
  return { event, version: versions.length };
}

/** Matched on the day (UTC) of an instant. */
export function matchedOn(state: Seller, at: Instant): string {
  return dayOf(at) === state.day ? state.matched : '0';
}

function evolve(state: SellerState, { type, data, at }: SellerEvent): SellerState {
  if (type === 'SellerAdded') {
    const { sellerId, staffId: _, ...terms } = data;
    return { status: 'there', sellerId, enabled: true, versions: [terms], day: 0, matched: '0' };
  }
  if (state.status === 'none') return state;
  switch (type) {
    case 'SellerChanged': {
      const { sellerId: _id, staffId: _by, version: _version, ...terms } = data;
      return { ...state, versions: [...state.versions, terms] };
    }
    case 'SellerSwitched':
      return { ...state, enabled: data.enabled };
    case 'SellerMatched':
      return { ...state, day: dayOf(at), matched: format(amount(matchedOn(state, at)) + amount(data.amount)) };
    default:
      return never(type);
  }
}

const dayOf = (at: Instant): number => Math.floor(at / DAY_MS);
