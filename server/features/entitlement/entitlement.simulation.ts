import { Violation } from '../../core/violation.js';
import type { SimulatedWorld, Simulation } from '../simulation.js';
import type { DividendPaid } from './entitlement.events.js';

/** A dividend goes to some holders, and the same command comes again after a crash. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  laws: () => {
    const paid = new Set<string>();
    const twice: string[] = [];
    return {
      trades: 0,
      take({ type, data }) {
        if (type !== 'DividendPaid') return;
        const { actionId, ownerId } = data as DividendPaid;
        const key = `${actionId} ${ownerId}`;
        if (paid.has(key)) twice.push(key);
        paid.add(key);
      },
      check() {
        if (twice.length > 0) throw new Violation(`paid twice: ${twice.join(', ')}`);
      },
    };
  },
  outside: [{ share: 0.5, act: () => pay(world) }],
});

function pay({ rng, savers, nextId, execute }: SimulatedWorld): void {
  const actionId = nextId('action');
  const perShare = rng.pick(['0.01', '12.5', '0.000000001']);
  for (const userId of [rng.pick(savers), rng.pick(savers)]) {
    const owner = { userId, ownerId: `${userId}.1` };
    const data = { ...owner, actionId, symbol: 'ETHUSDT', base: 'ETH', quote: 'USDT', perShare };
    const command = { type: 'PayDividend', data, actor: 'system:corporate-actions' };
    execute('real', command);
    if (rng.chance(0.4)) execute('real', command);
  }
}
