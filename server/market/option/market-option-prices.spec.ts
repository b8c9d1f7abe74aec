import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import type { CountedOption, OptionOffer, OptionTiming } from '../../core/ports/option-prices.js';
import { isRefusal } from '../../core/refusal.js';
import { contractsOn } from '../contract/contract.testkit.js';
import type { MarketService } from '../runtime/market.service.js';
import { TEST_LAUNCH_AT, testSeedOf } from '../simulator/simulator.testkit.js';
import { UnknownEpochError } from '../simulator/key-ring.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../simulator/epochs.js';
import { MarketOptionPrices } from './market-option-prices.js';

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];
/** 2026-11-24, a Tuesday: New York is open from 14:30 to 21:00. */
const AT = Date.UTC(2026, 10, 24, 16);
const CLOSES_AT = Date.UTC(2026, 10, 24, 21);
const TIMING: OptionTiming = { seconds: 60, averageSeconds: 10, delayBeatsMin: 2, delayBeatsMax: 8 };

function pricesOn(symbols: readonly string[]) {
  const parts = contractsOn(symbols);
  const { market, contracts } = parts;
  return { ...parts, prices: new MarketOptionPrices({ isOpen: true, open: { market, contracts } } as MarketService) };
}
const { prices, market } = pricesOn(['BTCUSDT', 'AAPLUSDT', 'USDCUSDT']);

function offerOf(symbol: string, at: number, from = prices): OptionOffer {
  const offer = from.offer(symbol, TIMING, '0.04', at);
  if (isRefusal(offer)) throw new Error(offer.refusal);
  return offer;
}

/** An option bought at an instant. */
function boughtAt(symbol: string, at: number, from = prices): CountedOption {
  return { symbol, instrumentVersion: 1, ...from.beatsOf(`opt-${at}`, TIMING, at) };
}

describe('the offer of an option', () => {
  it('has the fundamental price, its chances and payouts, and no problem while the market is open', () => {
    for (const symbol of ['BTCUSDT', 'AAPLUSDT']) {
      const { figures, problem } = offerOf(symbol, AT);
      expect(problem).toBeNull();
      expect(figures).toMatchObject({ at: AT, instrumentVersion: 1 });
      expect(figures?.price).toBe(format(market.finePrice(symbol, market.source.exactTicksAt(symbol, AT))));
      const { rise = '0', fall = '0', equal = '0' } = figures?.chances ?? {};
      expect(format(amount(rise) + amount(fall) + amount(equal))).toBe('1');
      expect(Number(figures?.payouts.rise)).toBeGreaterThan(0.8);
    }
  });

  it('is refused of what nobody knows, and before the market has opened', () => {
    expect(prices.offer('NOUSDT', TIMING, '0.04', AT)).toMatchObject({ refusal: 'market.symbol-unknown' });
    const early = new MarketOptionPrices({ isOpen: false } as MarketService);
    expect(early.offer('BTCUSDT', TIMING, '0.04', AT)).toMatchObject({ refusal: 'request.unavailable' });
    expect(() => early.entry(boughtAt('BTCUSDT', AT))).toThrow(UnknownEpochError);
  });

  it('has no figures while the market is shut, and none of a price in a band', () => {
    const shut = offerOf('AAPLUSDT', CLOSES_AT + HOUR_MS);
    expect(shut).toMatchObject({ figures: null, problem: { refusal: 'market.closed' } });
    expect(offerOf('USDCUSDT', AT)).toMatchObject({ figures: null, problem: { refusal: 'option.not-offered' } });
  });

  it('says that the market closes before the settlement, to the beat of the longest delay', () => {
    const last = CLOSES_AT - TIMING.seconds * SECOND_MS - TIMING.delayBeatsMax * 250;
    expect(offerOf('AAPLUSDT', last - 1).problem).toBeNull();
    const { figures, problem } = offerOf('AAPLUSDT', last);
    expect(problem).toEqual({
      refusal: 'option.closes-before-settlement',
      params: { symbol: 'AAPLUSDT', closesAt: CLOSES_AT },
    });
    expect(figures).not.toBeNull();
  });

  it('is none from the instant of a split until every holder has theirs', () => {
    const { actions, prices: own } = pricesOn(['AAPLUSDT']);
    const data = { symbol: 'AAPLUSDT', actionId: 'a', kind: 'split', dueAt: AT } as const;
    const take = (fact: { type: string; data: object }) => actions.take(fact as Parameters<typeof actions.take>[0]);
    take({ type: 'CorporateActionAnnounced', data });
    expect(offerOf('AAPLUSDT', AT - 1, own).problem).toBeNull();
    const halted = { figures: null, problem: { refusal: 'market.halted' } };
    expect(offerOf('AAPLUSDT', AT, own)).toMatchObject(halted);
    const ratio = { newShares: 2, oldShares: 1, factor: '0.5', pricedFrom: AT, version: 2 };
    take({ type: 'CorporateActionEffective', data: { ...data, ...ratio } });
    expect(offerOf('AAPLUSDT', AT + MINUTE_MS, own)).toMatchObject(halted);
    take({ type: 'CorporateActionSettled', data });
    expect(offerOf('AAPLUSDT', AT + MINUTE_MS, own).problem).toBeNull();
  });
});

describe('the beats of an option', () => {
  it('begin so many after the purchase as the seed of its epoch says, and end with its time', () => {
    const { placedBeat, entryBeat, lastBeat, beats } = prices.beatsOf('opt-1', TIMING, AT + 17);
    expect(placedBeat).toBe(AT / 250);
    expect(entryBeat - placedBeat).toBeGreaterThanOrEqual(2);
    expect(entryBeat - placedBeat).toBeLessThanOrEqual(8);
    expect([lastBeat - entryBeat, beats]).toEqual([240, 40]);
    const epoch = epochOf(AT, DEFAULT_EPOCH_MS);
    expect(prices.epochAt(AT)).toEqual({ epoch, endsAt: (epoch + 1) * DEFAULT_EPOCH_MS });
  });

  it('are not known in an epoch without a seed', () => {
    const unknown = Date.UTC(2035, 0, 1);
    expect(testSeedOf(epochOf(unknown, DEFAULT_EPOCH_MS))).toBeUndefined();
    expect(() => prices.beatsOf('opt-1', TIMING, unknown)).toThrow(UnknownEpochError);
  });
});

describe('entry and average', () => {
  const option = boughtAt('BTCUSDT', AT);
  const stepsOf = (beat: number): number => Math.round(market.source.exactTicksAt('BTCUSDT', beat * 250) * 10_000);

  it('are the price of one beat and the sum of forty, which the shown prices are', () => {
    expect(prices.entry(option)).toMatchObject({ steps: `${stepsOf(option.entryBeat)}` });
    const beats = Array.from({ length: 40 }, (_, n) => option.lastBeat - 39 + n);
    const sum = beats.reduce((total, beat) => total + stepsOf(beat), 0);
    expect(prices.average(option)).toMatchObject({ sumSteps: `${sum}` });
    expect(prices.pricesOf(option)).toEqual(
      beats.map((beat) => ({ beat, price: format(market.finePrice('BTCUSDT', stepsOf(beat) / 10_000)) })),
    );
  });

  it('return the stake of an instrument that was revised since, and show no prices of it', () => {
    const { versions, market: own, prices: of } = pricesOn(['AAPLUSDT']);
    const share = boughtAt('AAPLUSDT', AT, of);
    expect(of.entry(share)).toHaveProperty('steps');
    const known = versions.get('AAPLUSDT');
    if (known === undefined) throw new Error('no AAPLUSDT');
    versions.set('AAPLUSDT', { ...known, version: 2 });
    own.relist();
    expect([of.entry(share), of.average(share), of.pricesOf(share)]).toEqual([
      { returned: 'action' },
      { returned: 'action' },
      [],
    ]);
  });

  it('return the stake where the market closes in between', () => {
    const late = boughtAt('AAPLUSDT', CLOSES_AT - 20 * SECOND_MS);
    expect(prices.entry(late)).toHaveProperty('steps');
    expect(prices.average(late)).toEqual({ returned: 'closed' });
  });
});

describe('an open option', () => {
  const variance = offerOf('BTCUSDT', AT).figures?.variance ?? '0';

  it('has no chance before its entry, and is decided once its last price is known', () => {
    for (let n = 0; n < 20; n += 1) {
      const option = boughtAt('BTCUSDT', AT + n * 97 * SECOND_MS);
      const [entry, average] = [prices.entry(option), prices.average(option)];
      if (!('steps' in entry) || !('sumSteps' in average)) throw new Error('interrupted');
      const at = option.lastBeat * 250;
      expect(prices.live({ ...option, variance, entrySteps: null }, at).above).toBeNull();
      const { price, above } = prices.live({ ...option, variance, entrySteps: entry.steps }, at);
      const beyond = BigInt(average.sumSteps) - 40n * BigInt(entry.steps);
      expect(above).toBe(beyond > 0n ? 1 : beyond < 0n ? 0 : 0.5);
      expect(price).toBe(format(market.finePrice('BTCUSDT', market.source.exactTicksAt('BTCUSDT', at))));
    }
  });

  it('ends above its entry as often as its chance says, before the average and within it', () => {
    for (const beatsLeft of [180, 60, 25, 10]) {
      let [off, squares] = [0, 0];
      const options = 400;
      for (let n = 0; n < options; n += 1) {
        const boughtOn = TEST_LAUNCH_AT + HOUR_MS + n * 11 * MINUTE_MS;
        const option = boughtAt('BTCUSDT', boughtOn);
        const entry = prices.entry(option);
        const average = prices.average(option);
        if (!('steps' in entry) || !('sumSteps' in average)) throw new Error('interrupted');
        const own = offerOf('BTCUSDT', boughtOn).figures?.variance ?? '0';
        const { above } = prices.live(
          { ...option, variance: own, entrySteps: entry.steps },
          (option.lastBeat - beatsLeft) * 250,
        );
        const chance = above ?? 0;
        // Towards the likelier side: a chance that is too bold or too timid shows, and not only one that leans.
        const side = chance - 0.5;
        off += ((BigInt(average.sumSteps) > 40n * BigInt(entry.steps) ? 1 : 0) - chance) * side;
        squares += chance * (1 - chance) * side * side;
      }
      expect(squares).toBeGreaterThan(0.2);
      expect(Math.abs(off)).toBeLessThan(3.5 * Math.sqrt(squares));
    }
  });
});
