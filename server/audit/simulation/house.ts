import { z } from 'zod';
import { amount } from '../../../shared/money.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, HouseCommand, type DataOf } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import type { Payees } from '../../core/ports/payees.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import { CommandHandlers } from '../../engine/writer/command-handlers.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { accountKind, mayTrade } from '../../features/account/account.decider.js';
import { payeeKind, payingProblem } from '../../features/payee/payee.decider.js';
import { recoveryHold } from '../../features/security/recovery.handler.js';
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
    const postings = ['USDT', 'BTC', 'ETH'].flatMap((asset) => [
      { account: HOUSE.marketMaker.account, asset, amount: -amount('5000') },
      { account: userAccount(ownerId, 'spot', 'available'), asset, amount: amount('5000') },
    ]);
    const event = { stream: `simulation-${ownerId}`, type: 'SimulationGranted', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});

const gate: AccountGate = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  refusal: (view, userId, ownerId, at) => mayTrade(view.state(accountKind, userId), at, ownerId),
  nationality: () => null,
};
const payees: Pick<Payees, 'stream' | 'refusal'> = {
  stream: (userId) => [payeeKind as StreamKind<unknown>, userId],
  refusal: (view, userId, payeeId, at) => payingProblem(view.state(payeeKind, userId), payeeId, at),
};
/** Whoever is in this list has not shown who they are. */
const levelsWithout = (strangers: readonly string[]): Pick<VerificationLevels, 'stream' | 'levels'> => ({
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  levels: (_, userId) => ({ primary: !strangers.includes(userId), advanced: false, address: false }),
});

/** Asking it anything is a mistake of the simulation. */
function absent<Port extends object>(name: string): Port {
  const get = (): never => {
    throw new Error(`the simulation has no ${name}`);
  };
  return new Proxy({} as Port, { get });
}

/** What nouns offer to each other's decisions and reactions, where nobody is behind it but the simulation itself. */
export function simulatedPorts(
  parts: Pick<Ports, 'market'> & Partial<Pick<Ports, 'kinds' | 'orders'>>,
  strangers: readonly string[] = [],
): Ports {
  return {
    kinds: absent('kinds'),
    orders: absent('orders'),
    ...parts,
    gate,
    payees: payees as Payees,
    levels: levelsWithout(strangers) as VerificationLevels,
    hold: recoveryHold,
    rules: absent('rules'),
    factors: absent('factors'),
    sessions: absent('sessions'),
  };
}

/** Every command there is, and the grant. */
export function simulatedHandlers(ports: Ports): CommandHandlers {
  return new CommandHandlers().register(grantHandler, ...handlersOf(ports));
}
