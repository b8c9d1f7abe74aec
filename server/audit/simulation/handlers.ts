import type { PolicyVersion } from '../../core/policy.js';
import { z } from 'zod';
import { amount } from '../../../shared/money.js';
import { handle, HouseCommand, type DataOf } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { handlersOf, type Ports } from '../../features.js';

declareEventTypes({ type: 'SimulationGranted', schema: 1 });

const simulationKind: StreamKind<unknown> = { name: 'simulation', initial: () => null, evolve: () => null };
/** The streams of what only a simulation does. */
export const SIMULATED_KINDS = [simulationKind];

const grantInSimulation = z.object({ ownerId: z.string() });

class GrantInSimulation extends HouseCommand<DataOf<typeof grantInSimulation>, null> {
  static readonly type = 'GrantInSimulation';
  static readonly schema = grantInSimulation;
}

/** Real accounts have no grant of their own: the simulation gives them something to trade with. */
const grantHandler = handle(GrantInSimulation, {
  realms: ['real'],
  scope: ({ ownerId }) => ({ streams: [[simulationKind, ownerId]] }),
  decide: (_, { ownerId }) => {
    const postings = ['USDT', 'BTC', 'ETH', 'AAPL'].flatMap((asset) => [
      { account: HOUSE.marketMaker.account, asset, amount: -amount('5000') },
      { account: userAccount(ownerId, 'spot', 'available'), asset, amount: amount('5000') },
    ]);
    const event = { stream: `simulation-${ownerId}`, type: 'SimulationGranted', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});

/** What nouns offer to each other's decisions and reactions. Asking for what none offers is a mistake of the simulation. */
export function simulatedPorts(offers: readonly object[], policies: readonly PolicyVersion<object>[]): Ports {
  const inForce = (name: string): PolicyVersion<object> =>
    policies.find((policy) => policy.name === name) ?? (absent(name) as PolicyVersion<object>);
  const offered = Object.assign({ rules: { inForce, inForceAt: inForce } }, ...offers) as Ports;
  return new Proxy(offered, { get: (ports, name) => Reflect.get(ports, name) ?? absent(String(name)) });
}

/** Every command there is, and the grant. */
export function simulatedHandlers(ports: Ports): CommandHandlers {
  return new CommandHandlers().register(grantHandler, ...handlersOf(ports));
}

function absent(name: string): object {
  const get = (): never => {
    throw new Error(`the simulation has no ${name}`);
  };
  return new Proxy({}, { get });
}
