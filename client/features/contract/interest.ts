import type { ContractView } from '../../../contracts/contract.contract';
import { format, over, roundTo, toAmount, ZERO, ONE } from '../../../shared/money';

/** The open interest of users, read as shares of theirs and as what is left for the other side. */
export interface Interest {
  /** Of all that users have open, long and short together: shares that add up to one; `null` while nothing is open. */
  longShare: string | null;
  shortShare: string;
  /** Longs equal shorts, so market makers hold the difference of what users have; `null` where there is none. */
  makers: { side: 'long' | 'short'; quantity: string } | null;
}

/** Quantities in the underlying. */
export function interestOf({ openLong, openShort }: Pick<ContractView, 'openLong' | 'openShort'>): Interest {
  const [long, short] = [toAmount(openLong), toAmount(openShort)];
  const all = long + short;
  const share = all === ZERO ? null : roundTo(over(long, all, 'half-even'), 4, 'half-even');
  const net = long - short;
  return {
    longShare: share === null ? null : format(share),
    shortShare: format(share === null ? ZERO : ONE - share),
    makers: net === ZERO ? null : { side: net > ZERO ? 'short' : 'long', quantity: format(net > ZERO ? net : -net) },
  };
}
