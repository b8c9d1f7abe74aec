import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { symbolQuery } from './market.contract.js';

export const OPTION_HORIZONS = ['5m', '15m', '1h', '4h', '1d', '7d', '30d', '90d', '180d'] as const;
export type OptionHorizon = (typeof OPTION_HORIZONS)[number];

const volatility = z.string().describe('Yearly, as a share: `0.45` is 45%.');

export const volatilitySlice = z
  .object({
    horizon: z.enum(OPTION_HORIZONS),
    years: z.string().describe("Years of the market's business until then: nights and holidays take none."),
    totalVariance: z
      .string()
      .describe('At the money: volatility squared times years. With `smile` it gives every strike.'),
    fair: volatility.describe('The root of the fair price of variance: what options on all strikes give together.'),
    atm: volatility.describe('At the money.'),
    put25: volatility.describe('Of the put with a delta of a quarter.'),
    call25: volatility.describe('Of the call with a delta of a quarter.'),
  })
  .meta({ id: 'VolatilitySlice', description: 'Implied volatility of one horizon.' });
export type VolatilitySlice = z.output<typeof volatilitySlice>;

export const volatilityView = z
  .object({
    symbol: z.string(),
    at: z.number().describe('The minute that it was computed for, milliseconds since the Unix epoch.'),
    index: volatility.nullable().describe('The variance index: `fair` over thirty days, as VIX is of the S&P 500.'),
    realised: volatility.nullable().describe('Of hourly prices over the last thirty days.'),
    smile: z
      .object({ rho: z.string(), eta: z.string() })
      .describe(
        'SSVI: total variance at k = ln(strike / forward) is θ/2 · (1 + ρφk + √((φk + ρ)² + 1 − ρ²)) with φ = η/√(θ(1 + θ)).',
      ),
    term: z
      .array(volatilitySlice)
      .describe(
        'Shortest first. Empty where prices are replayed or pegged; a horizon without an open market is left out.',
      ),
  })
  .meta({
    id: 'VolatilityView',
    description:
      'Variance index and implied-volatility surface of an instrument, from seeds of ended epochs and public prices alone.',
  });
export type VolatilityView = z.output<typeof volatilityView>;

export const getVolatility = defineCall({
  method: 'GET',
  path: 'web/getVolatility',
  cost: 5,
  access: 'public',
  summary: 'Implied volatility of an instrument: the 30-day index, the term structure and the smile.',
  input: symbolQuery,
  output: volatilityView,
  refusals: ['market.symbol-unknown', 'market.delisted'],
});
