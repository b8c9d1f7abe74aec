import type { C2cStatus } from '../../../contracts/c2c.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';

/** What can happen to an order. */
export const C2C_TRANSITIONS = ['match', 'remit', 'complete', 'reject', 'appeal', 'expire', 'reinstate'] as const;
export type C2cTransition = (typeof C2C_TRANSITIONS)[number];

const CLOSED = refuse('c2c.order-closed');
const EXPIRED = refuse('c2c.expired');
export const NOT_EXPIRED = refuse('c2c.not-expired');
const NO_APPEAL = refuse('c2c.nothing-to-appeal');
const moved = (status: C2cStatus): Refusal => refuse('c2c.order-moved', { status });

/**
 * What each transition leads to from each status: the next status, `as-before` (where it was when it expired), `nothing`, or why
 * not. The deadline ends with the payment proof: from `remitted` on the order waits for staff, and their delay never expires it.
 */
export const C2C_TABLE = {
  unmatched: {
    match: 'matched',
    remit: refuse('c2c.not-matched'),
    complete: moved('unmatched'),
    reject: 'rejected',
    appeal: NO_APPEAL,
    expire: 'expired',
    reinstate: NOT_EXPIRED,
  },
  matched: {
    match: moved('matched'),
    remit: 'remitted',
    complete: moved('matched'),
    reject: moved('matched'),
    appeal: NO_APPEAL,
    expire: 'expired',
    reinstate: NOT_EXPIRED,
  },
  remitted: {
    match: moved('remitted'),
    remit: refuse('c2c.already-remitted'),
    complete: 'completed',
    reject: 'rejected',
    appeal: NO_APPEAL,
    expire: 'nothing',
    reinstate: NOT_EXPIRED,
  },
  completed: {
    match: moved('completed'),
    remit: CLOSED,
    complete: moved('completed'),
    reject: moved('completed'),
    appeal: NO_APPEAL,
    expire: 'nothing',
    reinstate: NOT_EXPIRED,
  },
  rejected: {
    match: moved('rejected'),
    remit: CLOSED,
    complete: moved('rejected'),
    reject: moved('rejected'),
    appeal: 'appealed',
    expire: 'nothing',
    reinstate: NOT_EXPIRED,
  },
  appealed: {
    match: moved('appealed'),
    remit: CLOSED,
    complete: 'completed',
    reject: 'rejected',
    appeal: refuse('c2c.appealed-before'),
    expire: 'nothing',
    reinstate: NOT_EXPIRED,
  },
  expired: {
    match: moved('expired'),
    remit: EXPIRED,
    complete: moved('expired'),
    reject: moved('expired'),
    appeal: NO_APPEAL,
    expire: 'nothing',
    reinstate: 'as-before',
  },
} as const satisfies Record<C2cStatus, Record<C2cTransition, C2cStatus | 'as-before' | 'nothing' | Refusal>>;
