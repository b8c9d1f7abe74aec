import type { SimulatedWorld, Simulation } from '../simulation.js';

const SPACES = ['spot', 'contract', 'options', 'futures', 'finance'] as const;

export const simulation = ({ rng, nextId, execute }: SimulatedWorld): Simulation => ({
  deeds: [
    {
      share: 1,
      act: (userId) => {
        const [from, to] = [rng.pick(SPACES), rng.pick(SPACES)];
        const amount = rng.pick(['0', '5', '120.5', '4000']);
        const names = { userId, ownerId: `${userId}.1`, transferId: nextId('t') };
        const data = { ...names, from, to, currency: 'USDT', amount };
        execute('real', { type: 'TransferFunds', data, actor: `user:${userId}` });
      },
    },
  ],
});
