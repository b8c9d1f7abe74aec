import { describe, expect, it } from '@jest/globals';
import type { ConversionPrice } from '../../contracts/conversion.contract.js';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { NewEvent, RecordedEvent } from '../../server/core/event.js';
import { isRefusal } from '../../server/core/refusal.js';
import type { ConversionQuote } from '../../server/features/conversion/conversion.commands.js';
import { conversionKind, decideConversion, decideQuote } from '../../server/features/conversion/conversion.decider.js';
import { legOf } from '../../server/features/conversion/conversion.rules.js';
import { readPolicySeeds } from '../../server/features/policy/policy-seeds.js';
import { testCatalogue, testModel, TEST_LAUNCH_AT } from '../../server/market/simulator/simulator.testkit.js';
import { amount } from '../../shared/money.js';

/** Bots that hold quotes of conversions as free options on the simulator's own prices. */

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
const HALF_HOURS = 20;
const SECONDS = 1_800;
const STAKE_USDT = 100_000;

type Rules = KnownPolicies['conversion.rules'];
const seeded = readPolicySeeds('seeds').find(({ name }) => name === 'conversion.rules')?.values as Rules;
/** A limit of what the house takes in would only hide a leak. */
const published: Rules = { ...seeded, inventoryUsdt: '1000000000' };
/** A planted leak: a quote stands whatever the price becomes, at a quarter of the spread. */
const anyMove: Rules = { ...published, moveToleranceRate: '1', spreadRate: '0.0005' };

const specs = testCatalogue.specs.filter((spec) => spec.class === 'crypto').slice(0, 30);
const model = testModel(specs.map(({ symbol }) => symbol));

/** The index of every coin in each second of one half-hour of the afternoon. */
function indexFrom(start: number): Float64Array[] {
  const prices = specs.map(() => new Float64Array(SECONDS));
  // Second by second, because the coins share what is drawn for all.
  for (let second = 0; second < SECONDS; second += 1)
    for (const [coin, { symbol, tickSize }] of specs.entries())
      (prices[coin] as Float64Array)[second] = model.exactTicksAt(symbol, start + second * SECOND_MS) * +tickSize;
  return prices;
}
const samples = Array.from({ length: HALF_HOURS }, (_, i) => indexFrom(TEST_LAUNCH_AT + (3 + 17 * i) * DAY_MS));

/** An account of a bot with as many as it likes: each buys or sells one coin, and each has one live quote. */
interface Account {
  readonly coin: number;
  readonly sells: boolean;
}
const ACCOUNTS: readonly Account[] = specs.flatMap((_, coin) => [
  { coin, sells: false },
  { coin, sells: true },
]);

interface Result {
  conversions: number;
  refused: number;
  /** USDT at the index, with the same stake each time. */
  gain: number;
  best: number;
}

/** Each account always has a quote, and accepts it once it is so many seconds old and gains more than `least`. */
function run(rules: Rules, accounts: readonly Account[], waits: number, least: number): Result {
  const result: Result = { conversions: 0, refused: 0, gain: 0, best: -1 };
  for (const prices of samples) for (const account of accounts) play(rules, prices, account, { waits, least }, result);
  return result;
}

function play(
  rules: Rules,
  prices: readonly Float64Array[],
  account: Account,
  { waits, least }: Record<'waits' | 'least', number>,
  result: Result,
): void {
  let state = conversionKind.initial(OWNER);
  let quotedAt = -rules.quoteSeconds;
  const happen = (events: readonly NewEvent[], now: number) => {
    for (const event of events)
      state = conversionKind.evolve(state, { ...event, at: now * SECOND_MS } as RecordedEvent);
  };
  for (let now = 0; now < SECONDS; now += 1) {
    const meta = { at: now * SECOND_MS, actor: 'user:demo-bot' };
    if (state.live === null || now >= quotedAt + rules.quoteSeconds) {
      const quote: ConversionQuote = { ...NAMED, ...termsOf(prices, account, now, rules), policy: policyOf(rules) };
      const decided = decideQuote(state, () => ENOUGH, quote, meta);
      // Above the limit of quotes a minute it waits.
      if (isRefusal(decided)) continue;
      happen(decided.events, now);
      quotedAt = now;
      continue;
    }
    const gain = gainOf(prices, account, quotedAt, now, rules);
    if (now - quotedAt < waits || gain <= least) continue;
    const decided = decideConversion(state, { quoteId: QUOTE_ID, current: termsOf(prices, account, now, rules) }, meta);
    if (isRefusal(decided)) throw new Error(decided.refusal);
    happen(decided.events, now);
    if (isRefusal(decided.answer)) result.refused += 1;
    else {
      result.conversions += 1;
      result.gain += gain * STAKE_USDT;
      result.best = Math.max(result.best, gain);
    }
  }
}

/** What share a quote gives more than it takes, at the index of the second in which it would be accepted. */
function gainOf(
  prices: readonly Float64Array[],
  { coin, sells }: Account,
  quotedAt: number,
  now: number,
  rules: Rules,
) {
  const moved = priceAt(prices, coin, now) / priceAt(prices, coin, quotedAt);
  return (sells ? 1 / moved : moved) * (1 - +rules.spreadRate) - 1;
}

/** As the service prices it, in the money that it counts in. */
function termsOf(prices: readonly Float64Array[], { coin, sells }: Account, second: number, { spreadRate }: Rules) {
  const { base = '', symbol = null } = specs[coin] ?? {};
  const priceUsdt = priceAt(prices, coin, second).toFixed(14);
  const crypto: ConversionPrice = { currency: base, symbol, priceUsdt };
  const [from, to] = sells ? [crypto, USDT] : [USDT, crypto];
  // The stake is the same amount in both looks at it.
  const sold = sells ? amount((STAKE_USDT / priceAt(prices, coin, 0)).toFixed(8)) : amount(`${STAKE_USDT}`);
  const leg = legOf(sold, from, to, { spreadRate, volatility: '0' });
  return { legs: [leg], to, receives: leg.receives, at: second * SECOND_MS };
}

const USDT: ConversionPrice = { currency: 'USDT', symbol: null, priceUsdt: '1' };
const [QUOTE_ID, OWNER, ENOUGH] = ['cv-1', 'demo-bot.1', amount('1000000000000000')] as const;
const NAMED = { userId: 'demo-bot', ownerId: OWNER, quoteId: QUOTE_ID, kind: 'single' as const };
const policyOf = (values: Rules) => ({ name: 'conversion.rules', version: 1, values });
const priceAt = (prices: readonly Float64Array[], coin: number, second: number): number =>
  prices[coin]?.[second] ?? Number.NaN;
const perHour = ({ gain }: Result): number => gain / (HALF_HOURS / 2);

describe('a bot with many accounts that accepts quotes only once they are worth more than they take', () => {
  it('earns thousands an hour where a quote stands whatever the price becomes, more with each account', () => {
    const [one, many] = [run(anyMove, ACCOUNTS.slice(0, 1), 1, 0), run(anyMove, ACCOUNTS, 1, 0)];
    expect(many).toMatchObject({ refused: 0 });
    expect(perHour(many)).toBeGreaterThan(3_000);
    expect(perHour(many)).toBeGreaterThan(5 * perHour(one));
  });

  it('is refused every time by the published rules, with however many accounts', () => {
    const { refused, ...result } = run(published, ACCOUNTS, 1, 0);
    expect(result).toEqual({ conversions: 0, gain: 0, best: -1 });
    expect(refused).toBeGreaterThan(3);
  });
});

describe('a bot with many accounts that accepts whatever it is given', () => {
  it('pays the spread less the tolerance each time', () => {
    const least = +published.spreadRate - +published.moveToleranceRate;
    const { conversions, gain, best } = run(published, ACCOUNTS, 9, -1);
    expect(conversions).toBeGreaterThan(10_000);
    expect(best).toBeLessThan(-least);
    expect(gain).toBeLessThan(-least * STAKE_USDT * conversions);
  });
});
