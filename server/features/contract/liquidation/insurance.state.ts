import { amount, ZERO, type Amount } from '../../../../shared/money.js';
import type { StreamKind } from '../../../core/decider.js';
import type { InsuranceEvent } from './insurance.events.js';

/** What the insurance fund of a realm was given so far. What it has is in the ledger. */
export interface InsuranceState {
  readonly granted: Amount;
}

/** Stream `insurance-<realm>`. */
export const insuranceKind: StreamKind<InsuranceState> = {
  name: 'insurance',
  initial: () => ({ granted: ZERO }),
  evolve: (state, event) => {
    const { type, data } = event as InsuranceEvent;
    return type === 'InsuranceFundGranted' ? { granted: amount(data.granted) } : state;
  },
  snapshot: {
    schema: 1,
    everyEvents: 2000,
    save: ({ granted }) => `${granted}`,
    load: (granted) => ({ granted: BigInt(granted as string) }),
  },
};
