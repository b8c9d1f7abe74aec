import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { figuresOf, type Company } from './drawing.js';
import { COMPANIES, LEVELS, LISTINGS, readTable } from './tables.js';

/** A table of the catalogue as it stands: its lines, and of each the base and the drawn figures. */
export function readCatalogueTable(path: string): {
  readonly head: string;
  readonly rows: readonly { readonly line: string; readonly base: string; readonly drawn: string }[];
} {
  const [head = '', ...lines] = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  const rows = lines.map((line) => {
    const fields = line.split('\t');
    return { line, base: fields[0] ?? '', drawn: fields.at(-1) ?? '' };
  });
  return { head, rows };
}

interface Listed extends Company {
  readonly name: string;
  readonly venue: string;
  readonly listedAt: string;
}

/**
 * The text of `seeds/instruments/stocks.tsv`: its rows without drawn figures, which are kept by hand, and one for each company of
 * `companies.tsv` and `listings.tsv`, the largest first. It follows from the tables alone.
 */
export function stocksText(stocksPath: string, kept: string): string {
  const { head, rows } = readCatalogueTable(stocksPath);
  const byHand = rows.filter(({ drawn }) => drawn === '');
  const taken = new Set(byHand.map(({ base }) => base));
  const companies = [...fromHand(kept), ...fromFacts(kept)].filter(({ ticker }) => !taken.has(ticker));
  const made = companies
    .map((company) => ({ company, figures: figuresOf(company) }))
    .sort((a, b) => b.figures.marketValue - a.figures.marketValue || (a.company.ticker < b.company.ticker ? -1 : 1));
  const lines = made.map(({ company, figures }) =>
    [
      ...[company.ticker, company.name, figures.referencePrice, figures.tickSize, figures.lotSize, '5'],
      ...[figures.maxQuantity, '25', 'nyse', figures.volatilityAnnual, figures.driftAnnual, figures.dailyVolumeUsdt],
      ...[figures.spreadBps, figures.factors, 'no', company.sector, company.country, company.venue, 'USD'],
      ...[company.listedAt, figures.drawn.join(' ')],
    ].join('\t'),
  );
  return `${[head, ...byHand.map(({ line }) => line), ...lines].join('\n')}\n`;
}

function fromFacts(kept: string): Listed[] {
  const levels = new Map(readTable(join(kept, 'levels.tsv'), LEVELS).map((row) => [row.ticker, row]));
  return readTable(join(kept, 'companies.tsv'), COMPANIES).map(({ name, size, ...company }) => {
    const level = levels.get(company.ticker);
    return {
      ...company,
      name: level === undefined || level.name === '' ? name : level.name,
      size: size as Company['size'],
      level: level && { price: Number(level.price), marketValue: Number(level.valueBillions) * 1e9 },
    };
  });
}

function fromHand(kept: string): Listed[] {
  return readTable(join(kept, 'listings.tsv'), LISTINGS).map(({ price, valueBillions, ...company }) => ({
    ...company,
    size: 'mid',
    level: { price: Number(price), marketValue: Number(valueBillions) * 1e9 },
  }));
}
