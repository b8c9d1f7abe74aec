import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';
import { RISK_PREMIUM_GROUPS } from '../../contracts/risk-premium.calls.js';
import { readPremiums } from '../../server/market/risk-premium/kept-premiums.js';
import { premiumFigures } from '../../server/market/risk-premium/premium-figures.js';
import { premiumGroupOf } from '../../server/market/risk-premium/premium-group.js';
import { premiumTable } from '../../server/market/risk-premium/premium-table.js';
import { testCatalogue, testModel } from '../../server/market/simulator/simulator.testkit.js';
import { optionKindOf, SHORT_PREMIUM } from '../../server/market/volatility/smiles.js';
import { bundle } from '../kit/words.js';

/** What holding pays: the published table against every row of the catalogue. After a change: `node dist/server/cli/risk-premiums.js`. */

const YEAR_SECONDS = 365.25 * 86_400;
/** A drift is kept per second and multiplied back. */
const ROUNDING = 1e-9;

const premiums = readPremiums('seeds');
const model = testModel(testCatalogue.specs.map(({ symbol }) => symbol));
/** What the price gains on average a year: an instrument that is a function of others has theirs, less its fee. */
const driftOf = ({ symbol }: InstrumentSpec): number => model.tree(symbol).parts.driftPerSecond * YEAR_SECONDS;
const instruments = testCatalogue.specs.map((spec) => {
  const group = premiumGroupOf(spec);
  return { spec, group, drift: driftOf(spec), row: premiums.rows.find((row) => row.group === group) };
});
const isStable = ({ relation }: InstrumentSpec): boolean => relation?.band !== undefined;

describe('the published table of premiums', () => {
  it('has one row a group, and each group has instruments', () => {
    expect(premiums.rows.map(({ group }) => group)).toEqual(RISK_PREMIUM_GROUPS);
    expect(new Set(instruments.map(({ group }) => group))).toEqual(new Set(RISK_PREMIUM_GROUPS));
  });

  it('holds for the drift of every instrument', () => {
    const outside = instruments.filter(
      ({ drift, row }) => row === undefined || drift < row.drift.from - ROUNDING || drift > row.drift.to + ROUNDING,
    );
    expect(outside.map(({ spec, group, drift }) => `${spec.symbol} ${group} ${drift}`)).toEqual([]);
  });

  it('has the carry, variance premium and spreads that model and catalogue give', () => {
    const figures = premiumFigures(testCatalogue);
    for (const { group, carry, variance, spreadBps } of premiums.rows)
      expect({ group, carry, variance, spreadBps }).toEqual({ group, ...figures.get(group) });
    expect(premiums.shortVariance).toBeCloseTo(SHORT_PREMIUM - 1, 12);
  });

  it('has the carry and the variance premium of every instrument of a group', () => {
    const byGroup = Map.groupBy(testCatalogue.specs, premiumGroupOf);
    for (const [group, specs] of byGroup) {
      expect([group, new Set(specs.map((spec) => spec.class)).size]).toEqual([group, 1]);
      expect([group, new Set(specs.map((spec) => optionKindOf(spec).premium)).size]).toEqual([group, 1]);
    }
  });

  it('is the table of the model card', () => {
    expect(readFileSync('docs/model-card.md', 'utf8')).toContain(
      premiumTable(premiums, bundle('en', 'risk-premium')).join('\n'),
    );
  });

  it('pays for risk: a year of holding has a Sharpe of 0 to 1.5, where anything is paid for it', () => {
    const held = instruments.filter(({ spec, group }) => group !== 'volatilityNotes' && !isStable(spec));
    const sharpes = held.map(({ spec, drift }) => [spec.symbol, drift / spec.volatilityAnnual] as const);
    // A cross or a fund without a premium of its own costs its fee.
    const FEE = 0.01;
    expect(sharpes.filter(([, sharpe]) => sharpe > premiums.sharpeMax)).toEqual([]);
    expect(held.filter(({ drift }) => drift < -FEE).map(({ spec }) => spec.symbol)).toEqual([]);
  });

  it('pays for carry: a year of it has a Sharpe of 0 to 1.5', () => {
    const sharpes = premiums.rows.map(({ carry }) => carry.sharpe);
    expect(sharpes.filter((sharpe) => !(sharpe > 0 && sharpe < premiums.sharpeMax))).toEqual([]);
  });
});
