import type { ContractName } from '../../../shared/contract-symbol.js';
import type { Instant } from '../../core/clock.js';
import { nextDelivery } from '../mark-price/delivery-calendar.js';

export const WEEK_MS = 7 * 86_400_000;
/** The coming delivery, and the one after it, into which a position can be rolled. */
export const WEEKS_LISTED = 2;

/** From when on a contract is traded, as far as its name says; `undefined` where no delivery is on its day. */
export function listedFrom({ deliversAt }: Pick<ContractName, 'deliversAt'>): Instant | undefined {
  if (deliversAt === null) return 0;
  return nextDelivery('weekly', deliversAt - 1) === deliversAt ? deliversAt - WEEKS_LISTED * WEEK_MS : undefined;
}
