import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { InstrumentView } from '../../contracts/market.contract';
import { amount, format, toAmount } from '../../shared/money';
import type { View } from '../../server/core/decider';
import { spotProduct } from '../../server/features/spot/spot.settlement';
import { spotKind } from '../../server/features/spot/spot.state';
import { BTC_TERMS, SPOT_FEES, SPOT_POLICY } from '../../server/features/spot/spot.testkit';
import type { PlaceOco, PlaceOrder } from '../../server/trading/venue/order.commands';
import { tryPlace, tryPlaceOco, type OrderScope } from '../../server/trading/venue/order.decider';
import { previewOf } from '../../server/trading/venue/order.preview';
import { correctionOf } from './correction';
import { EMPTY_FORM, FORM_TYPES, inCall, sizeField, type FormContext, type OrderFields } from './order-fields';
import { withPercent } from './order-size';
import { summarise } from './order-form';

const REFERENCE = 10_000;
const { spec, limits } = BTC_TERMS;
const instrument = { ...spec, ...limits } as unknown as InstrumentView;
const price = (ticks: number) => format(BigInt(ticks) * toAmount(spec.tickSize));
const quantity = (lots: number) => format(BigInt(lots) * toAmount(spec.lotSize));

type Levels = [ticks: number, lots: number][];
const levels = (away: 1 | -1): fc.Arbitrary<Levels> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 400_000 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((steps) => {
      let ticks = REFERENCE;
      return steps.map(([step, lots]): [number, number] => [(ticks += away * step), lots]);
    });
const money = fc.bigInt({ min: 0n, max: 10n ** 16n }).map((units) => format(units * 10n ** 10n));
const worlds = fc.record({ asks: levels(1), bids: levels(-1), quote: money, base: money });
const forms = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom(...FORM_TYPES),
  ticks: fc.integer({ min: 9_000, max: 11_000 }),
  stop: fc.integer({ min: 1, max: 900 }),
  stopLimit: fc.option(fc.integer({ min: 9_000, max: 11_000 }), { nil: null }),
  timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'ATC' as const),
});

type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never;
type Drawn = typeof forms extends fc.Arbitrary<infer T> ? T : never;

/** A form whose prices suit its type: stops beyond the last price, the limit of an OCO on the other side of it. */
function formOf({ side, type, ticks, stop, stopLimit, timeInForce }: Drawn): OrderFields {
  const beyond = side === 'buy' ? 1 : -1;
  const limit = type === 'oco' ? REFERENCE - beyond * (1 + (ticks % 900)) : ticks;
  const leg = type === 'oco' && stopLimit !== null ? price(stopLimit) : '';
  const prices = {
    price: price(limit),
    stopPrice: price(REFERENCE + (isTakeProfit(type) ? -beyond : beyond) * stop),
    stopLimitPrice: leg,
    callback: String(stop / 100 < 0.1 ? 0.1 : stop / 100),
    activationPrice: stop % 2 === 0 ? price(REFERENCE - beyond * stop) : '',
  };
  return { ...EMPTY_FORM, ...prices, side, type, timeInForce };
}

const isTakeProfit = (type: OrderFields['type']): boolean => type.startsWith('take-profit');

const contextOf = ({ asks, bids, quote, base }: World): FormContext => ({
  instrument,
  last: price(REFERENCE),
  asks: asks.map(([at, lots]) => ({ price: price(at), quantity: quantity(lots), sum: '', notional: '', share: 0 })),
  bids: bids.map(([at, lots]) => ({ price: price(at), quantity: quantity(lots), sum: '', notional: '', share: 0 })),
  available: { quote, base },
  rates: { maker: SPOT_FEES.maker, taker: SPOT_FEES.taker, band: SPOT_POLICY.marketBand },
});

type Phase = OrderScope['market']['phase'];

const scopeOf = ({ asks, bids, quote, base }: World, phase: Phase = 'continuous'): OrderScope => ({
  state: spotKind.initial('BTCUSDT'),
  market: {
    at: 1,
    referenceTicks: REFERENCE,
    lastTicks: REFERENCE,
    indexTicks: REFERENCE,
    markTicks: REFERENCE,
    liquidity: { asks, bids },
    phase,
    closesByAuction: true,
    impactAfter: () => undefined,
  },
  available: (asset) => amount(asset === 'USDT' ? quote : base),
  settlement: (terms) => spotProduct.settlement(terms, {} as View),
});

type Body = NonNullable<ReturnType<typeof summarise>['body']>;
type Single = Extract<Body, { type: unknown }>;

/** The body as the server's call turns it into a command. */
function command(body: Single): PlaceOrder {
  const { type: kind, side, price, stopPrice, trigger, callback, activationPrice, quantity, quoteAmount } = body;
  const { timeInForce = 'GTC', postOnly } = body;
  return {
    ...BTC_TERMS,
    policy: SPOT_POLICY,
    fees: SPOT_FEES,
    symbol: spec.symbol,
    userId: 'u',
    ownerId: 'u',
    orderId: 'o-1',
    side,
    kind,
    price,
    stopPrice,
    trigger,
    callback,
    activationPrice,
    quantity,
    quoteAmount,
    timeInForce: kind === 'market' && timeInForce === 'GTC' ? 'IOC' : timeInForce,
    postOnly: postOnly === 'true',
    selfTrade: 'cancel-taker',
    clientOrderId: null,
  };
}

/** The same for both legs of an OCO. */
function ocoCommand(body: Exclude<Body, Single>): PlaceOco {
  const { side, price, stopPrice, trigger, quantity, stopLimitPrice } = body;
  const ids = { userId: 'u', ownerId: 'u', limitOrderId: 'o-1', stopOrderId: 'o-2', clientOrderId: null };
  const prices = { price, stopPrice, trigger, stopLimitPrice, quantity };
  return { ...BTC_TERMS, ...ids, ...prices, policy: SPOT_POLICY, fees: SPOT_FEES, symbol: spec.symbol, side };
}

/** The server's refusal code for the order that a form builds, if any. */
function verdict(body: Body, world: World, phase?: Phase): string | undefined {
  const scope = scopeOf(world, phase);
  const { problems } = 'type' in body ? tryPlace(scope, command(body)) : tryPlaceOco(scope, ocoCommand(body));
  return problems[0]?.refusal;
}

const POOR = new Set<string>([
  'order.quantity-not-positive',
  'order.quantity-below-minimum',
  'order.notional-below-minimum',
  'order.quote-amount-below-one-lot',
]);

describe('the order form beside the server', () => {
  it('builds an order that the server takes from the whole of any balance in any book', () => {
    let taken = 0;
    fc.assert(
      fc.property(worlds, forms, (world, drawn) => {
        const { problems, body } = summarise(withPercent(formOf(drawn), 100, contextOf(world)), contextOf(world));
        const codes = problems.map(({ code }) => code);
        // Too little to trade with is the one thing that the slider cannot mend.
        expect(codes.filter((code) => !POOR.has(code))).toEqual([]);
        if (body === null) return;
        taken += 1;
        expect(verdict(body, world)).toBeUndefined();
      }),
      { numRuns: 1500 },
    );
    expect(taken).toBeGreaterThan(500);
  });

  it('shows the cost and the fee that the server reckons', () => {
    let compared = 0;
    fc.assert(
      fc.property(worlds, forms, fc.integer({ min: 1, max: 100 }), (world, drawn, percent) => {
        const sized = withPercent(formOf(drawn), percent, contextOf(world));
        const { summary, body } = summarise(sized, contextOf(world));
        if (body === null || summary === null || !('type' in body)) return;
        const attempt = tryPlace(scopeOf(world), command(body));
        if (attempt.decided === undefined) return;
        const checked = previewOf(attempt, command(body), scopeOf(world));
        compared += 1;
        const { notional, fee, total, fillsNow, averagePrice } = summary;
        const answered = { notional: checked.notional, fee: checked.fee, total: checked.total };
        expect({ notional, fee, total }).toEqual(answered);
        expect(fillsNow).toBe(checked.filledQuantity);
        if (drawn.type === 'market' && averagePrice !== null) {
          expect(format(amount(averagePrice)).slice(0, 9)).toBe(checked.averagePrice?.slice(0, 9));
        }
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('mends a size that no rule takes in one click, in the unit of its field', () => {
    let mended = 0;
    fc.assert(
      fc.property(worlds, forms, fc.constantFrom('quantity', 'total'), money, (world, drawn, sizedBy, typed) => {
        const context = contextOf(world);
        const form = { ...formOf(drawn), sizedBy, [sizedBy]: typed } as OrderFields;
        const [problem] = summarise(form, context).problems;
        const correction = problem && correctionOf(problem, form, context);
        if (!correction) return;
        mended += 1;
        expect(correction.field).toBe(sizeField(form));
        const after = { ...form, [correction.field]: correction.text };
        const { problems, body } = summarise(after, context);
        expect(problems).toEqual([]);
        expect(verdict(body!, world)).toBeUndefined();
      }),
      { numRuns: 1500 },
    );
    expect(mended).toBeGreaterThan(300);
  });

  it('builds an order of every type that the call before the open takes', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(worlds, forms, fc.boolean(), (world, drawn, postOnly) => {
        const form = inCall({ ...formOf(drawn), postOnly: postOnly && drawn.type === 'limit' });
        const { body } = summarise(withPercent(form, 50, contextOf(world)), contextOf(world));
        if (body === null) return;
        // An order for the close waits for it from the call on.
        if (drawn.type !== 'oco' && formOf(drawn).timeInForce === 'ATC') expect(form.timeInForce).toBe('ATC');
        met.add(form.type);
        expect([form.type, verdict(body, world, 'call')]).toEqual([form.type, undefined]);
      }),
      { numRuns: 800 },
    );
    expect([...met].toSorted()).toEqual([...FORM_TYPES].toSorted());
  });
});
