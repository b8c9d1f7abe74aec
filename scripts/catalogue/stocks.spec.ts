import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCatalogueTable, stocksText } from './stocks.js';
import { CHANGES, COMPANIES, LEVELS, LISTINGS, readTable } from './tables.js';

const KEPT = import.meta.dirname;
const SEEDS = join(KEPT, '..', '..', 'seeds', 'instruments');
const STOCKS = join(SEEDS, 'stocks.tsv');
const companies = readTable(join(KEPT, 'companies.tsv'), COMPANIES);
const listings = readTable(join(KEPT, 'listings.tsv'), LISTINGS);

describe('the tables of companies', () => {
  it('make the stocks of the catalogue: run `npm run catalogue` where this differs', () => {
    expect(readFileSync(STOCKS, 'utf8') === stocksText(STOCKS, KEPT)).toBe(true);
  });

  it('name nobody who left, and everybody by the ticker of today', () => {
    const changes = readTable(join(KEPT, 'changes.tsv'), CHANGES);
    const renamed = new Set(changes.map(({ now }) => now).filter((now) => now !== ''));
    const before = new Set(changes.map(({ ticker }) => ticker).filter((ticker) => !renamed.has(ticker)));
    expect(companies.filter(({ ticker }) => before.has(ticker))).toEqual([]);
  });

  it('say each company once, and a level only of a company that stands there', () => {
    const tickers = [...companies, ...listings].map(({ ticker }) => ticker);
    expect(tickers.length).toBe(new Set(tickers).size);
    const known = new Set(companies.map(({ ticker }) => ticker));
    const levels = readTable(join(KEPT, 'levels.tsv'), LEVELS);
    expect(levels.filter(({ ticker }) => !known.has(ticker))).toEqual([]);
    expect(levels.filter(({ price, valueBillions }) => !(Number(price) > 0 && Number(valueBillions) > 0))).toEqual([]);
  });

  it('leave the rows that are kept by hand as they are', () => {
    const byHand = readCatalogueTable(STOCKS).rows.filter(({ drawn }) => drawn === '');
    expect(byHand.length).toBeGreaterThan(120);
    expect(byHand.find(({ base }) => base === 'AAPL')?.line).toContain('Apple');
  });
});
