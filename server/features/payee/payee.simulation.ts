import type { StreamKind } from '../../core/decider.js';
import type { Payees } from '../../core/ports/payees.js';
import { NETWORK } from '../../outside/hostile/outside.js';
import { SEALED, type SimulatedWorld, type Simulation } from '../simulation.js';
import { payeeKind, payingProblem } from './payee.decider.js';

const POLICY = { name: 'payee.rules', version: 1, inputs: { coolingHours: 2, most: 8 } };

const payees: Pick<Payees, 'stream' | 'refusal'> = {
  stream: (userId) => [payeeKind as StreamKind<unknown>, userId],
  refusal: (view, userId, payeeId, at) => payingProblem(view.state(payeeKind, userId), payeeId, at),
};

export const simulation = (world: SimulatedWorld): Simulation => ({
  offers: { payees },
  payeesOf: (userId) =>
    world
      .realm('real')
      .state(payeeKind, userId)
      .entries.map((entry) => {
        const { id, fingerprint, addedAt } = entry;
        const chain = entry.kind === 'card' ? null : { currency: entry.currency, network: entry.network };
        return { id, fingerprint, addedAt, chain };
      }),
  deeds: [{ share: 1, act: (userId) => addPayee(world, userId) }],
});

function addPayee({ rng, nextId, execute }: SimulatedWorld, userId: string): void {
  const isCard = rng.chance(0.3);
  const chain = isCard ? {} : { currency: rng.pick(['USDT', 'USDT', 'ETH']), network: NETWORK };
  const fingerprint = `f${rng.below(12)}`;
  const data = { userId, payeeId: nextId('payee'), sealedPayee: SEALED, fingerprint, policy: POLICY, ...chain };
  execute('real', { type: isCard ? 'AddPayeeCard' : 'AddPayeeAddress', data, actor: `user:${userId}` });
}
