import type { OutsideClaim, OutsideClaims } from '../../core/ports/outside-books.js';
import type { WithdrawalRequested, WithdrawalSent } from './withdrawal.events.js';

/** What was sent must be on its network, or ordered at the bank, with the amount that was credited. */
export const withdrawalClaims: OutsideClaims = {
  WithdrawalRequested: (data) => {
    const { withdrawalId: id, network, credited } = data as WithdrawalRequested;
    return [id, requested(id, network ?? '', credited)];
  },
  WithdrawalSent: (data, before) => {
    const { withdrawalId: id, hash, reference } = data as WithdrawalSent;
    const claim = before(id) ?? requested(id, '', '0');
    if (hash === null) return [id, { ...claim, isMade: true, source: `the bank (${reference ?? ''})` }];
    return [id, { ...claim, isMade: true, place: 'chain', key: hash, source: `the network (${hash})` }];
  },
};

function requested(id: string, network: string, amount: string): OutsideClaim {
  const facts = { what: id, verb: 'sent', source: '', asset: null, amount } as const;
  return { isMade: false, place: 'bank', network, key: id, ...facts, height: null, isCredited: false };
}
