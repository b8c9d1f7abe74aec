import { beforeAll, describe, expect, it } from '@jest/globals';
import { isRefusal } from '../../core/refusal.js';
import { FlowOffsets } from '../flow-offset/flow-offsets.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../simulator/epochs.js';
import { NO_IMPACT } from '../simulator/impact.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../simulator/simulator.testkit.js';
import { CandleMaker } from './candle-maker.js';
import { Candles, type CandleSource } from './candles.js';
import { EffectiveActions } from './effective-actions.js';
import { Market } from './market.js';
import { Tickers } from './tickers.js';

const MINUTE_MS = 60_000;
const SYMBOLS = ['BTCUSDT', 'IBITUSDT', 'ETHUSDT'];
const AT = TEST_LAUNCH_AT + 190 * MINUTE_MS;
const specs = testCatalogue.specs.filter(({ symbol }) => SYMBOLS.includes(symbol));
const parts = {
  ...{ calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf: testSeedOf },
  maxNotional: () => '1000000',
  replaysOf: () => [],
};
/** Two hours of the first and one of the second have faded. */
const PUSHED_PPM = 100 * 2 ** (-2 / 24) + 300 * 2 ** (-1 / 24);
const TRACE = { impact: NO_IMPACT, lastTrade: null };

let market: Market;
const demo = new FlowOffsets();
beforeAll(() => {
  const versions = new Map(specs.map((spec) => [spec.symbol, { spec, version: 1, status: 'listed' }]));
  market = new Market({ instruments: { versions } as never, actions: new EffectiveActions(), ...parts });
  market.follow(
    new Map([
      ['demo', demo],
      ['real', new FlowOffsets()],
    ]),
  );
  // A hundredth of a per cent, then three more.
  demo.push('BTCUSDT', AT - 100 * MINUTE_MS, 100);
  demo.push('BTCUSDT', AT - 30 * MINUTE_MS, 300);
});

const epochs = Array.from({ length: 3 }, (_, n) => epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS) + n);
const basis = {
  ...{
    specs,
    calendars: testCatalogue.calendars,
    launchAt: TEST_LAUNCH_AT,
    epochMs: DEFAULT_EPOCH_MS,
    replaysFolder: '',
    endings: [],
  },
  seeds: epochs.map((epoch) => [epoch, testSeedOf(epoch) ?? ''] as const),
};

/** How far a realm's price is from the fundamental one, in millionths. */
const ppm = (own: number, fundamental: number): number => (own / fundamental - 1) * 1e6;

describe('the market of a realm', () => {
  it('has index, mark, quotes, tape and beats moved by its own users alone', () => {
    const [own, other] = [market.in('demo'), market.in('real')];
    for (const symbol of ['BTCUSDT', 'IBITUSDT']) {
      const fundamental = market.source.exactTicksAt(symbol, AT);
      const tick = 1e6 / fundamental;
      const { indexTicks, markTicks } = own.marks.at(symbol, AT, TRACE);
      expect(Math.abs(ppm(indexTicks, fundamental) - PUSHED_PPM)).toBeLessThan(3 + tick);
      expect(markTicks).toBe(indexTicks);
      const beat = own.beat(symbol, AT / 250, TRACE);
      expect(beat?.index?.highTicks).toBe(Math.round(indexTicks));
      expect(beat?.liquidity.asks[0]?.[0]).toBeGreaterThan(indexTicks - 1);
      const prints = own.tape(symbol, AT - 5_000, AT).map(({ priceTicks }) => priceTicks);
      const before = market.tape(symbol, AT - 5_000, AT).map(({ priceTicks }) => priceTicks);
      expect(prints.map((ticks, n) => ticks - (before[n] ?? 0))).toEqual(
        prints.map(() => Math.round(indexTicks - fundamental)),
      );
      expect(other.source.exactTicksAt(symbol, AT)).toBe(fundamental);
    }
    expect(own.priceTicks('ETHUSDT', AT)).toBe(market.priceTicks('ETHUSDT', AT));
  });

  it('is no part of the price to convert at, nor of a settlement', () => {
    const before = market.index('BTCUSDT', AT);
    const own = market.in('demo').index('BTCUSDT', AT);
    expect(isRefusal(before) || isRefusal(own)).toBe(false);
    expect(own).not.toBe(before);
    expect(before).toBe(market.finePrice('BTCUSDT', market.source.exactTicksAt('BTCUSDT', AT)));
  });

  it('has tickers whose price, range and change are moved, and the other realm has its own', () => {
    const tickers = new Tickers(market);
    const [own, other] = [tickers.ticker('demo', 'BTCUSDT', AT), tickers.ticker('real', 'BTCUSDT', AT)];
    for (const field of ['last', 'index', 'mark'] as const)
      expect(Math.abs(ppm(+own[field], +other[field]) - PUSHED_PPM)).toBeLessThan(3);
    expect(other).toEqual(new Tickers(market).ticker('real', 'BTCUSDT', AT));
    expect(+own.high24h).toBeGreaterThanOrEqual(+own.last);
    expect(own.volume24h).toBe(other.volume24h);
    expect(tickers.ticker('demo', 'ETHUSDT', AT)).toEqual(tickers.ticker('real', 'ETHUSDT', AT));
    // However long it is kept.
    for (let minute = 1; minute < 140; minute += 23) {
      const at = AT + minute * MINUTE_MS + 777;
      expect(tickers.ticker('demo', 'BTCUSDT', at)).toEqual(new Tickers(market).ticker('demo', 'BTCUSDT', at));
    }
  });

  it('has candles as its ticks, from the thread that draws them as from the market', () => {
    const maker = new CandleMaker();
    for (const realm of ['demo', 'real'] as const)
      for (const period of ['1m', '15m', '1h', '1d'] as const) {
        const pushes = market.in(realm).pushesOf('IBITUSDT');
        const asked = { symbol: 'IBITUSDT', period, beforeMs: AT, limit: 5, isNow: false, flow: [] };
        const rows = maker.make({ realm, ...asked, pushes, basedOn: 'test', basis });
        const own = market.in(realm);
        const candles = own.rawCandles('IBITUSDT', period, { beforeMs: AT, limit: 5 });
        expect(rows?.map((row) => row.slice(0, 5))).toEqual(
          candles.map(({ openAt, ...ticks }) => [
            openAt,
            ...[ticks.openTicks, ticks.highTicks, ticks.lowTicks, ticks.closeTicks].map((each) =>
              own.price('IBITUSDT', each),
            ),
          ]),
        );
      }
    expect(market.in('demo').pushesOf('ETHUSDT')).toEqual([]);
  });

  it('has candles from a thread that is told of each push once, and of all when it is a new one', async () => {
    let [basedOn, told] = ['one', 0];
    const source: CandleSource = {
      pushesOf: (realm, symbol, known) => {
        const pushes = market.in(realm).pushesOf(symbol, known);
        told = pushes[0]?.[1].landings.length ?? 0;
        return pushes;
      },
      basedOn: () => basedOn,
      basis: () => basis,
    };
    const candles = new Candles(source, { now: () => AT });
    const drawn = (of = candles) => of.before('demo', { symbol: 'IBITUSDT', period: '1h', before: AT, limit: 3 });
    await drawn();
    for (let minute = 20; minute > 2; minute -= 1) {
      demo.push('BTCUSDT', AT - minute * MINUTE_MS, 40);
      expect(await drawn()).toEqual(await drawn(new Candles(source, { now: () => AT })));
      await drawn();
      // The last one of those before may have grown.
      expect(told).toBe(1);
    }
    basedOn = 'another';
    const again = await drawn();
    expect(told).toBe(20);
    expect(again).toEqual(await drawn(new Candles(source, { now: () => AT })));
  });

  it('has candles of a mark price in parts as at once, and those of the agents where nobody pushed', async () => {
    const source: CandleSource = {
      pushesOf: (realm, _symbol, known) => market.in(realm).pushesOf('BTCUSDT', known),
      basedOn: () => 'test',
      basis: () => basis,
    };
    const pushedAt = Array.from({ length: 40 }, (_, n) => AT - 60 * MINUTE_MS + n * 91_000);
    const ticks = (at: number) => Math.round(market.in('demo').source.exactTicksAt('BTCUSDT', at)) + 50_000;
    const text = JSON.stringify({
      impacts: pushedAt.map((at) => [at, at, 40_000, 9_000]),
      trades: pushedAt.map((at) => [at, at, ticks(at)]),
    });
    const drawn = async (price: 'last' | 'mark', partMs?: number) => {
      const candles = new Candles(source, { now: () => AT });
      const starts: number[] = [];
      const within = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => {
        starts.unshift(Math.max(fromMs, toMs - (partMs ?? Infinity)));
        return Promise.resolve({ fromMs: starts[0] as number, text });
      };
      if (partMs !== undefined) candles.follow({ before: () => undefined }, { within: (_realm, span) => within(span) });
      const asked = { symbol: 'BTCUSDT-PERP', price, period: '1m', before: undefined, limit: 45 } as const;
      return [await candles.before('demo', asked), starts.length] as const;
    };
    const [whole, jobs] = await drawn('mark', Infinity);
    expect([whole.length, jobs]).toEqual([45, 1]);
    expect(await drawn('mark', 7 * MINUTE_MS)).toEqual([whole, 7]);
    const [ofAgents] = await drawn('last');
    expect(whole).not.toEqual(ofAgents);
    expect(await drawn('mark')).toEqual([ofAgents, 0]);
  });
});
