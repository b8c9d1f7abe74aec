import type { InstrumentClass } from '../../../contracts/market.contract.js';
import type { RiskPremiumGroup } from '../../../contracts/risk-premium.calls.js';

const FUNDS: Readonly<Record<string, RiskPremiumGroup>> = {
  bonds: 'bondFunds',
  commodities: 'commodityFunds',
  crypto: 'cryptoFunds',
  volatility: 'volatilityNotes',
};
const INDICES: Readonly<Record<string, RiskPremiumGroup>> = { currencies: 'dollarIndex', coins: 'coinIndices' };

/** The row of the table that an instrument belongs to. */
export function premiumGroupOf({
  class: name,
  sector,
}: {
  readonly class: InstrumentClass;
  readonly sector: string | null;
}): RiskPremiumGroup {
  if (name === 'etf') return FUNDS[sector ?? ''] ?? 'equityFunds';
  if (name === 'indices') return INDICES[sector ?? ''] ?? 'indices';
  return name;
}
