import { amount, format, times } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { HOUR_MS, PRICES, type SimulatedWorld, type Simulation } from '../simulation.js';
import type { ConversionTerms } from './conversion.commands.js';
import { ConversionShares } from './conversion-shares.js';
import { conversionKind } from './conversion.decider.js';
import { legOf, sumOf } from './conversion.rules.js';
import { RULES } from './conversion.testkit.js';

/** People get quotes and accept, cancel, replace or forget them. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  offers: { convertedShares: new ConversionShares() },
  requests: { id: 'quoteId', open: ['ConversionQuoted'], end: ['FundsConverted', 'ConversionQuoteEnded'] },
  deeds: [
    { share: 1, act: (userId) => quote(world, userId) },
    {
      share: 1,
      act: (userId) => {
        quote(world, userId);
        accept(world, userId);
      },
    },
    { share: 0.5, act: (userId) => end(world, userId, 'CancelConversionQuote', {}) },
  ],
});

function quote({ rng, at, nextId, execute }: SimulatedWorld, userId: string): void {
  const [from, to] = rng.chance(0.5) ? (['USDT', 'ETH'] as const) : (['ETH', 'USDT'] as const);
  const sold = from === 'ETH' ? '0.1' : '250';
  const receives = format(amount(from === 'ETH' ? '249.5' : '0.0998'));
  const spread = { spreadRate: RULES.spreadRate, volatility: '0.0008' };
  const data = {
    userId,
    ownerId: `${userId}.1`,
    quoteId: nextId('q'),
    kind: 'single',
    legs: [{ ...priceOf(from), ...spread, amount: sold, worthUsdt: '250', receives }],
    to: priceOf(to),
    receives,
    // Some come so late that nobody can accept them.
    at: at - (rng.chance(0.1) ? RULES.quoteSeconds * 1000 : 0),
    policy: { name: 'conversion.rules', version: 1, values: RULES },
  };
  execute('real', { type: 'QuoteConversion', data, actor: `user:${userId}` });
}

/** The price stands still, moves against the house, or has no market any more. */
function accept(world: SimulatedWorld, userId: string): void {
  const { rng, at } = world;
  const { live } = world.realm('real').state(conversionKind, `${userId}.1`);
  if (live === null) return;
  const { legs, to, receives } = live;
  const now: ConversionTerms = { legs, to, receives, at };
  const fallen = legs.map((leg) => legOf(amount(leg.amount), { ...leg, priceUsdt: less(leg.priceUsdt) }, to, leg));
  const moved: ConversionTerms = { ...now, legs: fallen, receives: sumOf(fallen) };
  const closed: Refusal = refuse('market.closed', { symbol: 'ETHUSDT', opensAt: at + HOUR_MS });
  end(world, userId, 'ConvertFunds', { current: rng.chance(0.8) ? now : rng.chance(0.5) ? moved : closed });
}

/** By the live quote's name, or by one that nobody knows. */
function end({ realm, execute }: SimulatedWorld, userId: string, type: string, more: object): void {
  const ownerId = `${userId}.1`;
  const { live } = realm('real').state(conversionKind, ownerId);
  const data = { userId, ownerId, quoteId: live?.quoteId ?? 'q-none', ...more };
  execute('real', { type, data, actor: `user:${userId}` });
}

const less = (price: string) => format(times(amount(price), amount('0.99'), 'down'));
const priceOf = (currency: string) => ({ currency, priceUsdt: PRICES[currency] ?? '1', symbol: null });
