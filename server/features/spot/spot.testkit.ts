import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle } from '../../core/command.js';
import { commandOf } from '../../core/command.testkit.js';
import type { CommandResult, StreamKind } from '../../core/decider.js';
import { CountingIds } from '../../core/ids.js';
import { amount } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import type { Rng } from '../../core/rng.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { Liquidity, Side, TradedRange } from '../../trading/matching/book.js';
import type { BookTerms, SpotMarket } from '../../market/spot-market.js';
import { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { OrderAnswer, PlaceOco, PlaceOrder } from '../../trading/venue/order.commands.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { spotKind } from './spot.state.js';

/** A small world for tests and simulations: one book, a few users with 100,000 USDT each, agents that quote what is set. */
export const BTC_TERMS: BookTerms = {
  spec: {
    symbol: 'BTCUSDT',
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
  makerRate: '0.0005',
  takerRate: '0.001',
  limitBandLow: '0.2',
  limitBandHigh: '5',
  marketBand: '0.05',
};

const DEFAULT_QUOTES: Liquidity = { bids: [[9900, 10_000]], asks: [[10_100, 10_000]] };
const nobody: StreamKind<null> = { name: 'account', initial: () => null, evolve: () => null };

declareEventTypes({ type: 'TestGranted', schema: 1 });

const grant = handle(commandOf<{ owner: string; amount: string }, null>('TestGrant'), {
  realms: ['demo'],
  touches: ({ owner }) => ({ streams: [[nobody, owner]] }),
  decide: (_, { owner, amount: text }) => {
    const value = amount(text);
    const postings = [
      { account: HOUSE.demoGrants.account, asset: 'USDT', amount: -value },
      { account: userAccount(owner, 'spot', 'available'), asset: 'USDT', amount: value },
    ];
    return {
      events: [{ stream: `account-${owner}`, type: 'TestGranted', schema: 1, data: {}, postings }],
      answer: null,
    };
  },
});

type Wish = Partial<PlaceOrder> & Pick<PlaceOrder, 'side' | 'kind'>;
type OcoWish = Pick<PlaceOco, 'side' | 'quantity' | 'price' | 'stopPrice' | 'stopLimitPrice'>;

export class SpotWorld {
  readonly realm: MemoryRealm;
  quotes: Liquidity = DEFAULT_QUOTES;
  terms: BookTerms = BTC_TERMS;
  closed = false;
  private at = 1_000_000;
  private readonly ids = new CountingIds();

  constructor(users: readonly string[] = ['alice', 'bob', 'carol']) {
    const gate: AccountGate = {
      stream: (userId) => [nobody, userId],
      refusal: () => undefined,
      nationality: () => null,
    };
    const handlers = new CommandHandlers().register(grant, ...orderHandlers(spotKind, this.market(), gate));
    this.realm = new MemoryRealm('demo', handlers);
    for (const user of users) this.send('TestGrant', { owner: `demo-${user}`, amount: '100000' });
  }

  place(wish: Wish, user = 'alice'): Outcome {
    const orderId = this.ids.next('o');
    const common = { postOnly: false, selfTrade: 'cancel-taker' as const, clientOrderId: null };
    return new Outcome(this.send('PlaceSpotOrder', { ...this.owner(user), ...common, orderId, ...wish }));
  }

  placeOco(wish: OcoWish, user = 'alice'): Outcome {
    const ids = { limitOrderId: this.ids.next('o'), stopOrderId: this.ids.next('o') };
    return new Outcome(this.send('PlaceSpotOco', { ...this.owner(user), ...ids, clientOrderId: null, ...wish }));
  }

  amend(orderId: string, change: { price?: string; stopPrice?: string; quantity?: string }, user = 'alice'): Outcome {
    return new Outcome(this.send('AmendSpotOrder', { ...this.owner(user), orderId, ...change }));
  }

  cancel(orderId: string, user = 'alice'): Outcome {
    return new Outcome(this.send('CancelSpotOrder', { ...this.owner(user), orderId }));
  }

  cancelAll(user = 'alice'): Outcome {
    return new Outcome(this.send('CancelAllSpotOrders', { ...this.owner(user), reason: 'user' }));
  }

  advance(
    quotes: Liquidity,
    traded: TradedRange | null = null,
    noiseTakers: { side: Side; lots: number }[] = [],
  ): Outcome {
    this.quotes = quotes;
    const takers = noiseTakers.map((taker) => ({ ...taker, limitTicks: null }));
    return new Outcome(
      this.send('AdvanceSpotMarket', { symbol: 'BTCUSDT', liquidity: quotes, traded, noiseTakers: takers }),
    );
  }

  funds(asset: string, user = 'alice'): { available: string; frozen: string } {
    const of = (bucket: 'available' | 'frozen'): string =>
      this.realm.balance(userAccount(`demo-${user}`, 'spot', bucket), asset);
    return { available: of('available'), frozen: of('frozen') };
  }

  house(name: string, asset: string): string {
    return this.realm.balance(`house/${name}`, asset);
  }

  /** One wish of anybody: most make sense, some do not, and the market moves now and then. */
  wishAtRandom(rng: Rng, users: readonly string[] = ['alice', 'bob', 'carol']): Outcome {
    const user = rng.pick(users);
    const side = rng.pick(['buy', 'sell'] as const);
    const price = `${rng.between(90, 112)}.${rng.pick(['00', '05', '50', '99'])}`;
    const quantity = `${rng.between(0, 4)}.${rng.pick(['005', '1', '25', '333', '0001'])}`;
    const changes = [{ price, quantity }, { stopPrice: price }, { price }, { quantity }];
    const open = [...this.realm.state(spotKind, 'BTCUSDT').terms.keys()];
    const postOnly = rng.chance(0.1);
    const selfTrade = rng.pick(['cancel-taker', 'cancel-maker', 'cancel-both', 'decrement'] as const);
    const timeInForce = rng.pick(['GTC', 'GTC', 'IOC', 'FOK'] as const);
    switch (rng.below(12)) {
      case 0:
        return this.place({ side, kind: 'market', quantity, selfTrade, timeInForce: 'IOC' }, user);
      case 1:
        return this.place({ side: 'buy', kind: 'market', quoteAmount: quantity.replace('.', '9.'), selfTrade }, user);
      case 2:
        return this.place({ side, kind: 'stop', stopPrice: price, quantity }, user);
      case 3:
        return this.place(
          { side, kind: 'stop-limit', stopPrice: price, price, quantity, timeInForce, selfTrade },
          user,
        );
      case 4:
        return this.placeOco({ side, quantity, price, stopPrice: `${rng.between(90, 112)}` }, user);
      case 5:
        return this.amend(open.length > 0 ? rng.pick(open) : 'o-none', rng.pick(changes), user);
      case 6:
        return this.cancel(open.length > 0 ? rng.pick(open) : 'o-none', user);
      case 7:
        return rng.chance(0.2) ? this.cancelAll(user) : this.cancel(open.length > 0 ? rng.pick(open) : 'x', user);
      case 8:
        return this.moveAtRandom(rng);
      default:
        return this.place({ side, kind: 'limit', price, quantity, postOnly, selfTrade, timeInForce }, user);
    }
  }

  private moveAtRandom(rng: Rng): Outcome {
    const middle = rng.between(9300, 10_900);
    const quotes: Liquidity = {
      bids: [5, 20, 60].map((away) => [middle - away, rng.between(1, 3000)] as const),
      asks: [5, 20, 60].map((away) => [middle + away, rng.between(1, 3000)] as const),
    };
    const range = { lowTicks: middle - rng.below(300), highTicks: middle + rng.below(300), lastTicks: middle };
    return this.advance(quotes, rng.chance(0.7) ? range : null, [
      { side: rng.pick(['buy', 'sell'] as const), lots: rng.between(1, 900) },
    ]);
  }

  private owner(user: string): object {
    const id = `demo-${user}`;
    return { symbol: 'BTCUSDT', userId: id, ownerId: id, ...this.terms, policy: SPOT_POLICY };
  }

  private send(type: string, data: unknown): CommandResult<OrderAnswer> {
    this.at += 1000;
    return this.realm.execute<OrderAnswer>({ type, data, at: this.at, actor: 'user:test' });
  }

  private market(): SpotMarket {
    return {
      terms: () => this.terms,
      moment: () =>
        this.closed
          ? refuse('market.closed', { symbol: 'BTCUSDT', opensAt: 1_000_000 })
          : { referenceTicks: 10_000, liquidity: this.quotes },
      impactAfter: (_symbol, at, _impact, fills) => (fills.length > 0 ? { at } : undefined),
    };
  }
}

/** What a wish came to: the answer's orders, or the refusal's code. */
export class Outcome {
  readonly refusal: string | undefined;
  readonly params: Readonly<Record<string, string | number>>;
  readonly orders: OrderAnswer['orders'];
  readonly trades: OrderAnswer['trades'];

  constructor(result: CommandResult<OrderAnswer>) {
    this.refusal = result.ok ? undefined : result.refusal.refusal;
    this.params = result.ok ? {} : result.refusal.params;
    this.orders = result.ok && result.answer !== null ? result.answer.orders : [];
    this.trades = result.ok && result.answer !== null ? result.answer.trades : [];
  }

  /** The one order that the command was about. */
  order(): OrderAnswer['orders'][number] {
    const [first] = this.orders;
    if (first === undefined) throw new Error(`no order, but ${this.refusal ?? 'nothing'}`);
    return first;
  }
}

export function spotWorld(): SpotWorld {
  return new SpotWorld();
}
