import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deliveryOf } from '../../shared/contract-symbol.js';
import { ContractSource } from '../../server/market/contract/contract-source.js';
import { Fundings } from '../../server/market/funding/fundings.js';
import { settlementSum } from '../../server/market/mark-price/settlement.js';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { times } from '../kit/level.js';

/** Whoever trades a delivery contract while its settlement is averaged knows what everybody knows, and earns nothing by it. */

const DELIVERS_AT = Date.UTC(2026, 0, 9, 8);
const LAUNCH_AT = DELIVERS_AT - DEFAULT_EPOCH_MS;
const MINUTE_MS = 60_000;
const UNDERLYING = 'EURUSDT';
const DRAWS = times(150, 1_500);
const MINUTES_BEFORE = [29, 22, 15, 8, 3, 1];
const { calendars } = testCatalogue;
const specs = testCatalogue.specs.filter(({ symbol }) => symbol === UNDERLYING);

interface Seen {
  /** From the price to the settlement, as a share. */
  readonly gain: number;
  /** What the average has come to against the price of the coin, and what the last minute brought. */
  readonly behind: number;
  readonly lastMinute: number;
}

/** What a buyer sees and gets who holds to the settlement, by the minutes before it; `price` is what is paid. */
function seenIn(draw: number, price: (source: ContractSource, model: PriceModel, at: number) => number): Seen[] {
  const seedOf = (epoch: number): string => createHash('sha256').update(`delivery ${draw} ${epoch}`).digest('hex');
  const parts = { calendars, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf };
  const model = new PriceModel({ ...parts, specs });
  const source = new ContractSource({ prices: model, fundamental: model, fundings: new Fundings(parts) });
  const settled = settlementSum(model, UNDERLYING, DELIVERS_AT, { minutes: 30, stepsPerTick: 10_000 });
  const settledTicks = Number(settled?.steps ?? 0n) / (settled?.seconds ?? 1) / 10_000;
  return MINUTES_BEFORE.map((minutes) => {
    const at = DELIVERS_AT - minutes * MINUTE_MS;
    const own = source.exactTicksAt(deliveryOf(UNDERLYING, DELIVERS_AT), at);
    const index = model.exactTicksAt(UNDERLYING, at);
    return {
      gain: settledTicks / price(source, model, at) - 1,
      behind: own - index,
      lastMinute: index - model.exactTicksAt(UNDERLYING, at - MINUTE_MS),
    };
  });
}

const contractPrice = (source: ContractSource, _model: PriceModel, at: number): number =>
  source.exactTicksAt(deliveryOf(UNDERLYING, DELIVERS_AT), at);

/** The mean of what a strategy earns in each draw, in its own standard errors. */
function score(draws: readonly Seen[][], sideOf: (seen: Seen) => number): number {
  const earned = draws.map((seen) => seen.reduce((sum, each) => sum + Math.sign(sideOf(each)) * each.gain, 0));
  const mean = earned.reduce((sum, each) => sum + each, 0) / earned.length;
  const variance = earned.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (earned.length - 1);
  return mean / Math.sqrt(variance / earned.length);
}

const STRATEGIES: readonly (readonly [string, (seen: Seen) => number])[] = [
  ['holds what it bought', () => 1],
  ['buys below the average so far', ({ behind }) => behind],
  ['buys after a minute that rose', ({ lastMinute }) => lastMinute],
];

describe('a delivery contract while its settlement is averaged', () => {
  const draws = Array.from({ length: DRAWS }, (_, draw) => seenIn(draw, contractPrice));

  it.each(STRATEGIES)('earns nothing for who %s', (_name, sideOf) => {
    expect(Math.abs(score(draws, sideOf))).toBeLessThan(3.5);
  });

  it('would be free money at the price of the coin: who sees the average come is found', () => {
    const atIndex = Array.from({ length: DRAWS }, (_, draw) =>
      seenIn(draw, (_source, model, at) => model.exactTicksAt(UNDERLYING, at)),
    );
    expect(score(atIndex, ({ behind }) => behind)).toBeGreaterThan(6);
  });
});
