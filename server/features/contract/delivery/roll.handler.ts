import { handle, type AnyCommandHandler } from '../../../core/command.js';
import type { CommandScope, StreamKind, View } from '../../../core/decider.js';
import { isRefusal } from '../../../core/refusal.js';
import { HOUSE } from '../../../trading/matching/book.js';
import { scopeOfLoadedOrder, scopeOfOrder } from '../../../trading/venue/order.handler.js';
import type { ContractPorts } from '../contract.handler.js';
import { contractKind, contractProduct } from '../contract.product.js';
import { positionKind } from '../position/position.state.js';
import { RollPosition, type RollLeg } from './roll.commands.js';
import { decideRoll, type RollMarket } from './roll.decider.js';

type Data = RollPosition['data'];

/** What both orders touch before anybody is met. */
export function rollScope({ gate, principal }: Omit<ContractPorts, 'market'>, data: Data): CommandScope {
  const legs = [data.from, data.to].map((leg) =>
    scopeOfLoadedOrder({ kind: contractKind, gate, principal }, owned(data, leg)),
  );
  const streams = new Map(
    legs.flatMap((leg) => leg.streams).map((stream) => [`${stream[0].name} ${stream[1]}`, stream]),
  );
  return { streams: [...streams.values()], balances: legs.flatMap(({ balances }) => balances ?? []) };
}

export function rollMarket(
  { market, principal }: Omit<ContractPorts, 'gate'>,
  data: Data,
  at: number,
  moves: RollMarket['moves'],
): RollMarket {
  const parts = { kind: contractKind, market, principal };
  return {
    at,
    moves,
    scopeOf: (view, leg) => scopeOfOrder(parts, view, owned(data, leg), at),
    principal: (view) => principal.of(data, view),
  };
}

const owned = ({ userId, ownerId }: Data, leg: RollLeg) => ({ ...leg, userId, ownerId });

/** A roll is one command in two books, so that no price moves between its orders. */
export function rollHandler(ports: ContractPorts): AnyCommandHandler {
  const { gate } = ports;
  return handle(RollPosition, {
    realms: ['demo', 'real'],
    scope: (data) => rollScope(ports, data),
    moreScope: (view, data, { at }) => makersOf(ports, view, data, at),
    reaches: [positionKind as StreamKind<unknown>],
    decide: (view, data, { at }) => {
      const barred = gate.refusal(view, data.userId, data.ownerId, at);
      return (
        barred ??
        decideRoll(
          view,
          data,
          rollMarket(ports, data, at, () => true),
        )
      );
    },
  });
}

/** Whose resting orders the two orders would meet: their positions move too. */
function makersOf(ports: ContractPorts, view: View, data: Data, at: number): CommandScope {
  const makers = new Set<string>();
  const moves = (owner: string): boolean => {
    if (owner !== data.ownerId && owner !== HOUSE) makers.add(owner);
    return owner === data.ownerId;
  };
  // A refusal is found again when it is decided: then nobody is met.
  isRefusal(decideRoll(view, data, rollMarket(ports, data, at, moves)));
  const { moves: streamsOf } = contractProduct;
  return {
    streams: [...makers].flatMap((owner) =>
      [data.from, data.to].flatMap(({ symbol }) => streamsOf?.(owner, symbol) ?? []),
    ),
  };
}
