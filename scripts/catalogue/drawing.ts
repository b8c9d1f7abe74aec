import { createHash } from 'node:crypto';

/** A number of the standard normal distribution that follows from a ticker and the name of a figure alone. */
export function normalOf(ticker: string, figure: string): number {
  const digest = createHash('sha256').update(`${ticker}/${figure}`).digest();
  const uniform = (at: number): number => (digest.readUInt32BE(at) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(4));
}

/** Large: from 10 billion US dollars; mid: from 2; small: from 0.3; micro: less. */
type Size = 'large' | 'mid' | 'small' | 'micro';

export interface Company {
  readonly ticker: string;
  readonly sector: string;
  readonly industry: string;
  readonly country: string;
  readonly size: Size;
  /** Price and market value in US dollars, where our own table knows them. */
  readonly level: { readonly price: number; readonly marketValue: number } | undefined;
}

export interface Figures {
  readonly referencePrice: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly maxQuantity: string;
  readonly volatilityAnnual: string;
  readonly driftAnnual: string;
  readonly dailyVolumeUsdt: string;
  readonly spreadBps: string;
  readonly factors: string;
  /** In US dollars; it orders the table and stands nowhere else. */
  readonly marketValue: number;
  readonly drawn: readonly string[];
}

interface Spread {
  readonly median: number;
  /** Standard deviation of the logarithm. */
  readonly spread: number;
  readonly bounds: readonly [least: number, most: number];
}

/** Market values and prices of listed companies by class of size, in US dollars: log-normal, inside bounds. */
const VALUE: Record<Size, Spread> = {
  large: { median: 14e9, spread: 0.3, bounds: [10e9, 40e9] },
  mid: { median: 4.2e9, spread: 0.5, bounds: [2e9, 10e9] },
  small: { median: 0.85e9, spread: 0.55, bounds: [0.3e9, 2e9] },
  micro: { median: 0.16e9, spread: 0.5, bounds: [0.05e9, 0.3e9] },
};
const PRICE: Record<Size, Spread> = {
  large: { median: 70, spread: 0.8, bounds: [8, 900] },
  mid: { median: 38, spread: 0.8, bounds: [4, 500] },
  small: { median: 14, spread: 0.8, bounds: [1.5, 150] },
  micro: { median: 6, spread: 0.8, bounds: [1, 60] },
};

/** Volatility by market value: large companies move less. Medians of the yearly standard deviation. */
const VOLATILITY_BY_VALUE: readonly (readonly [least: number, median: number])[] = [
  [50e9, 0.27],
  [10e9, 0.33],
  [2e9, 0.42],
  [0.5e9, 0.55],
  [0, 0.75],
];
const VOLATILITY_OF_SECTOR: Record<string, number> = {
  technology: 1.12,
  communication: 1.05,
  'consumer-cyclical': 1.08,
  'consumer-staples': 0.82,
  health: 1.05,
  financials: 0.88,
  industrials: 0.95,
  energy: 1.12,
  materials: 1.08,
  'real-estate': 0.85,
  utilities: 0.68,
};
const VOLATILITY_OF_INDUSTRY: readonly (readonly [pattern: RegExp, factor: number])[] = [
  [/Biotechnology/, 1.35],
  [/Gold|Silver|Uranium|Solar/, 1.2],
  [/Banks/, 0.92],
];

/** A year turns over about one and a half times the value of a company. */
const TURNOVER_A_DAY = 0.006;
/** Our market is smaller than the real one: Apple trades ten billion dollars there and 310 million here. */
const SHARE_OF_REAL_VOLUME = 0.03;
const VOLUME_MIN = 20_000;
/** The equity premium and the growth that the other stocks have, 4 to 8% a year (docs/model-card.md). */
const DRIFT = '0.06';

/** The simulation's figures of a company. What no table knows is drawn, always the same for the same ticker. */
export function figuresOf(company: Company): Figures {
  const { ticker, size, level } = company;
  const draw = (figure: string, spread: number): number => Math.exp(spread * normalOf(ticker, figure));
  const drawIn = (figure: string, { median, spread, bounds: [least, most] }: Spread): number =>
    Math.min(most, Math.max(least, median * draw(figure, spread)));
  const value = level?.marketValue ?? drawIn('value', VALUE[size]);
  const price = level?.price ?? drawIn('price', PRICE[size]);
  const tickSize = price >= 1 ? 0.01 : 0.0001;
  const volume = Math.max(VOLUME_MIN, value * TURNOVER_A_DAY * SHARE_OF_REAL_VOLUME * draw('volume', 0.4));
  // Half the volume is a third more spread, and never less than a tick.
  const spread = Math.max((tickSize / price) * 1e4, (3e8 / volume) ** 0.4 * draw('spread', 0.15));
  return {
    referencePrice: (Math.max(1, Math.round(price / tickSize)) * tickSize).toFixed(tickSize === 0.01 ? 2 : 4),
    tickSize: String(tickSize),
    ...sizesOf(price, tickSize),
    volatilityAnnual: String(rounded(volatilityOf(company, value) * draw('volatility', 0.16), 2)),
    driftAnnual: DRIFT,
    dailyVolumeUsdt: String(rounded(volume, 2)),
    spreadBps: String(rounded(Math.min(400, spread), 2)),
    factors: factorsOf(company, value),
    marketValue: value,
    drawn: [
      ...(level === undefined ? ['referencePrice'] : []),
      ...['dailyVolumeUsdt', 'volatilityAnnual', 'spreadBps', 'factors'],
    ],
  };
}

function volatilityOf({ sector, industry }: Company, value: number): number {
  const [, median] = VOLATILITY_BY_VALUE.find(([least]) => value >= least) ?? [0, 0.75];
  const [, more] = VOLATILITY_OF_INDUSTRY.find(([pattern]) => pattern.test(industry)) ?? [null, 1];
  return median * (VOLATILITY_OF_SECTOR[sector] ?? 1) * more;
}

/** One lot is worth at most half a dollar where eight decimals allow it; the largest order about a million. */
function sizesOf(price: number, tickSize: number): { lotSize: string; maxQuantity: string } {
  const decimalsMax = tickSize === 0.01 ? 6 : 4;
  const decimals = Math.min(decimalsMax, Math.max(0, Math.ceil(Math.log10(price / 0.5))));
  const most = 10 ** Math.max(1, Math.ceil(Math.log10(1e6 / price)));
  return { lotSize: decimals === 0 ? '1' : (10 ** -decimals).toFixed(decimals), maxQuantity: String(most) };
}

type Loadings = Readonly<Record<string, number>>;

/**
 * Loadings of a large company, as shares of its standard deviation: by country, then industry, then sector. They are those of the
 * well-known companies of `stocks.tsv`, or lie between them.
 */
const BY_COUNTRY: readonly (readonly [countries: string, loadings: Loadings])[] = [
  ['CN HK MO', { WORLD: 0.18, EQUITY: 0.16, ASIA: 0.66 }],
  ['JP', { WORLD: 0.2, EQUITY: 0.2, ASIA: 0.2, JAPAN: 0.5 }],
  ['TW KR SG AU NZ MY PH ID', { WORLD: 0.2, EQUITY: 0.22, ASIA: 0.42 }],
  ['GB DE FR NL CH SE DK BE IT ES NO FI LU IE AT', { WORLD: 0.2, EQUITY: 0.26, EUROPE: 0.5 }],
  ['BR AR MX CL CO PE UY ZA TR IN KZ', { WORLD: 0.22, EQUITY: 0.24, EM: 0.5 }],
];
const BY_INDUSTRY: readonly (readonly [pattern: RegExp, loadings: Loadings])[] = [
  [/Semiconductor/, { WORLD: 0.2, EQUITY: 0.5, TECH: 0.4, AI: 0.35 }],
  [/Internet Content|Gaming/, { WORLD: 0.2, EQUITY: 0.58, TECH: 0.38 }],
  [/Telecom/, { WORLD: 0.14, EQUITY: 0.42, CONSUMER: 0.42 }],
  [/Banks/, { WORLD: 0.2, EQUITY: 0.52, FINANCE: 0.42, BANKS: 0.5 }],
  [/^Gold|^Silver|Precious/, { WORLD: 0.14, EQUITY: 0.18, METALS: 0.4, GOLD: 0.62 }],
  [/Metals|Copper|Aluminum|Steel/, { WORLD: 0.18, EQUITY: 0.46, METALS: 0.42, INDUSTRY: 0.16 }],
  [/Midstream/, { WORLD: 0.16, EQUITY: 0.42, ENERGY: 0.34, OIL: 0.28 }],
  [/Uranium|Coal/, { WORLD: 0.16, EQUITY: 0.4, ENERGY: 0.46, METALS: 0.16 }],
  [/Mortgage/, { WORLD: 0.18, EQUITY: 0.46, FINANCE: 0.36, BONDS: 0.26 }],
];
const BY_SECTOR: Record<string, Loadings> = {
  technology: { WORLD: 0.2, EQUITY: 0.58, TECH: 0.38 },
  communication: { WORLD: 0.2, EQUITY: 0.52, CONSUMER: 0.32 },
  'consumer-cyclical': { WORLD: 0.2, EQUITY: 0.52, CONSUMER: 0.32 },
  'consumer-staples': { WORLD: 0.14, EQUITY: 0.42, CONSUMER: 0.42 },
  health: { WORLD: 0.15, EQUITY: 0.42, HEALTH: 0.4 },
  financials: { WORLD: 0.2, EQUITY: 0.52, FINANCE: 0.42 },
  industrials: { WORLD: 0.2, EQUITY: 0.54, INDUSTRY: 0.38 },
  energy: { WORLD: 0.18, EQUITY: 0.4, ENERGY: 0.36, OIL: 0.42 },
  materials: { WORLD: 0.2, EQUITY: 0.5, METALS: 0.24, INDUSTRY: 0.26 },
  'real-estate': { WORLD: 0.16, EQUITY: 0.46, FINANCE: 0.26, BONDS: 0.18 },
  utilities: { WORLD: 0.14, EQUITY: 0.42, CONSUMER: 0.36, BONDS: 0.22 },
};
/** What these do follows coins more than shares. */
const COIN_COMPANIES = new Set(
  'RIOT HUT BITF CLSK CIFR HIVE BTBT CAN WULF IREN BTDR GREE SDIG BTCS BKKT EBON'.split(' '),
);

/** A small company has more of a life of its own: its loadings shrink towards six tenths. */
function factorsOf({ ticker, sector, industry, country }: Company, value: number): string {
  const size = Math.min(1, Math.max(0, Math.log10(value / 2e8) / 2.5));
  const scale = Math.min(1.05, Math.max(0.45, 0.6 + 0.38 * size + 0.05 * normalOf(ticker, 'factors')));
  const loadings = COIN_COMPANIES.has(ticker)
    ? { WORLD: 0.12, EQUITY: 0.28, TECH: 0.12, CRYPTO: 0.6 }
    : (BY_COUNTRY.find(([countries]) => countries.split(' ').includes(country))?.[1] ??
      BY_INDUSTRY.find(([pattern]) => pattern.test(industry))?.[1] ??
      BY_SECTOR[sector] ??
      {});
  return Object.entries(loadings)
    .map(([factor, weight]) => `${factor}:${(weight * scale).toFixed(2)}`)
    .join(' ');
}

/** To so many significant digits, written without an exponent. */
function rounded(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
