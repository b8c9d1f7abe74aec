import { amount, format } from '../../../shared/money.js';
import { PRICES, type SimulatedWorld, type Simulation } from '../simulation.js';

const RULES = {
  spreadRate: '0.002',
  minUsdt: '1',
  maxUsdt: '100000',
  dustBelowUsdt: '10',
  quoteSeconds: 10,
  dustQuoteSeconds: 60,
};

export const simulation = (world: SimulatedWorld): Simulation => ({
  deeds: [{ share: 1, act: (userId) => convert(world, userId) }],
});

function convert({ rng, at, nextId, execute }: SimulatedWorld, userId: string): void {
  const [from, to] = rng.chance(0.5) ? (['USDT', 'ETH'] as const) : (['ETH', 'USDT'] as const);
  const sold = from === 'ETH' ? '0.1' : '250';
  const receives = format(amount(from === 'ETH' ? '249.5' : '0.0998'));
  const quote = {
    userId,
    ownerId: `${userId}.1`,
    quoteId: nextId('q'),
    kind: 'single',
    receives,
    at,
    legs: [{ ...priceOf(from), amount: sold, worthUsdt: '250', receives }],
    to: priceOf(to),
    expiresAt: at + (rng.chance(0.1) ? -1 : 10_000),
    policy: { name: 'conversion.rules', version: 1, values: RULES },
  };
  execute('real', { type: 'ConvertFunds', data: { quote }, actor: `user:${userId}` });
}

const priceOf = (currency: string) => ({ currency, priceUsdt: PRICES[currency] ?? '1', symbol: null });
