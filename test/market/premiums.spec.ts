import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import { testCatalogue, testModel } from '../../server/market/simulator/simulator.testkit.js';

/** What holding pays: the published table of docs/model-card.md against every row of the catalogue. */

const YEAR_SECONDS = 365.25 * 86_400;
const SHARPE_MAX = 1.5;
/** A drift is kept per second and multiplied back. */
const ROUNDING = 1e-9;

interface Premium {
  readonly from: number;
  readonly to: number;
}

/** Rows between the marks: name, drift from and to in per cent a year, what it is for. */
function published(): Map<string, Premium> {
  const [, table = ''] =
    /<!-- premiums: begin -->([\s\S]*)<!-- premiums: end -->/.exec(readFileSync('docs/model-card.md', 'utf8')) ?? [];
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const figures = rows.filter(([, , from]) => from !== undefined && /^-?[\d.]+$/.test(from));
  return new Map(
    figures.map(([, name, from, to]) => [name as string, { from: Number(from) / 100, to: Number(to) / 100 }]),
  );
}

const FUNDS: Readonly<Record<string, string>> = {
  bonds: 'bond funds',
  commodities: 'commodity funds',
  crypto: 'crypto',
  volatility: 'volatility notes',
};

/** The row of the table that an instrument belongs to. */
function premiumOf({ class: name, sector }: InstrumentSpec): string {
  if (name === 'etf') return FUNDS[sector ?? ''] ?? 'equities';
  if (name === 'indices') return sector === 'currencies' ? 'forex' : sector === 'coins' ? 'crypto' : 'equities';
  return name === 'stocks' ? 'equities' : name;
}

const table = published();
const model = testModel(testCatalogue.specs.map(({ symbol }) => symbol));
/** What the price gains on average a year: an instrument that is a function of others has theirs, less its fee. */
const driftOf = ({ symbol }: InstrumentSpec): number => model.tree(symbol).parts.driftPerSecond * YEAR_SECONDS;
const rows = testCatalogue.specs.map((spec) => ({ spec, drift: driftOf(spec), premium: table.get(premiumOf(spec)) }));
const isStable = ({ relation }: InstrumentSpec): boolean => relation?.band !== undefined;

describe('the published table of premiums', () => {
  it('holds for the drift of every instrument', () => {
    const outside = rows.filter(
      ({ drift, premium }) => premium === undefined || drift < premium.from - ROUNDING || drift > premium.to + ROUNDING,
    );
    expect(outside.map(({ spec, drift }) => `${spec.symbol} ${premiumOf(spec)} ${drift}`)).toEqual([]);
  });

  it('names no class that nothing belongs to', () => {
    expect([...table.keys()].filter((name) => !testCatalogue.specs.some((spec) => premiumOf(spec) === name))).toEqual(
      [],
    );
  });

  it('pays for risk: a year of holding has a Sharpe of 0 to 1.5, where anything is paid for it', () => {
    const held = rows.filter(({ spec }) => premiumOf(spec) !== 'volatility notes' && !isStable(spec));
    const sharpes = held.map(({ spec, drift }) => [spec.symbol, drift / spec.volatilityAnnual] as const);
    // A cross or a fund without a premium of its own costs its fee.
    const FEE = 0.01;
    expect(sharpes.filter(([, sharpe]) => sharpe > SHARPE_MAX)).toEqual([]);
    expect(held.filter(({ drift }) => drift < -FEE).map(({ spec }) => spec.symbol)).toEqual([]);
  });
});
