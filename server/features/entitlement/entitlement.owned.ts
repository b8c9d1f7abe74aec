import { ZERO } from '../../../shared/money.js';
import type { OwnedPart } from '../../core/owned.js';
import type { DueDividends } from '../../core/ports/due-dividends.js';
import { isRefusal } from '../../core/refusal.js';
import { dividendOf } from './entitlement.decider.js';

/** What announced dividends pay for the shares of now. Shares can be traded until the ex-date. */
export const entitlementOwned = (dividends: DueDividends): OwnedPart => ({
  kinds: [],
  read: async ({ total }) => {
    const announced = await dividends.announced();
    if (isRefusal(announced)) return { income: null };
    const income = announced.map(({ actionId: id, symbol: label, base, quote: asset, perShare, dueAt: at }) => {
      const most = dividendOf(total(base), perShare);
      return { id, label, what: 'dividend', at, asset, least: ZERO, most, isEstimate: true } as const;
    });
    return { income: income.filter(({ most }) => most > ZERO) };
  },
});
