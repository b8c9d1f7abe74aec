import { describe, expect, it } from '@jest/globals';
import { instrumentSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { BEAT_MS } from './beats.js';
import { DEFAULT_EPOCH_MS } from './epochs.js';
import { NO_IMPACT } from './impact.js';
import { PriceModel } from './price-model.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from './simulator.testkit.js';

const MINUTE_MS = 60_000;
const CALL_AT = TEST_LAUNCH_AT + 40 * DEFAULT_EPOCH_MS;
const OPENS_AT = CALL_AT + 30 * MINUTE_MS;
const like = testCatalogue.specs.find(({ symbol }) => symbol === 'MNTUSDT') as InstrumentSpec;
const coin: InstrumentSpec = instrumentSpec.parse({
  ...like,
  symbol: 'NOVAUSDT',
  base: 'NOVA',
  referencePrice: '0.4321',
  factors: [],
  driftAnnual: 0,
  lotSize: '1',
  quantityDecimals: 0,
  opening: { callAt: CALL_AT, at: OPENS_AT, floatLots: 5_000 },
});
const modelOf = (specs: InstrumentSpec[]) =>
  new PriceModel({
    specs,
    calendars: testCatalogue.calendars,
    launchAt: TEST_LAUNCH_AT,
    epochMs: DEFAULT_EPOCH_MS,
    seedOf: testSeedOf,
  });
const model = modelOf([coin]);
const { symbol } = coin;

describe('a new coin', () => {
  it('is called, opens at an instant, and never closes again', () => {
    const phase = (at: number) => model.sessionState(symbol, at);
    expect(phase(CALL_AT - 1000)).toMatchObject({ open: false, phase: 'closed', callAt: CALL_AT });
    expect(phase(CALL_AT)).toMatchObject({ open: false, phase: 'call', nextChangeAt: OPENS_AT });
    expect(phase(OPENS_AT)).toMatchObject({ open: true });
    expect(phase(OPENS_AT + 900 * 86_400_000)).toMatchObject({ open: true });
  });

  it('has the price of its launch until it opens, and begins there whatever the market did before', () => {
    for (const at of [CALL_AT - 86_400_000, CALL_AT, OPENS_AT - 1]) expect(model.priceTicksAt(symbol, at)).toBe(4321);
    expect(Math.abs(model.priceTicksAt(symbol, OPENS_AT) - 4321)).toBeLessThan(10);
    const dayAfter = model.exactTicksAt(symbol, OPENS_AT + 86_400_000);
    expect(dayAfter).toBeGreaterThan(0);
    expect(dayAfter).not.toBe(4321);
  });

  it('shows nothing of before: no candle, trade or quote', () => {
    const range = { fromMs: CALL_AT - 86_400_000, toMs: OPENS_AT + 3_600_000 };
    const candles = model.candles(symbol, '1m', range);
    expect(candles).toHaveLength(60);
    expect(candles[0]?.openAt).toBe(OPENS_AT);
    expect(model.trades(symbol, CALL_AT, OPENS_AT)).toEqual([]);
    expect(model.ladder(symbol, OPENS_AT - BEAT_MS, NO_IMPACT)).toEqual({ bids: [], asks: [] });
  });

  it('offers the float of the issuer at the best ask of its opening auction alone', () => {
    const none = modelOf([{ ...coin, opening: { ...coin.opening!, floatLots: 0 } }]);
    const asksOf = (from: PriceModel, at: number) => from.ladder(symbol, at, NO_IMPACT).asks;
    const [with0, without] = [asksOf(model, OPENS_AT), asksOf(none, OPENS_AT)];
    expect(with0[0]).toEqual([without[0]![0], without[0]![1] + 5_000]);
    expect(with0.slice(1)).toEqual(without.slice(1));
    expect(asksOf(model, OPENS_AT + BEAT_MS)).toEqual(asksOf(none, OPENS_AT + BEAT_MS));
  });
});
