import type { ScorecardFact } from '../../../contracts/scorecard.calls.js';

/** What real markets show, in the figures that a scorecard compares. */

/**
 * Measured by `stylizedFacts` over daily closes. S&P 500: `sp500-2000.csv` of `vega-datasets`, 2000 to 2020. Nasdaq-100:
 * `web/ndx.csv` of the npm package `dc` 3.2.1, November 1985 to June 2012.
 */
export const REAL_FACTS: Readonly<Record<'SPX' | 'NDX', Readonly<Record<ScorecardFact, number>>>> = {
  SPX: {
    kurtosis: 14.2365,
    skewness: -0.368,
    memory1: 0.3124,
    memory10: 0.3219,
    memory50: 0.1369,
    leverage: -0.0948,
    worst: -0.1277,
    drawdown: -0.5678,
  },
  NDX: {
    kurtosis: 9.9058,
    skewness: -0.0955,
    memory1: 0.2648,
    memory10: 0.2764,
    memory50: 0.2215,
    leverage: -0.0739,
    worst: -0.1635,
    drawdown: -0.829,
  },
};

/** A fall by so much, which a third of all stretches of sixteen years have seen. */
export const DEEP_FALL = -0.45;
export const DEEP_FALLS_SHARE = 0.33;

/**
 * Of daily returns over ten years. What is one thing in two forms has 1; the others are rounded figures of about 2014 to 2024.
 */
export const REAL_CORRELATIONS: Readonly<Record<string, number>> = {
  'SPY/SPX': 1,
  'GLD/XAU': 1,
  'SPX/NDX': 0.92,
  'XOM/CVX': 0.85,
  'JPM/BAC': 0.85,
  'XAU/XAG': 0.78,
  'AUD/NZD': 0.87,
  'EUR/DXY': -0.97,
  'SPX/VXX': -0.77,
  'KO/PEP': 0.65,
  'BTC/SPX': 0.38,
  'MSTR/BTC': 0.65,
  'BTC/ETH': 0.81,
};
export const CORRELATION_TOLERANCE = 0.05;

/** The mean pair of large stocks: 0.25 in calm years, 0.4 in wild ones. */
export const STOCKS_CORRELATION = 0.325;
export const STOCKS_TOLERANCE = 0.075;

/** One or two of each class, whose volatility is measured beside what the catalogue says of it. */
export const VOLATILITIES = ['SPX', 'AAPL', 'BTC', 'ETH', 'EUR', 'XAU', 'WTI', 'TLT'] as const;
/** As a share of it. */
export const VOLATILITY_TOLERANCE = 0.15;
