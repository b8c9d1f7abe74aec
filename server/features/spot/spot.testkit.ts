import { refuse } from '../../core/refusal.js';
import { decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { BookMarket, BookTerms, MarketBeat, MarketMoment } from '../../market/book-market.js';
import type { SessionState } from '../../market/simulator/market-clock.js';
import type { PlaceOco, PlaceOrder } from '../../trading/venue/order.commands.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { spotKind } from './spot.state.js';

export const SYMBOL = 'BTCUSDT';
export const BTC_TERMS: BookTerms = {
  spec: {
    symbol: SYMBOL,
    version: 1,
    base: 'BTC',
    quote: 'USDT',
    tickSize: '0.01',
    lotSize: '0.001',
    baseDecimals: 8,
    quoteDecimals: 8,
  },
  limits: { minQuantity: '0.005', maxQuantity: '9000', minNotional: '1', maxNotional: '1000000' },
};

export const SPOT_POLICY = {
  name: 'spot.rules',
  version: 1,
  limitBandLow: '0.2',
  limitBandHigh: '5',
  marketBand: '0.05',
};

/** Half a thousandth to make, one to take: no tier of the seeds, so that a test tells the two apart. */
export const SPOT_FEES = {
  maker: '0.0005',
  taker: '0.001',
  tier: 0,
  volume: '0',
  day: '1970-01-01',
  policy: 'spot.fees',
  policyVersion: 1,
};

const STILL = { traded: null, noiseTakers: [], index: null, mark: null, opening: false, closing: false } as const;

/** Agents who quote what is set: 99.00 / 101.00 around 100.00 at first, ten units each. */
export class QuotedMarket implements BookMarket {
  quotes: MarketMoment['liquidity'] = { bids: [[9900, 10_000]], asks: [[10_100, 10_000]] };
  listed = BTC_TERMS;
  closed = false;
  phase: MarketMoment['phase'] = 'continuous';
  priceLimits: MarketMoment['priceLimits'];
  tape: Omit<MarketBeat, 'liquidity'> = STILL;
  beats = 0;

  in = (): this => this;
  terms = (): BookTerms => this.listed;
  moment: BookMarket['moment'] = () =>
    this.closed
      ? refuse('market.closed', { symbol: SYMBOL, opensAt: 1_000_000 })
      : {
          referenceTicks: 10_000,
          lastTicks: 10_000,
          indexTicks: 10_000,
          markTicks: 10_000,
          liquidity: this.quotes,
          phase: this.phase,
          priceLimits: this.priceLimits,
        };
  /** Open for ever, unless it is told to close. */
  session: SessionState = { open: true, phase: 'open' };
  hours: BookMarket['hours'] = () => this.session;
  impactAfter: BookMarket['impactAfter'] = (_symbol, at, _impact, fills) => (fills.length > 0 ? { at } : undefined);

  beat: BookMarket['beat'] = () => (this.closed ? undefined : { liquidity: this.quotes, ...this.tape });

  /** The agents quote anew, and the book meets them in the next beat, whose tape is busy with takers who reach nobody. */
  moves(
    quotes: MarketMoment['liquidity'],
    traded: MarketBeat['traded'] = null,
    watched: Partial<Pick<MarketBeat, 'index' | 'mark'>> = {},
  ) {
    this.quotes = quotes;
    const noiseTakers = [{ side: 'buy', lots: 1_000_000_000, limitTicks: 1 }] as const;
    this.tape = { ...STILL, traded, noiseTakers, ...watched };
    this.beats += 1;
    return { type: 'AdvanceSpotMarket', data: { symbol: SYMBOL, beat: this.beats, missed: null } };
  }
}

/** One book, in ticks of 0.01 and lots of 0.001; alice, bob and carol have 100,000 USDT each. */
export function spot(market = new QuotedMarket()) {
  const handlers = orderHandlers({ kind: spotKind, market, gate: openGate });
  const { given } = decider({ realm: 'demo', kind: spotKind, id: SYMBOL, handlers });
  return given(...['alice', 'bob', 'carol'].map((user) => funds(ownerOf(user), 'USDT', '100000')));
}
export type Spot = ReturnType<typeof spot>;

export const ownerOf = (user: string): string => `demo-${user}`;

export type Order = Partial<PlaceOrder> & Pick<PlaceOrder, 'side' | 'kind'>;
type Oco = Pick<PlaceOco, 'side' | 'quantity' | 'price' | 'stopPrice' | 'stopLimitPrice'>;

export const limit = (side: Order['side'], quantity: string, price: string) =>
  ({ side, kind: 'limit', quantity, price }) as const satisfies Order;
export const market = (side: Order['side'], quantity: string) =>
  ({ side, kind: 'market', quantity }) as const satisfies Order;

/** `o-1` unless it is named. */
export function place(order: Order, user = 'alice') {
  const defaults = { orderId: 'o-1', postOnly: false, selfTrade: 'cancel-taker', clientOrderId: null } as const;
  return { type: 'PlaceSpotOrder', data: { ...termsOf(user), ...defaults, ...order } };
}

/** Its legs are `o-limit` and `o-stop`. */
export function placeOco(pair: Oco, user = 'alice') {
  const ids = { limitOrderId: 'o-limit', stopOrderId: 'o-stop', clientOrderId: null };
  return { type: 'PlaceSpotOco', data: { ...termsOf(user), ...ids, ...pair } };
}

export const amend = (change: Partial<PlaceOrder>, user = 'alice') => ({
  type: 'AmendSpotOrder',
  data: { ...termsOf(user), orderId: 'o-1', ...change },
});
export const cancel = (orderId = 'o-1', user = 'alice') => ({
  type: 'CancelSpotOrder',
  data: { ...termsOf(user), orderId },
});

function termsOf(user: string) {
  return {
    symbol: SYMBOL,
    userId: ownerOf(user),
    ownerId: ownerOf(user),
    ...BTC_TERMS,
    policy: SPOT_POLICY,
    fees: SPOT_FEES,
  };
}
