import type { Instant } from '../../core/clock.js';
import { OPTION_HORIZONS, type OptionHorizon } from '../../../contracts/volatility.calls.js';
import type { ExpectedVariances } from './expected-variance.js';
import { optionKindOf, variancePremium, type Optioned, type OptionKind } from './smiles.js';
import { quarterDelta, thetaOf } from './ssvi.js';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

export const HORIZON_MS: Readonly<Record<OptionHorizon, number>> = {
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
  '180d': 180 * DAY_MS,
};

/** Of one horizon; volatilities are yearly, as shares, on the business clock of the market. */
export interface SurfaceSlice {
  readonly horizon: OptionHorizon;
  readonly years: number;
  /** The fair price of variance until then. */
  readonly variance: number;
  /** Total variance at the money: with the smile it gives every strike. */
  readonly theta: number;
  readonly volatility: number;
  readonly atm: number;
  readonly put25: number;
  readonly call25: number;
}

export interface Surface {
  readonly kind: OptionKind;
  /** Horizons that end while the market is shut and has not opened before are left out. */
  readonly slices: readonly SurfaceSlice[];
}

export interface Underlying extends Optioned {
  readonly symbol: string;
}

/** The implied-volatility surface at the minute of an instant; `undefined` for instruments whose variance is not drawn. */
export function surfaceAt(expected: ExpectedVariances, underlying: Underlying, at: Instant): Surface | undefined {
  const kind = optionKindOf(underlying);
  const slices: SurfaceSlice[] = [];
  for (const horizon of OPTION_HORIZONS) {
    const spanMs = HORIZON_MS[horizon];
    const found = expected.within(underlying.symbol, at, spanMs);
    if (found === undefined) return undefined;
    if (found.variance === 0 || found.years === 0) continue;
    const variance = found.variance * variancePremium(kind, spanMs);
    slices.push(sliceOf(horizon, { variance, years: found.years, kind }));
  }
  return { kind, slices };
}

function sliceOf(
  horizon: OptionHorizon,
  { variance, years, kind }: { variance: number; years: number; kind: OptionKind },
): SurfaceSlice {
  const theta = thetaOf(variance, kind);
  const yearly = (total: number): number => Math.sqrt(total / years);
  return {
    horizon,
    years,
    variance,
    theta,
    volatility: yearly(variance),
    atm: yearly(theta),
    put25: yearly(quarterDelta(theta, kind, 'put')),
    call25: yearly(quarterDelta(theta, kind, 'call')),
  };
}
