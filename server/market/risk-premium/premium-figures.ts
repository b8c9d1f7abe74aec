import type { InstrumentClass } from '../../../contracts/market.contract.js';
import type { RiskPremiumGroup, RiskPremiumRow } from '../../../contracts/risk-premium.calls.js';
import type { Catalogue } from '../catalogue/read-catalogue.js';
import { FUNDING_MINUTES, OpenMinutes } from '../funding/funding-calendar.js';
import { clockOf } from '../simulator/market-clock.js';
import { optionKindOf } from '../volatility/smiles.js';
import { carryOf } from './carry.js';
import { premiumGroupOf } from './premium-group.js';

/** The instrument of each class on the calendar that most of the class keep. */
export const OF_CLASS: Readonly<Record<InstrumentClass, string>> = {
  crypto: 'BTCUSDT',
  forex: 'EURUSDT',
  metals: 'XAUUSDT',
  energy: 'WTIUSDT',
  stocks: 'AAPLUSDT',
  indices: 'SPXUSDT',
  etf: 'SPYUSDT',
};

const [FROM, YEARS] = [Date.UTC(2026, 0, 5), 4];
const YEAR_MS = 365.25 * 86_400_000;

/** Funding intervals in a year, on the average of four. */
export function intervalsPerYear({ specs, calendars }: Catalogue, symbol: string): number {
  const spec = specs.find((each) => each.symbol === symbol);
  const calendar = calendars.find(({ id }) => id === spec?.calendar);
  if (calendar === undefined) throw new Error(`${symbol} has no calendar`);
  const open = new OpenMinutes(clockOf(calendar));
  return (open.before(FROM + YEARS * YEAR_MS) - open.before(FROM)) / YEARS / FUNDING_MINUTES;
}

/** Of a row, what follows from the catalogue and the model; a drift is a promise and follows from nothing. */
export type PremiumFigures = Pick<RiskPremiumRow, 'carry' | 'variance' | 'spreadBps'>;

/** Rounded as published: carry to hundredths of a per cent, the variance premium to whole per cent. */
export function premiumFigures(catalogue: Catalogue): ReadonlyMap<RiskPremiumGroup, PremiumFigures> {
  const groups = Map.groupBy(catalogue.specs, premiumGroupOf);
  return new Map([...groups].map(([group, specs]) => [group, figuresOf(catalogue, specs)]));
}

function figuresOf(catalogue: Catalogue, specs: Catalogue['specs']): PremiumFigures {
  const [spec] = specs;
  if (spec === undefined) throw new Error('a group of premiums has an instrument at least');
  const { income, risk, sharpe } = carryOf(spec.class, intervalsPerYear(catalogue, OF_CLASS[spec.class]));
  const spreads = specs.map(({ spreadBps }) => spreadBps).toSorted((one, other) => one - other);
  return {
    carry: { income: rounded(income, 4), deviation: rounded(risk, 4), sharpe: rounded(sharpe, 2) },
    variance: rounded(optionKindOf(spec).premium - 1, 2),
    spreadBps: {
      tightest: spreads[0] as number,
      median: spreads[spreads.length >> 1] as number,
      widest: spreads.at(-1) as number,
    },
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
