import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import { resultOf } from '../features/option/option.decider.js';
import type { OptionBought, OptionEntered, OptionSettled } from '../features/option/option.events.js';
import { costOf, OFFER_LASTS_MS, winsOf } from '../features/option/option.rules.js';
import { RULES } from '../features/option/option.testkit.js';
import { entryDelay } from '../market/option/entry-delay.js';
import { averagePrice, stepsAt, sumOfSteps } from '../market/option/option-average.js';
import { chancesOf, payoutsOf } from '../market/option/option-chances.js';
import { optionSpread } from '../market/option/option-spread.js';
import { keyOf } from '../market/simulator/chacha.js';
import { DEFAULT_EPOCH_MS, effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import { TEST_LAUNCH_AT, testBeacon, testCatalogue, testChain } from '../market/simulator/simulator.testkit.js';
import { ExpectedVariances } from '../market/volatility/expected-variance.js';
import { modelOf, type Market } from './market.check.js';
import { auditOptions, Options, type RecordedOption } from './option.check.js';

const SYMBOL = 'BTCUSDT';
const HOUR_MS = 3_600_000;
const FIRST = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);
const AT = TEST_LAUNCH_AT + 2 * DEFAULT_EPOCH_MS + 61_000;
const EPOCHS = [0, 1, 2, 3].map((n) => ({
  epoch: FIRST + n,
  commitment: '',
  seed: testChain.seedOf(FIRST + n),
  beacon: testBeacon(FIRST + n),
}));
const found = testCatalogue.specs.find(({ symbol }) => symbol === SYMBOL);
if (found === undefined) throw new Error(`no ${SYMBOL}`);
const spec = found;
const market: Market = {
  launchAt: TEST_LAUNCH_AT,
  epochMs: DEFAULT_EPOCH_MS,
  calendars: testCatalogue.calendars,
  specs: new Map([[SYMBOL, new Map([[1, spec]])]]),
  epochs: EPOCHS,
  anchor: { epoch: FIRST, hash: '' },
};
const shown = modelOf(market, [spec]);

/** An option on a rise as the house sells and settles it. */
function sold(boughtAt: number, offeredAt = boughtAt): RecordedOption {
  const running = epochOf(boughtAt, DEFAULT_EPOCH_MS);
  const blind = new ExpectedVariances(
    shown,
    modelOf(market, [spec], (epoch) => epoch < running),
  );
  const spread = optionSpread(shown, blind, SYMBOL, { seconds: 30, averageSeconds: 10 }, offeredAt);
  const epoch = EPOCHS.find((each) => each.epoch === running);
  if (spread === undefined || epoch === undefined) throw new Error('nothing is known of that instant');
  const chances = chancesOf(spread);
  const payoutRate = payoutsOf(chances, RULES.edge30s).rise;
  const wins = winsOf('100', payoutRate);
  const placedBeat = Math.floor(boughtAt / 250);
  const words = keyOf(effectiveSeed(epoch.seed, epoch.beacon));
  const entryBeat = placedBeat + entryDelay(words, 'opt-1', placedBeat, { least: 2, most: 8 });
  const counted = { entryBeat, lastBeat: entryBeat + 120, beats: 40 };
  const of = { userId: 'demo-ann', ownerId: 'demo-ann.1', optionId: 'opt-1', symbol: SYMBOL };
  const terms = { direction: 'rise', delivery: '30s', stake: '100' } as const;
  const policy = { name: 'option.rules', version: 1, inputs: {} } as OptionBought['policy'];
  const bought: OptionBought = {
    ...of,
    ...terms,
    ...counted,
    payoutRate,
    wins,
    chances,
    offeredAt,
    placedBeat,
    policy,
    cost: costOf({ stake: '100', wins, direction: 'rise' }, chances),
    variance: spread.variance.toFixed(16),
    instrumentVersion: 1,
    cap: null,
  };
  const steps = `${stepsAt(shown, SYMBOL, entryBeat)}`;
  const entered: OptionEntered = { ...of, ...counted, steps, price: priceOf(BigInt(steps), 1) };
  const sumSteps = sumOfSteps(shown, SYMBOL, counted);
  const result = resultOf(bought, steps, `${sumSteps}`);
  const settled: OptionSettled = {
    ...of,
    ...terms,
    ...counted,
    policy,
    result,
    entrySteps: steps,
    sumSteps: `${sumSteps}`,
    price: priceOf(sumSteps, 40),
    returned: result === 'won' ? format(amount('100') + amount(wins)) : '0',
  };
  const endedAt = counted.lastBeat * 250;
  return { realm: 'demo', position: 1, boughtAt, symbol: SYMBOL, bought, entered, settled, endedAt, readTo: endedAt };
}

const priceOf = (sum: bigint, beats: number): string => format(averagePrice(sum, beats, amount(spec.tickSize)));
const published = new Map([['option.rules 1', RULES]]) as Parameters<typeof auditOptions>[1]['published'];
const audited = (option: RecordedOption, revisedAt?: number): number => {
  const first = { at: TEST_LAUNCH_AT, spec };
  const revisions = new Map([[SYMBOL, revisedAt === undefined ? [first] : [first, { at: revisedAt, spec }]]]);
  return auditOptions(market, { revisions, published }, [option]).length;
};
const returnedFor = (reason: 'action' | 'closed'): RecordedOption => {
  const { settled: _, ...open } = sold(AT);
  const { userId, ownerId, optionId, symbol, direction, delivery, stake, policy } = open.bought;
  const of = { userId, ownerId, optionId, symbol, direction, delivery };
  return { ...open, returned: { ...of, reason, stake, policy } };
};

describe('the audit of an option', () => {
  it('finds nothing in one that was sold and settled by the seeds', () => {
    expect(audited(sold(AT))).toBe(0);
  });

  it('names one whose stake came back for an action that never was, or for a close that the calendar lacks', () => {
    expect([audited(returnedFor('action')), audited(returnedFor('closed'))]).toEqual([1, 1]);
    expect(audited(returnedFor('action'), AT + 5_000)).toBe(0);
    expect(audited(returnedFor('action'), AT + HOUR_MS)).toBe(1);
  });

  it('names one that was settled although its instrument was another by then', () => {
    expect(audited(sold(AT), AT + 5_000)).toBe(1);
  });

  it('names one that never ended, once the history goes on for an hour without it', () => {
    const { settled: _, endedAt, ...open } = sold(AT);
    expect(audited({ ...open, readTo: (endedAt ?? 0) + HOUR_MS })).toBe(0);
    expect(audited({ ...open, readTo: (endedAt ?? 0) + HOUR_MS + 1 })).toBe(1);
  });

  it('names one by chances of another moment than that of the purchase', () => {
    expect(audited(sold(AT, AT - OFFER_LASTS_MS))).toBe(0);
    expect([AT - OFFER_LASTS_MS - 1, AT - 50_000, AT + 1, AT + HOUR_MS].map((at) => audited(sold(AT, at)))).toEqual([
      1, 1, 1, 1,
    ]);
  });
});

describe('options across the end of an epoch', () => {
  const end = (FIRST + 1) * DEFAULT_EPOCH_MS;
  const event = (type: string, at: number): RecordedEvent =>
    ({
      type,
      at,
      position: at,
      stream: 'option-demo-ann.1',
      realm: 'demo',
      data: { optionId: 'opt-1' },
    }) as RecordedEvent;
  const read = (epoch: number) => {
    const options = new Options('demo', (at) => epochOf(at, DEFAULT_EPOCH_MS) === epoch);
    options.take(event('OptionBought', end - 1_000));
    const waited = options.isWaiting;
    options.take(event('OptionSettled', end + 31_000));
    return [waited, options.isWaiting, options.recorded.map(({ settled }) => settled !== undefined)];
  };

  it('are read to their end for the epoch of the purchase, and from their purchase for that of the end', () => {
    expect(read(FIRST)).toEqual([true, false, [true]]);
    expect(read(FIRST + 1)).toEqual([false, false, [true]]);
    expect(read(FIRST + 2)).toEqual([false, false, []]);
  });
});
