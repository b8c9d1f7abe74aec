import type { ClaimBefore, Claimed, OutsideClaims } from '../../core/ports/outside-books.js';
import type { DepositCredited, DepositProgressed, DepositSeen } from './deposit.events.js';

/** What was seen on a network must be there still, and what was credited in the block that it was credited from. */
export const depositClaims: OutsideClaims = {
  DepositSeen: (data) => {
    const { key: id, network, hash, currency, amount, blockHeight } = data as Keyed<DepositSeen>;
    const what = `the transfer ${hash} on ${network}`;
    const facts = { what, verb: 'seen', source: 'the network', asset: currency, amount } as const;
    return [id, { isMade: true, place: 'chain', network, key: hash, ...facts, height: blockHeight, isCredited: false }];
  },
  DepositProgressed: moved,
  DepositReorganised: moved,
  DepositCredited: (data, before) => {
    const { key: id } = data as Keyed<DepositCredited>;
    const claim = before(id);
    return claim && [id, { ...claim, isCredited: true }];
  },
};

type Keyed<Data> = Data & { readonly key: string };

function moved(data: unknown, before: ClaimBefore): Claimed | undefined {
  const { key: id, blockHeight: height } = data as Keyed<DepositProgressed>;
  const claim = before(id);
  return claim && [id, { ...claim, height }];
}
