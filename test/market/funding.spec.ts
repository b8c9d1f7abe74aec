import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { INSTRUMENT_CLASSES, type InstrumentClass } from '../../contracts/market.contract.js';
import { isRefusal } from '../../server/core/refusal.js';
import { contractsOn } from '../../server/market/contract/contract.testkit.js';
import { followersOf, openInterestUsdt } from '../../server/market/contract/open-interest.js';
import { largestPositionUsdt } from '../../server/market/flow-offset/position-limit.js';
import { RATE_CAP } from '../../server/market/funding/funding-rate.js';
import { Fundings, type Funding } from '../../server/market/funding/fundings.js';
import { SHARED } from '../../server/market/funding/premium-process.js';
import { FUNDING_HALF_LIFE_MS } from '../../server/market/mark-price/basis.js';
import { carryOf, type Carry } from '../../server/market/risk-premium/carry.js';
import { intervalsPerYear, OF_CLASS } from '../../server/market/risk-premium/premium-figures.js';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { DISPLACEMENT_HALF_LIFE_MS } from '../../server/market/simulator/impact.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { TEST_LAUNCH_AT, testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { feeTiers } from '../../shared/fees.js';
import { ONE } from '../../shared/money.js';
import { times } from '../kit/level.js';
import { publishedValues } from '../../bench/market/lab/lab-market.js';

/** What the funding of perpetual contracts pays, and that it tells nothing about prices. */

const LAUNCH_AT = Date.UTC(2026, 0, 5);
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const YEARS = times(3, 25);
const SHARPE_MAX = 1.5;
const HUNDRED_MILLION = 1e8;
const seedOf = (epoch: number): string => createHash('sha256').update(`funding ${epoch}`).digest('hex');
const drawn = { calendars: testCatalogue.calendars, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf };
const fundings = new Fundings(drawn);
const specOf = (symbol: string) => {
  const found = testCatalogue.specs.find((spec) => spec.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};
const series = new Map<InstrumentClass, Funding[]>();
/** Oldest first. */
function rates(name: InstrumentClass): Funding[] {
  let found = series.get(name);
  if (found === undefined) {
    const until = LAUNCH_AT + YEARS * 365 * DAY_MS;
    found = fundings.history(specOf(OF_CLASS[name]), until, { since: LAUNCH_AT, limit: 1e6 }).reverse();
    series.set(name, found);
  }
  return found;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

const perYear = (symbol: string): number => intervalsPerYear(testCatalogue, symbol);
const carries = new Map(INSTRUMENT_CLASSES.map((name) => [name, carryOf(name, perYear(OF_CLASS[name]))] as const));
function expected(name: InstrumentClass): Carry {
  const found = carries.get(name);
  if (found === undefined) throw new Error(`no carry of ${name}`);
  return found;
}

describe('the funding of perpetual contracts', () => {
  it('is 0.01% in the middle, with a deviation of 0.01 to 0.025%, in every class', () => {
    for (const name of INSTRUMENT_CLASSES) {
      expect(expected(name).deviation).toBeGreaterThan(10_000);
      expect(expected(name).deviation).toBeLessThan(25_000);
    }
    for (const name of ['crypto', 'forex', 'stocks'] as const) {
      const found = rates(name).map(({ rate }) => rate);
      expect(found.toSorted((one, other) => one - other)[found.length >> 1]).toBe(10_000);
      // A cap is for what users may do; drawn premiums hardly ever come there.
      expect(found.filter((rate) => Math.abs(rate) >= RATE_CAP[name]).length).toBeLessThan(found.length / 400);
    }
  });

  it('pays no more to who receives it on all calendars at once', () => {
    const byCalendar = Map.groupBy(testCatalogue.specs, ({ calendar }) => calendar);
    const squares = [...byCalendar.values()].map((specs) => {
      const best = Math.max(...specs.map(({ class: name }) => expectedOn(name, specs[0]?.symbol ?? '')));
      // Own parts of many contracts cancel; what their calendar shares stays.
      return best ** 2 / SHARED;
    });
    expect(Math.sqrt(squares.reduce((sum, square) => sum + square, 0))).toBeLessThan(SHARPE_MAX);
  });

  it('follows the law that the table is computed from', () => {
    const found = rates('crypto').map(({ rate }) => rate);
    const { average } = expected('crypto');
    const blocks = Array.from({ length: Math.floor(found.length / 60) }, (_, n) =>
      mean(found.slice(n * 60, n * 60 + 60)),
    );
    expect(Math.abs(mean(found) - average)).toBeLessThan((3 * deviation(blocks)) / Math.sqrt(blocks.length));
  });

  // In per cent of the position a year, over 25 years; a shorter test has years that pay more.
  const WAITING = {
    taker: [0.5, 0.69, 1.1, 1.52, 2.4, 3.07, 3.45, 3.9],
    maker: [1.26, 1.71, 2.2, 3.34, 4.56, 5.77, 6.99, 7.32],
  } as const;

  it.each(['taker', 'maker'] as const)(
    'pays a %s who holds spot against it only while it is high no more than what the page says, in every tier',
    (role) => {
      const yearly = TIERS.map((tier) => Math.max(...waiting(rates('crypto'), tier[role])));
      const beyond = yearly.filter((share, tier) => share * 100 > times(2, 1) * (WAITING[role][tier] ?? 0) + 0.01);
      expect([yearly.length, beyond]).toEqual([8, []]);
    },
  );
});

/** What opening in spot and in the contract costs, as a share, in each tier; closing costs the same. */
const TIERS = feeTiers(publishedValues<Record<string, string>>('spot.fees')).map((spot, tier) => {
  const contract = feeTiers(publishedValues<Record<string, string>>('contract.fees'))[tier] ?? spot;
  const share = (role: 'maker' | 'taker') => Number(spot[role] + contract[role]) / Number(ONE);
  return { maker: share('maker'), taker: share('taker'), pushing: (2 * Number(contract.maker)) / Number(ONE) };
});

/** What bots get a year, as a share of what they hold, each with a premium that it begins at and one that it ends at. */
function waiting(found: readonly Funding[], fee: number): number[] {
  const cost = fee * HUNDRED_MILLION;
  return [11_000, 20_000, 40_000, 60_000, 80_000].flatMap((enter) =>
    [-60_000, -20_000, 10_000].map((leave) => {
      let [held, gained] = [false, 0];
      for (const [n, { premium, rate }] of found.entries()) {
        if (held) gained += rate;
        const wanted = held ? premium > leave : premium > enter;
        // A contract sold dear and bought back cheaply: the premium is in its price.
        if (wanted !== held) gained += (wanted ? premium : -premium) - cost;
        if (n === found.length - 1 && wanted) gained -= cost;
        held = wanted;
      }
      return gained / YEARS / HUNDRED_MILLION;
    }),
  );
}

describe('a bot that pushes a contract for its funding', () => {
  const UNDERLYINGS = testCatalogue.specs
    .filter(({ relation }) => relation?.band === undefined)
    .map(({ symbol }) => symbol);
  const followers = followersOf(UNDERLYINGS, specOf);
  const limitOf = (part: string): number =>
    largestPositionUsdt(specOf(part), publishedValues<Record<string, string>>('spot.fees'));
  const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'KSMUSDT', 'EURUSDT', 'SPXUSDT', 'AAPLUSDT', 'XAUUSDT', 'WTIUSDT'];
  const { contracts } = contractsOn(SYMBOLS);

  it.each(SYMBOLS)(
    'pays a hundred times what it receives on all that users may hold of %s, in every tier',
    (symbol) => {
      const perpetual = `${symbol}-PERP`;
      const { lotsPerTick, midTicks } = contracts.in('real').source.impactScale(perpetual, TEST_LAUNCH_AT + HOUR_MS);
      const terms = contracts.terms(perpetual);
      if (isRefusal(terms)) throw new Error(`${perpetual} is not traded`);
      // A lot pushes by a part of a tick that fades, and the average over hours takes up no more than this of it, whenever it comes.
      const takenUp = DISPLACEMENT_HALF_LIFE_MS / FUNDING_HALF_LIFE_MS / lotsPerTick / midTicks;
      const received = takenUp * openInterestUsdt(symbol, followers, specOf, limitOf);
      const lotUsdt = midTicks * +terms.spec.tickSize * +terms.spec.lotSize;
      // As a maker on both ways, which is the cheapest.
      for (const { pushing } of TIERS) expect(received * 100).toBeLessThan(pushing * lotUsdt);
    },
  );
});

function expectedOn(name: InstrumentClass, symbol: string): number {
  return expected(name).sharpe * Math.sqrt(perYear(symbol) / perYear(OF_CLASS[name]));
}

describe('the premium of a perpetual contract', () => {
  const model = new PriceModel({ ...testCatalogue, ...drawn });
  const spec = specOf('BTCUSDT');
  const sign = (fromMs: number, spanMs: number): number =>
    Math.sign(model.exactTicksAt(spec.symbol, fromMs + spanMs) - model.exactTicksAt(spec.symbol, fromMs));

  /** Standard errors from zero. */
  function distance(pairs: readonly (readonly [number, number])[]): number {
    const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
    const [mx, my] = [mean(xs), mean(ys)];
    const covariance = mean(pairs.map(([x, y]) => (x - mx) * (y - my)));
    return (covariance / deviation(xs) / deviation(ys)) * Math.sqrt(pairs.length);
  }

  it.each([
    ['minute', MINUTE_MS, 2 * HOUR_MS],
    ['hour', HOUR_MS, 2 * HOUR_MS],
    ['eight hours', 8 * HOUR_MS, 8 * HOUR_MS],
    ['day', DAY_MS, DAY_MS],
  ])('tells nothing about the coming %s of its index, neither its height nor its last move', (_, spanMs, stepMs) => {
    const count = Math.floor((times(1, 6) * 365 * DAY_MS) / stepMs);
    const instants = Array.from({ length: count }, (__, n) => LAUNCH_AT + 40 * DAY_MS + n * stepMs);
    const coming = instants.map((at) => sign(at, spanMs));
    const height = instants.map((at) => fundings.sample(spec, at));
    const moved = instants.map((at, n) => (height[n] as number) - fundings.sample(spec, at - 10 * MINUTE_MS));
    for (const told of [height, moved]) {
      expect(Math.abs(distance(told.map((value, n) => [value, coming[n] as number])))).toBeLessThan(3);
      // A premium that leans towards the coming move by a quarter of its own deviation is found.
      const lean = deviation(told) / 4;
      expect(
        distance(told.map((value, n) => [value + lean * (coming[n] as number), coming[n] as number])),
      ).toBeGreaterThan(3);
    }
  });

  it('is half gone after a day of open market', () => {
    const samples = Array.from({ length: 1_500 }, (_, n) =>
      fundings.sample(spec, LAUNCH_AT + 40 * DAY_MS + n * DAY_MS),
    );
    const pairs = samples.slice(1).map((value, n) => [samples[n] as number, value] as const);
    expect(distance(pairs) / Math.sqrt(pairs.length)).toBeGreaterThan(0.4);
    expect(distance(pairs) / Math.sqrt(pairs.length)).toBeLessThan(0.6);
  });
});
