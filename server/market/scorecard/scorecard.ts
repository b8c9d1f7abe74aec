import { SCORECARD_FACTS, type ScorecardRow, type ScorecardView } from '../../../contracts/scorecard.calls.js';
import { SCORECARD_YEARS, type Measured, type SeedFigures } from './measure-seed.js';
import {
  CORRELATION_TOLERANCE,
  DEEP_FALL,
  DEEP_FALLS_SHARE,
  REAL_CORRELATIONS,
  REAL_FACTS,
  STOCKS_CORRELATION,
  STOCKS_TOLERANCE,
  VOLATILITIES,
  VOLATILITY_TOLERANCE,
} from './reality.js';

/** How many standard errors a share of seeds may lie from the real one. */
const SHARE_ERRORS = 2;

/** The figures of all seeds beside those of real markets. */
export function scorecardOf({ asked, figures }: Measured): ScorecardView {
  const spreadOf = (subject: string, measure: string): Spread =>
    spread(figures.map((seed) => seed[`${subject}.${measure}`] as number));
  const rows: ScorecardRow[] = [
    ...(['SPX', 'NDX'] as const).flatMap((subject) =>
      SCORECARD_FACTS.map((measure) => {
        const [real, found] = [REAL_FACTS[subject][measure], spreadOf(subject, measure)];
        // One real history is one draw: it is near if nine of ten simulated ones leave room for it.
        const near = found.low <= real && real <= found.high;
        return { group: 'facts', subject, measure, real, ...found, near } as const;
      }),
    ),
    deepFalls(figures),
    ...Object.entries({ ...REAL_CORRELATIONS, stocks: STOCKS_CORRELATION }).map(([subject, real]) => {
      const found = spreadOf(subject, 'correlation');
      const tolerance = subject === 'stocks' ? STOCKS_TOLERANCE : CORRELATION_TOLERANCE;
      const near = Math.abs(found.median - real) <= tolerance;
      return { group: 'correlations', subject, measure: 'correlation', real, ...found, near } as const;
    }),
    ...VOLATILITIES.map((subject) => {
      const [real, found] = [asked[subject] as number, spreadOf(subject, 'volatility')];
      const near = Math.abs(found.median / real - 1) <= VOLATILITY_TOLERANCE;
      return { group: 'volatilities', subject, measure: 'volatility', real, ...found, near } as const;
    }),
  ];
  return { years: SCORECARD_YEARS, seeds: figures.length, rows };
}

interface Spread {
  readonly median: number;
  /** Nine of ten seeds lie between them. */
  readonly low: number;
  readonly high: number;
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] as number;
  return { median: at(0.5), low: at(0.05), high: at(0.95) };
}

/** In how many seeds the S&P 500 once fell that deep; `low` and `high` are two standard errors away. */
function deepFalls(figures: readonly SeedFigures[]): ScorecardRow {
  const deep = figures.filter((seed) => (seed['SPX.drawdown'] as number) <= DEEP_FALL).length;
  const median = deep / figures.length;
  const error = SHARE_ERRORS * Math.sqrt((median * (1 - median)) / figures.length);
  const [low, high] = [Math.max(0, median - error), Math.min(1, median + error)];
  const near = low <= DEEP_FALLS_SHARE && DEEP_FALLS_SHARE <= high;
  return { group: 'facts', subject: 'SPX', measure: 'deepFalls', real: DEEP_FALLS_SHARE, median, low, high, near };
}
