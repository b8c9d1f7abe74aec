import { amount, format, times } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { HOUR_MS, PRICES, type SimulatedWorld, type Simulation } from '../simulation.js';

const RULES = {
  spreadRate: '0.002',
  volatilityFactor: '2',
  moveToleranceRate: '0.0005',
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
  const spread = { spreadRate: RULES.spreadRate, volatility: '0.0008' };
  const legs = [{ ...priceOf(from), ...spread, amount: sold, worthUsdt: '250', receives }];
  const terms = { legs, to: priceOf(to), receives };
  const quote = {
    ...terms,
    userId,
    ownerId: `${userId}.1`,
    quoteId: nextId('q'),
    kind: 'single',
    at,
    expiresAt: at + (rng.chance(0.1) ? -1 : 10_000),
    policy: { name: 'conversion.rules', version: 1, values: RULES },
  };
  // The price stands still, moves against the house, or has no market any more.
  const moved = { ...terms, receives: format(times(amount(receives), amount('0.99'), 'down')), at };
  const closed = refuse('market.closed', { symbol: 'ETHUSDT', opensAt: at + HOUR_MS });
  const current = rng.chance(0.8) ? { ...terms, at } : rng.chance(0.5) ? moved : closed;
  execute('real', { type: 'ConvertFunds', data: { quote, current }, actor: `user:${userId}` });
}

const priceOf = (currency: string) => ({ currency, priceUsdt: PRICES[currency] ?? '1', symbol: null });
