import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { BrokenDataError, joinCatalogue, parseInstruments } from '../simulator/catalogue.js';
import { readCatalogue } from './read-catalogue.js';

const EXAMPLES = join(import.meta.dirname, 'examples');
const CALENDARS = new Set(['nyse', 'crypto-24x7', 'forex-24x5']);

interface Expected {
  readonly line: number;
  readonly column: number;
  /** How the reason begins. */
  readonly reason: string;
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(EXAMPLES, folder))
    .filter((file) => file.endsWith('.tsv'))
    .sort();

/** `stocks.ticker-twice.tsv` is read as a file of stocks. */
function read(folder: string, file: string): InstrumentSpec[] {
  const text = readFileSync(join(EXAMPLES, folder, file), 'utf8');
  return joinCatalogue([parseInstruments(file, text)], CALENDARS);
}

function problemOf(make: () => unknown): BrokenDataError['problem'] | undefined {
  try {
    make();
  } catch (error) {
    if (error instanceof BrokenDataError) return error.problem;
    throw error;
  }
  return undefined;
}

describe('files of the catalogue', () => {
  it.each(filesIn('accepted'))('accepts %s', (file) => {
    expect(problemOf(() => read('accepted', file))).toBeUndefined();
  });

  it('takes a year or a month for a listing date, and none for a row with drawn figures', () => {
    expect(read('accepted', 'stocks.month-of-listing.tsv').map(({ listedAt }) => listedAt)).toEqual([
      '1986-03',
      '1980',
    ]);
    expect(read('accepted', 'stocks.drawn-without-date.tsv')).toMatchObject([
      { listedAt: null, drawn: ['volatilityAnnual', 'spreadBps'] },
    ]);
  });

  const expected = JSON.parse(readFileSync(join(EXAMPLES, 'refused', 'expected.json'), 'utf8')) as Record<
    string,
    Expected
  >;

  it('says of every refused file what is wrong with it', () => {
    expect(Object.keys(expected).sort()).toEqual(filesIn('refused'));
  });

  it.each(filesIn('refused'))('refuses %s by file, line and column', (file) => {
    const problem = problemOf(() => read('refused', file));
    const { line, column, reason = '' } = expected[file] ?? {};
    expect(problem).toMatchObject({ file, line, column });
    expect(problem?.reason.slice(0, reason.length)).toBe(reason);
  });
});

describe('a folder of the catalogue', () => {
  const seeds = join(import.meta.dirname, '..', '..', '..', 'seeds', 'instruments');

  function brokenBy(file: string, change: (lines: string[]) => void): BrokenDataError['problem'] | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    try {
      cpSync(seeds, folder, { recursive: true });
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      change(lines);
      writeFileSync(join(folder, file), lines.join('\n'));
      return problemOf(() => readCatalogue(folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('refuses a ticker that another class has', () => {
    const problem = brokenBy('metals.tsv', (lines) => (lines[1] = (lines[1] as string).replace(/^XAU/, 'BTC')));
    expect(problem).toMatchObject({
      file: 'metals.tsv',
      line: 2,
      column: 1,
      reason: 'BTC stands twice: first at crypto.tsv:2',
    });
  });

  it('refuses the whole folder for one broken row', () => {
    const problem = brokenBy('etf.tsv', (lines) => (lines[20] = (lines[20] as string).replace('nyse', 'bourse')));
    expect(problem).toMatchObject({ file: 'etf.tsv', line: 21, column: 9, reason: 'no such calendar: bourse' });
  });

  it('can be read without drawn figures, and whatever a price is derived from stays', () => {
    const { specs } = readCatalogue(seeds, { isCurated: true });
    expect(specs.filter(({ drawn }) => drawn.length > 0)).toEqual([]);
    expect(specs).toHaveLength(readCatalogue(seeds).specs.filter(({ drawn }) => drawn.length === 0).length);
    const bases = new Set(specs.map(({ base }) => base));
    const drivers = specs.flatMap(({ relation }) => relation?.of.map(({ base }) => base) ?? []);
    expect(drivers.length).toBeGreaterThan(0);
    expect(drivers.filter((base) => !bases.has(base))).toEqual([]);
  });
});
