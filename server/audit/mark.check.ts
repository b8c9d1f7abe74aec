import { epochOf } from '../market/simulator/epochs.js';
import { impactAfter, type AgentFill, type Impact } from '../market/simulator/impact.js';
import { modelOf, type Market, type MarketDifference } from './market.check.js';

/** What a command of a book recorded of users' impact, and what it follows from. */
export interface RecordedImpact {
  readonly realm: string;
  readonly position: number;
  readonly symbol: string;
  readonly version: number;
  /** The instant of the agents' quotes. */
  readonly at: number;
  readonly before: Impact;
  /** What users traded with agents, in order. */
  readonly fills: readonly AgentFill[];
  readonly recorded: Impact;
}

/** Every recorded impact again, with the average that mark prices lean on. */
export function auditImpacts(market: Market, impacts: readonly RecordedImpact[]): MarketDifference[] {
  const differences: MarketDifference[] = [];
  for (const group of Map.groupBy(impacts, ({ symbol, version }) => `${symbol}@${version}`).values()) {
    const [{ symbol, version }] = group as [RecordedImpact];
    const spec = market.specs.get(symbol)?.get(version);
    // A book of an instrument that was never listed is a finding of its fills.
    if (spec !== undefined) differences.push(...impactDifferences(market, modelOf(market, [spec]), group));
  }
  return differences;
}

function impactDifferences(
  market: Market,
  model: ReturnType<typeof modelOf>,
  impacts: readonly RecordedImpact[],
): MarketDifference[] {
  return impacts.flatMap(({ realm, position, symbol, at, before, fills, recorded }) => {
    const scale = model.impactScale(symbol, at);
    const expected = fills.reduce((impact, fill) => impactAfter(impact, fill, at, scale), before);
    const keys = Object.keys(expected) as (keyof Impact)[];
    if (keys.every((key) => expected[key] === recorded[key])) return [];
    const epoch = epochOf(at, market.epochMs);
    const texts = { expected: JSON.stringify(expected), found: JSON.stringify(recorded) };
    return [{ what: 'impact', epoch, symbol, at, realm, position, ...texts } as const];
  });
}
