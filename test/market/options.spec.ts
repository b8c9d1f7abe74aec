import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { entryDelay } from '../../server/market/option/entry-delay.js';
import { stepsAt, sumOfSteps } from '../../server/market/option/option-average.js';
import { chancesOf, payoutsOf } from '../../server/market/option/option-chances.js';
import { optionSpread } from '../../server/market/option/option-spread.js';
import { PremiumProcess } from '../../server/market/funding/premium-process.js';
import { FlowedSource } from '../../server/market/flow-offset/flowed-source.js';
import { FlowOffsets } from '../../server/market/flow-offset/flow-offsets.js';
import { BEAT_MS, BEATS_PER_SECOND } from '../../server/market/simulator/beats.js';
import { keyOf } from '../../server/market/simulator/chacha.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { NO_IMPACT } from '../../server/market/simulator/impact.js';
import type { MarketSource } from '../../server/market/simulator/market-source.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { ExpectedVariances } from '../../server/market/volatility/expected-variance.js';
import { times } from '../kit/level.js';

/** Bots that buy options in the direction of a public signal, on redrawn epochs: they lose the edge, and no less. */

const LAUNCH_AT = Date.UTC(2026, 0, 5);
const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
const EPOCHS_A_MODEL = 40;
const OPTIONS_AN_EPOCH = 25;
/** The last of the delay, and what is left of a minute. */
const APART_SECONDS = 10;
const MODELS = times(10, 40);
const EDGE = '0.03';
const AVERAGE_SECONDS = 10;
const DELAY = { least: 2, most: 8 };

const seedOf = (name: string) => (epoch: number) => createHash('sha256').update(`${name} ${epoch}`).digest('hex');
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** What a bot sees when it buys: each sign says rise or fall. */
type Signal = 'coin' | 'first tick' | 'last minute' | 'premium' | 'book' | 'own push';
const SIGNALS: readonly Signal[] = ['coin', 'first tick', 'last minute', 'premium', 'book', 'own push'];

interface Bought {
  readonly signs: Readonly<Record<Signal, number>>;
  /** The sign of average less entry. */
  readonly result: number;
  /** The same where the entry is the price a beat or a minute before the purchase, and where a push of the bot's moves the average. */
  readonly early: number;
  readonly late: number;
  readonly pushed: number;
  readonly chances: { readonly rise: number; readonly fall: number; readonly equal: number };
  readonly payouts: { readonly rise: number; readonly fall: number };
}

class Drawn {
  readonly model: PriceModel;
  readonly realm: MarketSource;
  private readonly expected: ExpectedVariances;
  private readonly premiums: PremiumProcess;

  constructor(
    readonly name: string,
    private readonly symbol: string,
  ) {
    const catalogue = { ...testCatalogue, specs: testCatalogue.specs.filter((spec) => spec.symbol === symbol) };
    const options = { ...catalogue, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf: seedOf(name) };
    this.model = new PriceModel(options);
    this.expected = new ExpectedVariances(this.model);
    this.premiums = new PremiumProcess(options);
    this.realm = new FlowedSource(this.model, new FlowOffsets());
  }

  options(seconds: number): Bought[] {
    const bought: Bought[] = [];
    // No two overlap: results of those that do hang together, and the error would be larger than it looks.
    const lifeMs = (seconds + APART_SECONDS) * SECOND_MS;
    const many = Math.min(OPTIONS_AN_EPOCH, Math.floor(DEFAULT_EPOCH_MS / lifeMs));
    const epochs = EPOCHS_A_MODEL * Math.ceil(OPTIONS_AN_EPOCH / many);
    for (let epoch = 1; epoch <= epochs; epoch += 1)
      for (let n = 0; n < many; n += 1) {
        const share = numberOf(`${this.name} ${epoch} ${n}`) / 2 ** 32;
        const startsAt = LAUNCH_AT + epoch * DEFAULT_EPOCH_MS;
        const slotMs = DEFAULT_EPOCH_MS / many;
        const at = Math.floor(startsAt + n * slotMs + share * (slotMs - lifeMs));
        const one = this.option(`op-${epoch}-${n}`, at, seconds);
        if (one !== undefined) bought.push(one);
      }
    return bought;
  }

  private option(optionId: string, at: number, seconds: number): Bought | undefined {
    const { model, symbol } = this;
    const until = at + seconds * SECOND_MS + DELAY.most * BEAT_MS;
    const { open, nextChangeAt = Infinity } = model.sessionState(symbol, at);
    const wasOpen = model.sessionState(symbol, at - 5 * MINUTE_MS).open;
    if (!open || !wasOpen || nextChangeAt <= until) return undefined;
    const timing = { seconds, averageSeconds: AVERAGE_SECONDS };
    const spread = optionSpread(model, this.expected, symbol, timing, at);
    if (spread === undefined) throw new Error(`${symbol} has no variance`);
    const chances = chancesOf(spread);
    const payouts = payoutsOf(chances, EDGE);
    const placedBeat = Math.floor(at / BEAT_MS);
    const seed = seedOf(this.name)(epochOf(at, DEFAULT_EPOCH_MS));
    const entryBeat = placedBeat + entryDelay(keyOf(seed), optionId, placedBeat, DELAY);
    const lastBeat = entryBeat + seconds * BEATS_PER_SECOND;
    const beats = AVERAGE_SECONDS * BEATS_PER_SECOND;
    const sum = sumOfSteps(model, symbol, { entryBeat, lastBeat, beats });
    const above = (entry: bigint): number => Math.sign(Number(sum - BigInt(beats) * entry));
    const entry = stepsAt(model, symbol, entryBeat);
    const signs = this.signs(optionId, at, placedBeat);
    // A push of two deviations, which a settlement by the realm's index would have in it.
    const push = Math.sign(signs['own push']) * 2 * Math.sqrt(spread.variance) * Number(entry);
    return {
      signs,
      result: above(entry),
      early: above(stepsAt(model, symbol, placedBeat - 1)),
      late: above(stepsAt(model, symbol, Math.floor((at - MINUTE_MS) / BEAT_MS))),
      pushed: Math.sign(Number(sum) / beats + push - Number(entry)),
      chances: { rise: +chances.rise, fall: +chances.fall, equal: +chances.equal },
      payouts: { rise: +payouts.rise, fall: +payouts.fall },
    };
  }

  private signs(optionId: string, at: number, placedBeat: number): Record<Signal, number> {
    const { model, symbol } = this;
    const price = (instant: number): number => model.exactTicksAt(symbol, instant);
    const now = price(placedBeat * BEAT_MS);
    const { bids, asks } = model.ladder(symbol, at, NO_IMPACT);
    const lots = (side: readonly (readonly [number, number])[]): number =>
      side.slice(0, 5).reduce((sum, level) => sum + level[1], 0);
    const coin = numberOf(`${this.name} ${optionId} coin`) % 2 === 0 ? 1 : -1;
    return {
      coin,
      'first tick': now - price((placedBeat - 1) * BEAT_MS),
      'last minute': now - price(at - MINUTE_MS),
      premium: this.premiums.at(model.spec(symbol), at) + 22_500,
      book: lots(bids) - lots(asks),
      'own push': numberOf(`${this.name} ${optionId} push`) % 2 === 0 ? 1 : -1,
    };
  }
}

/** Of bets in the direction of a signal: how far the mean result is from the published cost, and its standard error. */
function against(bought: readonly Bought[], signal: Signal, resultOf: (one: Bought) => number) {
  let [sum, squares, cost, count] = [0, 0, 0, 0];
  for (const one of bought) {
    const sign = Math.sign(one.signs[signal]);
    if (sign === 0) continue;
    const side = sign > 0 ? 'rise' : 'fall';
    const result = resultOf(one);
    const { chances, payouts } = one;
    const profit = result === 0 ? 0 : result === sign ? payouts[side] : -1;
    const expected = chances[side] * (1 + payouts[side]) + chances.equal - 1;
    sum += profit - expected;
    squares += (profit - expected) ** 2;
    cost -= expected;
    count += 1;
  }
  const mean = sum / count;
  return { count, cost: cost / count, off: mean, error: Math.sqrt(squares / count / count) };
}

const cases = [
  { symbol: 'BTCUSDT', seconds: 30 },
  { symbol: 'BTCUSDT', seconds: 300 },
  { symbol: 'SHIBUSDT', seconds: 30 },
  { symbol: 'SPXUSDT', seconds: 60 },
  { symbol: 'SPXUSDT', seconds: 3_600 },
  { symbol: 'EURUSDT', seconds: 120 },
];

const everywhere: Bought[] = [];

describe.each(cases)('options on $symbol over $seconds s', ({ symbol, seconds }) => {
  const bought = Array.from({ length: MODELS }, (_, n) =>
    new Drawn(`options ${symbol} ${seconds} ${n}`, symbol).options(seconds),
  ).flat();
  everywhere.push(...bought);

  it.each(SIGNALS)('cost a bot that goes by %s the edge, and no less', (signal) => {
    const { count, cost, off, error } = against(bought, signal, ({ result }) => result);
    expect(count).toBeGreaterThan(400);
    expect(cost).toBeGreaterThan(0.03 - 1e-9);
    expect(cost).toBeLessThan(0.0302);
    expect(Math.abs(off)).toBeLessThan(3 * error);
  });

  it('would give to a bot by an entry before the purchase or a push in the average, which shows here', () => {
    const late = against(bought, 'last minute', (one) => one.late);
    if (seconds <= 300) expect(late.off).toBeGreaterThan(3 * late.error);
    // What came before is a small part of an hour, and a beat a hundredth of the shortest time.
    const early = against(bought, 'first tick', (one) => one.early);
    if (seconds === 30) expect(early.off).toBeGreaterThan(3 * early.error);
    const pushed = against(bought, 'own push', ({ pushed: result }) => result);
    expect(pushed.off).toBeGreaterThan(3 * pushed.error);
  });

  it('rise, fall and stay as often as is published', () => {
    const often = (sign: number): number => bought.filter(({ result }) => result === sign).length / bought.length;
    const published = (name: 'rise' | 'fall' | 'equal'): number =>
      bought.reduce((sum, { chances }) => sum + chances[name], 0) / bought.length;
    const error = 0.5 / Math.sqrt(bought.length);
    expect(Math.abs(often(1) - published('rise'))).toBeLessThan(3 * error);
    expect(Math.abs(often(-1) - published('fall'))).toBeLessThan(3 * error);
    expect(Math.abs(often(0) - published('equal'))).toBeLessThan(0.001);
  });
});

describe('options of all instruments and times together', () => {
  it.each(SIGNALS)('cost a bot that goes by %s so surely that half the edge would show', (signal) => {
    const { off, error } = against(everywhere, signal, ({ result }) => result);
    expect(3 * error).toBeLessThan(Number(EDGE) / 2);
    expect(Math.abs(off)).toBeLessThan(3 * error);
  });
});
