// Makes `companies.tsv` from three npm packages and `changes.tsv` (docs/decisions/catalogue.md):
// `node scripts/run.mjs dist/scripts/catalogue/facts.js <folder of the unpacked packages>`.
// Prices, volumes and market values of the packages are not kept: only facts of a company, and its class of size.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogueTable } from './stocks.js';
import { countryOf, listingOf, nameOf, readSources, sectorOf, sizeOf, type Sources } from './sources.js';
import { CHANGES, COMPANIES, LISTINGS, readTable, writeTable, type Row } from './tables.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const TABLES = join(ROOT, 'seeds', 'instruments');
const KEPT = join(ROOT, 'scripts', 'catalogue');

/** So many companies, the largest first: smaller ones leave the venue sooner, and nobody here would notice. */
const COMPANIES_MAX = 2_680;

/** Funds, shells and the like are no companies; of one company only the line that trades most is taken. */
const NO_COMPANY = /Shell Companies|Closed-End/;
const FUND_NAME =
  /\b(Fund|Funds|Trust|Income|Municipal|Opportunit(y|ies)|ETF|Acquisition|Preferred|Notes?|Term|Pimco|Nuveen|Eaton Vance|Continental|Dividend|Dynamic|Convertible|Premium)\b/i;
/** Their shares are listed at home already, or as another class. */
const LISTED_ELSEWHERE = new Set('TM SONY MUFG HSBC UL GOOG TCEHY'.split(' '));

function isCompany(ticker: string, { venues, profiles, names }: Sources): boolean {
  const profile = profiles.get(ticker);
  if (profile === undefined || !venues.has(ticker) || !/^[A-Z]{1,5}$/.test(ticker)) return false;
  // Five letters of Nasdaq that end in these are rights, units, warrants and preferred shares.
  if (ticker.length === 5 && /[PORUWZ]$/.test(ticker)) return false;
  const { industry = '' } = profile;
  if (sectorOf(profile) === undefined || NO_COMPANY.test(industry)) return false;
  const calledFund = [names.get(ticker), profile.longName, profile.shortName].some((name) =>
    FUND_NAME.test(name ?? ''),
  );
  return industry !== 'Asset Management' || !calledFund;
}

interface Candidate {
  readonly row: Row<(typeof COMPANIES)[number]>;
  readonly marketValue: number;
  readonly sharesADay: number;
}

function candidatesOf(sources: Sources): Candidate[] {
  const changes = new Map(readTable(join(KEPT, 'changes.tsv'), CHANGES).map((row) => [row.ticker, row]));
  const companies = new Map<string, Candidate>();
  for (const [before, profile] of sources.profiles) {
    const { now, name } = changes.get(before) ?? { now: before, name: '' };
    if (now === '' || LISTED_ELSEWHERE.has(before) || !isCompany(before, sources)) continue;
    const row = {
      ticker: now,
      name: name === '' ? nameOf(before, sources) : name,
      sector: sectorOf(profile) ?? '',
      industry: profile.industry ?? '',
      country: countryOf(profile),
      venue: sources.venues.get(before) ?? '',
      listedAt: listingOf(before, sources),
      size: sizeOf(profile),
    };
    const candidate = { row, marketValue: profile.marketCap ?? 0, sharesADay: profile.averageDailyVolume10Day ?? 0 };
    const key = row.name.toLowerCase().replace(/[^a-z0-9]/g, '');
    if ((companies.get(key)?.sharesADay ?? -2) < candidate.sharesADay) companies.set(key, candidate);
  }
  return [...companies.values()];
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('which folder holds the unpacked packages?');
/** A ticker that stands in another table or by hand is taken. */
const taken = new Set(['USDT', ...readTable(join(KEPT, 'listings.tsv'), LISTINGS).map(({ ticker }) => ticker)]);
for (const file of readdirSync(TABLES)) {
  if (!file.endsWith('.tsv') || file === 'holidays.tsv' || file === 'relations.tsv') continue;
  for (const row of readCatalogueTable(join(TABLES, file)).rows) if (row.drawn === '') taken.add(row.base);
}
const found = new Map<string, Candidate>();
for (const each of candidatesOf(readSources(folder))) {
  if (!taken.has(each.row.ticker) && !found.has(each.row.ticker)) found.set(each.row.ticker, each);
}
const largest = [...found.values()]
  .sort((a, b) => b.marketValue - a.marketValue || (a.row.ticker < b.row.ticker ? -1 : 1))
  .slice(0, COMPANIES_MAX)
  .map(({ row }) => row)
  .sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
writeTable(join(KEPT, 'companies.tsv'), COMPANIES, largest);
process.stdout.write(`${largest.length} of ${found.size} companies\n`);
