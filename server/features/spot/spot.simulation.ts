import type { OpenOrders } from '../../core/ports/open-orders.js';
import { ownerOf, type Person, type SimulatedCommand, type SimulatedWorld, type Simulation } from '../simulation.js';
import { Violation } from '../../core/violation.js';
import { BookLaws } from './spot-books.simulation.js';
import { SIMULATED_SYMBOLS, SimulatedMarket } from './spot-market.simulation.js';
import { TraderCommands } from './spot-traders.simulation.js';
import { spotCommands } from './spot.commands.js';
import { BookSplits } from '../../trading/orders/book-splits.js';
import { spotKind } from './spot.state.js';

export function simulation(world: SimulatedWorld): Simulation {
  const { rng, execute } = world;
  const market = new SimulatedMarket();
  const commands = new TraderCommands(rng, market);
  const open = ({ realm, ...owner }: Pick<Person, 'realm'> & { readonly ownerId: string }, symbol: string): string[] =>
    Array.from(world.realm(realm).state(spotKind, symbol).book.ordersOf(owner.ownerId), ({ orderId }) => orderId);
  /** Mostly their own: cancelling another's order is refused. */
  const takenForTheirs = (person: Person, symbol: string): string[] =>
    rng.chance(0.1)
      ? [...world.realm(person.realm).state(spotKind, symbol).terms.keys()]
      : open({ realm: person.realm, ownerId: ownerOf(person) }, symbol);
  const orders: OpenOrders = {
    openSymbols: (realm, ownerId, product) =>
      Promise.resolve(
        SIMULATED_SYMBOLS.filter(
          (symbol) =>
            product === spotKind.name && open({ realm: realm as Person['realm'], ownerId }, symbol).length > 0,
        ),
      ),
  };
  return {
    offers: { market, orders, actionPrices: market, splitBooks: new BookSplits([spotKind]) },
    laws: (realm) => new BookLaws(realm, (symbol) => market.isCall(symbol)),
    revises: (revision) => market.revise(revision),
    cancels: (realm, symbol, reason) => {
      const { book } = world.realm(realm).state(spotKind, symbol);
      for (const ownerId of new Set([...book.everyOrder()].map(({ order }) => order.owner))) {
        const data = { symbol, ownerId, userId: ownerId.slice(0, ownerId.lastIndexOf('.')), reason };
        const command = { type: 'CancelAllSpotOrders', data, actor: 'system:corporate-actions' };
        if (!execute(realm, command).ok) throw new Violation(`orders of ${ownerId} could not be cancelled`);
      }
    },
    moveMarket: () => {
      const symbol = rng.pick(SIMULATED_SYMBOLS);
      if (market.isHalted(symbol)) return;
      const data = market.move(symbol, rng);
      execute(rng.pick(['demo', 'real'] as const), { type: spotCommands.advance.type, data, actor: 'market' });
    },
    trades: (person) => {
      const command = commands.trading(person, (symbol) => takenForTheirs(person, symbol));
      const mayNot = mayNotTrade(person, command, world);
      if (execute(person.realm, command).ok && mayNot !== undefined)
        throw new Violation(`${person.userId} ${mayNot} and was let ${command.type}`);
    },
    sells: (person, symbol, quantity) => {
      market.listCoin(symbol.slice(0, -'USDT'.length));
      execute(person.realm, commands.sellAll(person, symbol, quantity));
    },
    ends: (person) => {
      // What waits for an auction that the simulation ends before may not be taken back.
      for (const realm of ['demo', 'real'] as const)
        for (const data of market.closeAll())
          execute(realm, { type: spotCommands.advance.type, data, actor: 'market' });
      market.openAll();
      for (const symbol of SIMULATED_SYMBOLS) execute(person.realm, commands.cancelAll(person, symbol, 'user'));
    },
  };
}

/** Why a command that opens or changes an order must be refused, from what the simulation itself knows. */
function mayNotTrade(person: Person, { type }: SimulatedCommand, { at }: SimulatedWorld): string | undefined {
  if (!['PlaceSpotOrder', 'PlaceSpotOco', 'AmendSpotOrder'].includes(type)) return undefined;
  if (person.status === 'expired' || person.status === 'exited') return `has ${person.status}`;
  return person.realm === 'demo' && at >= person.expiresAt ? 'was due to expire' : undefined;
}
