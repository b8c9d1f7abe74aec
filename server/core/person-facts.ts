import type { PersonAsOfView } from '../../contracts/staff-history.contract.js';
import type { StreamKind } from './decider.js';

/** `user_id` of the persons whose fingerprint of this purpose is among `$1`. Nothing personal is read in the clear. */
export interface PersonFinder {
  readonly purpose: 'payee' | 'name';
  readonly readModel: string;
  readonly sql: string;
}

/** What an account was at an instant, beside its money and orders. */
export type Stood = Pick<PersonAsOfView, 'identity' | 'factors'> & PersonAsOfView['limits'];

/** A part of it, from the stream of this kind that is the person's own. */
export interface StoodFact {
  readonly kind: StreamKind<unknown>;
  show(state: unknown, at: number): Partial<Stood>;
}

export function stoodBy<State>(
  kind: StreamKind<State>,
  show: (state: State, at: number) => Partial<Stood>,
): StoodFact & { readonly kind: StreamKind<State> } {
  return { kind, show };
}
