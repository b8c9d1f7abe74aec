import { CountingIds } from '../../core/ids.js';
import type { Rng } from '../../core/rng.js';
import { STOP_TRIGGERS } from '../../../contracts/order.contract.js';
import type { FeeTerms } from '../../trading/venue/book.facts.js';
import type { OrderPolicy } from '../../trading/venue/order.commands.js';
import { ownerOf, type Person, type SimulatedCommand } from '../simulation.js';
import { SIMULATED_SYMBOLS, type SimulatedMarket } from './spot-market.simulation.js';

export const SIMULATED_POLICY: OrderPolicy = {
  name: 'spot.rules',
  version: 1,
  limitBandLow: '0.2',
  limitBandHigh: '5',
  marketBand: '0.05',
};

/** Rates of several tiers; the last one pays a rebate. */
const RATES = [
  ['0.001', '0.001'],
  ['0.0004', '0.0006'],
  ['-0.00005', '0.0004'],
] as const;

/** The terms of a tier of the simulation. */
export function simulatedFees(tier: number): FeeTerms {
  const [maker, taker] = RATES[tier] ?? RATES[0];
  return { maker, taker, tier, volume: '0', day: '2026-11-02', policy: 'spot.fees', policyVersion: 1 };
}

const SIDES = ['buy', 'sell'] as const;
const SELF_TRADE = ['cancel-taker', 'cancel-maker', 'cancel-both', 'decrement'] as const;

/** Commands of traders, drawn by chance: most of it makes sense, some of it must be refused. */
export class TraderCommands {
  private readonly ids = new CountingIds();

  constructor(
    private readonly rng: Rng,
    private readonly market: SimulatedMarket,
  ) {}

  /** A trading command. `openOrders` are those that the trader may take for theirs. */
  trading(person: Person, openOrders: (symbol: string) => readonly string[]): SimulatedCommand {
    const { rng } = this;
    const symbol = rng.pick(SIMULATED_SYMBOLS);
    const side = rng.pick(SIDES);
    const price = this.market.priceNear(symbol, rng);
    const quantity = `${rng.between(0, 3)}.${rng.pick(rng.chance(0.03) ? ['0001', '0'] : ['005', '1', '25', '333'])}`;
    switch (rng.below(16)) {
      case 0:
      case 1:
        return this.place(person, symbol, {
          side,
          kind: 'market',
          quantity,
          timeInForce: rng.pick(['IOC', 'OPG', 'ATC'] as const),
        });
      case 2:
        return this.place(person, symbol, { side: 'buy', kind: 'market', quoteAmount: quantity.replace('.', '9.') });
      case 3:
        return this.place(person, symbol, {
          side,
          kind: rng.pick(['stop', 'take-profit'] as const),
          stopPrice: price,
          quantity,
          trigger: rng.pick(STOP_TRIGGERS),
        });
      case 4:
        return this.place(person, symbol, {
          side,
          kind: rng.pick(['stop-limit', 'take-profit-limit'] as const),
          stopPrice: price,
          price,
          quantity,
        });
      case 5:
        return this.oco(person, symbol, side, quantity);
      case 6:
        return this.amend(
          person,
          symbol,
          openOrders(symbol),
          rng.pick([{ price, quantity }, { price }, { quantity }, { stopPrice: price }]),
        );
      case 7:
      case 8:
        return this.cancel(person, symbol, openOrders(symbol));
      case 9:
        return rng.chance(0.2)
          ? this.cancelAll(person, symbol, 'user')
          : this.cancel(person, symbol, openOrders(symbol));
      case 10:
        return this.trailingStop(person, symbol, { side, quantity }, price);
      case 11:
        return this.attached(person, symbol, quantity, price);
      default:
        return this.place(person, symbol, { side, kind: 'limit', price, quantity, postOnly: rng.chance(0.1) });
    }
  }

  /** All of it, at once, to whoever takes it. */
  sellAll(person: Person, symbol: string, quantity: string): SimulatedCommand {
    return this.place(person, symbol, { side: 'sell', kind: 'market', quantity, timeInForce: 'IOC' });
  }

  cancelAll(person: Person, symbol: string, reason: 'user' | 'expired' | 'closed'): SimulatedCommand {
    return this.command('CancelAllSpotOrders', person, symbol, { reason });
  }

  private place(person: Person, symbol: string, order: object): SimulatedCommand {
    const { rng } = this;
    const timeInForce = rng.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'OPG', 'ATC'] as const);
    const kind = (order as { kind: string }).kind;
    const rests = kind !== 'market';
    const selfTrade = rng.pick(SELF_TRADE);
    return this.command('PlaceSpotOrder', person, symbol, {
      orderId: this.ids.next('o'),
      postOnly: false,
      selfTrade,
      clientOrderId: null,
      ...(rests ? { timeInForce } : {}),
      ...order,
    });
  }

  private trailingStop(person: Person, symbol: string, order: object, price: string): SimulatedCommand {
    const { rng } = this;
    return this.place(person, symbol, {
      ...order,
      kind: 'trailing-stop',
      callback: rng.pick(['0.1%', '0.5%', '2%', '0.25', '11%']),
      ...(rng.chance(0.5) && { activationPrice: price }),
      trigger: rng.pick(STOP_TRIGGERS),
    });
  }

  /** Bought near the price, with levels on both sides of it that the market or the orders after it will reach. */
  private attached(person: Person, symbol: string, quantity: string, price: string): SimulatedCommand {
    const { rng } = this;
    const at = (share: number): string => (Number(price) * share).toFixed(2);
    const kind = rng.pick(['market', 'limit'] as const);
    const levels = [`${rng.pick([50, 60, 100])}:${at(1.003)}:${at(0.996)}`, `40::${at(0.99)}`];
    return this.place(person, symbol, {
      side: 'buy',
      kind,
      quantity,
      ...(kind === 'limit' && { price }),
      attached: rng.chance(0.5) ? levels.join(',') : levels[0]!,
      attachedTrigger: rng.pick(STOP_TRIGGERS),
    });
  }

  private oco(person: Person, symbol: string, side: 'buy' | 'sell', quantity: string): SimulatedCommand {
    const { rng } = this;
    const ids = { limitOrderId: this.ids.next('o'), stopOrderId: this.ids.next('o') };
    const prices = { price: this.market.priceNear(symbol, rng), stopPrice: this.market.priceNear(symbol, rng) };
    const stopLimit = rng.chance(0.5) ? { stopLimitPrice: this.market.priceNear(symbol, rng) } : {};
    return this.command('PlaceSpotOco', person, symbol, {
      ...ids,
      ...prices,
      ...stopLimit,
      side,
      quantity,
      clientOrderId: null,
    });
  }

  private amend(person: Person, symbol: string, open: readonly string[], change: object): SimulatedCommand {
    const orderId = open.length > 0 ? this.rng.pick(open) : 'o-none';
    return this.command('AmendSpotOrder', person, symbol, { orderId, ...change });
  }

  private cancel(person: Person, symbol: string, open: readonly string[]): SimulatedCommand {
    const orderId = open.length > 0 ? this.rng.pick(open) : 'o-none';
    return this.command('CancelSpotOrder', person, symbol, { orderId });
  }

  /** Orders come on any tier, so that each pair of tiers meets. */
  private terms(symbol: string) {
    const fees = simulatedFees(this.rng.below(RATES.length));
    return { ...this.market.terms(symbol), policy: SIMULATED_POLICY, fees };
  }

  private command(type: string, person: Person, symbol: string, more: object): SimulatedCommand {
    const { userId } = person;
    const owner = { symbol, userId, ownerId: ownerOf(person) };
    const terms = type.startsWith('Cancel') ? {} : this.terms(symbol);
    return { type, data: { ...owner, ...terms, ...more }, actor: `user:${userId}` };
  }
}
