import type { InstrumentClass } from '../../../contracts/market.contract.js';
import type { Smile } from './ssvi.js';

/** What options of a group look like, and what the insurance that they are costs. */
export interface OptionKind extends Smile {
  /** Implied over expected variance from thirty days on. */
  readonly premium: number;
}

/** The same for minutes: in its best fifth of instants a forecaster with public data is ahead of us by as much. */
export const SHORT_PREMIUM = 1.1;
const THIRTY_DAYS_MS = 30 * 86_400_000;

const EQUITY: OptionKind = { rho: -0.7, eta: 1.1, premium: 1.25 };

/**
 * Falls of equity indices are feared, so their puts are dear; coins smile to both sides; currencies are near symmetric. Figures of the
 * kind that listed options of each group have shown over years (docs/decisions/volatility-surface.md).
 */
const KINDS: Readonly<Record<InstrumentClass, OptionKind>> = {
  crypto: { rho: -0.1, eta: 1, premium: 1.2 },
  forex: { rho: -0.02, eta: 0.8, premium: 1.1 },
  metals: { rho: 0.1, eta: 0.9, premium: 1.12 },
  energy: { rho: -0.15, eta: 0.9, premium: 1.15 },
  stocks: { rho: -0.4, eta: 1, premium: 1.15 },
  indices: EQUITY,
  etf: EQUITY,
};

const FUNDS: Readonly<Record<string, OptionKind>> = {
  bonds: { rho: -0.1, eta: 0.8, premium: 1.12 },
  commodities: KINDS.metals,
  crypto: KINDS.crypto,
  // A storm makes them rise: their calls are dear.
  volatility: { rho: 0.6, eta: 1, premium: 1.15 },
};

const INDICES: Readonly<Record<string, OptionKind>> = { currencies: KINDS.forex, coins: KINDS.crypto };

export interface Optioned {
  readonly class: InstrumentClass;
  readonly sector: string | null;
}

export function optionKindOf({ class: name, sector }: Optioned): OptionKind {
  if (name === 'etf') return FUNDS[sector ?? ''] ?? EQUITY;
  if (name === 'indices') return INDICES[sector ?? ''] ?? EQUITY;
  return KINDS[name];
}

/** Implied over expected variance at a horizon: from the short premium, with the root of the horizon, to that of thirty days. */
export function variancePremium({ premium }: OptionKind, spanMs: number): number {
  return SHORT_PREMIUM + (premium - SHORT_PREMIUM) * Math.sqrt(Math.min(1, spanMs / THIRTY_DAYS_MS));
}
