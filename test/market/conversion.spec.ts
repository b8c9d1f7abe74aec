import { describe, expect, it } from '@jest/globals';
import type { ConversionPrice } from '../../contracts/conversion.contract.js';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import { isRefusal } from '../../server/core/refusal.js';
import { decideConversion } from '../../server/features/conversion/conversion.decider.js';
import { legOf } from '../../server/features/conversion/conversion.rules.js';
import { readPolicySeeds } from '../../server/features/policy/policy-seeds.js';
import { testCatalogue, testModel, TEST_LAUNCH_AT } from '../../server/market/simulator/simulator.testkit.js';
import { amount, format, type Amount } from '../../shared/money.js';

/** Bots that hold offers of conversions as free options on the simulator's own prices. */

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
const HALF_HOURS = 20;
const SECONDS = 1_800;
const STAKE_USDT = 100_000;

type Rules = KnownPolicies['conversion.rules'];
const published = readPolicySeeds('seeds').find(({ name }) => name === 'conversion.rules')?.values as Rules;
/** As conversions once were: an offer stands whatever the price becomes. */
const anyMove: Rules = { ...published, moveToleranceRate: '1' };

const specs = testCatalogue.specs.filter((spec) => spec.class === 'crypto').slice(0, 30);
const model = testModel(specs.map(({ symbol }) => symbol));
const CASH = specs.length;

/** The index of every coin, and of USDT behind them, in each second of one half-hour of the afternoon. */
function indexFrom(start: number): Float64Array[] {
  const prices = Array.from({ length: CASH + 1 }, () => new Float64Array(SECONDS).fill(1));
  // Second by second, because the coins share what is drawn for all.
  for (let second = 0; second < SECONDS; second += 1)
    for (const [coin, { symbol, tickSize }] of specs.entries())
      (prices[coin] as Float64Array)[second] = model.exactTicksAt(symbol, start + second * SECOND_MS) * +tickSize;
  return prices;
}
const samples = Array.from({ length: HALF_HOURS }, (_, i) => indexFrom(TEST_LAUNCH_AT + (3 + 17 * i) * DAY_MS));

/** An offer, and what share it gives more than it takes, at the index of the second in which it would be accepted. */
interface Choice {
  readonly to: number;
  readonly offeredAt: number;
  readonly gain: number;
}

interface Result {
  conversions: number;
  refused: number;
  /** USDT at the index, with the same stake each time. */
  gain: number;
  best: number;
}

/** Looks at all offers of the last seconds that gain more than `least`, the best first, and takes the first that it gets. */
function run(rules: Rules, everySeconds: number, least: number): Result {
  const result: Result = { conversions: 0, refused: 0, gain: 0, best: -1 };
  for (const prices of samples) {
    let [held, since] = [CASH, 0];
    for (let now = 0; now < SECONDS; now += everySeconds) {
      for (const choice of choicesOf(prices, { held, since, now, least }, rules)) {
        if (!isAccepted(prices, held, choice, now, rules)) {
          result.refused += 1;
          continue;
        }
        result.conversions += 1;
        result.gain += choice.gain * STAKE_USDT;
        result.best = Math.max(result.best, choice.gain);
        [held, since] = [choice.to, now];
        break;
      }
    }
  }
  return result;
}

function choicesOf(
  prices: readonly Float64Array[],
  { held, since, now, least }: Record<'held' | 'since' | 'now' | 'least', number>,
  rules: Rules,
): Choice[] {
  const choices: Choice[] = [];
  const price = (coin: number, second: number): number => prices[coin]?.[second] ?? Number.NaN;
  for (let offeredAt = Math.max(since, now - rules.quoteSeconds + 1); offeredAt < now; offeredAt += 1) {
    const kept = (price(held, offeredAt) / price(held, now)) * (1 - +rules.spreadRate);
    for (let to = 0; to <= CASH; to += 1) {
      const gain = (kept * price(to, now)) / price(to, offeredAt) - 1;
      if (to !== held && gain > least) choices.push({ to, offeredAt, gain });
    }
  }
  return choices.sort((a, b) => b.gain - a.gain);
}

/** What the service and the decider say of it, in the money that they count in. */
function isAccepted(
  prices: readonly Float64Array[],
  held: number,
  choice: Choice,
  now: number,
  values: Rules,
): boolean {
  const priceOf = (coin: number, second: number): ConversionPrice => {
    const { base: currency = 'USDT', symbol = null } = specs[coin] ?? {};
    return { currency, symbol, priceUsdt: (prices[coin]?.[second] ?? Number.NaN).toFixed(14) };
  };
  const sold: Amount = amount((STAKE_USDT / (prices[held]?.[now] ?? Number.NaN)).toFixed(8));
  const termsAt = (second: number) => {
    const to = priceOf(choice.to, second);
    const leg = legOf(sold, priceOf(held, second), to, { spreadRate: values.spreadRate, volatility: '0' });
    return { legs: [leg], to, receives: leg.receives, at: second * SECOND_MS };
  };
  const offered = termsAt(choice.offeredAt);
  const quote = {
    ...offered,
    ...{ userId: 'demo-bot', ownerId: 'demo-bot.1', quoteId: 'cv-1', kind: 'single' as const },
    expiresAt: offered.at + values.quoteSeconds * SECOND_MS,
    policy: { name: 'conversion.rules', version: 1, values },
  };
  const meta = { at: now * SECOND_MS, actor: 'user:demo-bot' };
  const decided = decideConversion(null, () => sold, { quote, current: termsAt(now) }, meta as never);
  if (isRefusal(decided) && decided.refusal !== 'conversion.price-moved')
    throw new Error(format(sold) + decided.refusal);
  return !isRefusal(decided);
}

describe('a bot that accepts an offer only once it is worth more than it gives', () => {
  it('earns thousands an hour where an offer stands whatever the price becomes', () => {
    const { conversions, refused, gain } = run(anyMove, 1, 0);
    expect({ refused, conversions: conversions > 500 }).toEqual({ refused: 0, conversions: true });
    expect(gain / (HALF_HOURS / 2)).toBeGreaterThan(3_000);
  });

  it('is refused every time by the published rules', () => {
    const { refused, ...result } = run(published, 1, 0);
    expect(result).toEqual({ conversions: 0, gain: 0, best: -1 });
    expect(refused).toBeGreaterThan(500);
  });
});

describe('a bot that takes the best offer it can get', () => {
  it('pays the spread less the tolerance each time', () => {
    const least = +published.spreadRate - +published.moveToleranceRate;
    const { conversions, gain, best } = run(published, 30, -1);
    expect(conversions).toBe(HALF_HOURS * (SECONDS / 30 - 1));
    expect(best).toBeLessThan(-least);
    expect(gain).toBeLessThan(-least * STAKE_USDT * conversions);
  });
});
