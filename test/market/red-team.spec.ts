import { describe, expect, it } from '@jest/globals';
import { bots } from '../../bench/market/bots/bots.js';
import { leakOf, strayLeaks } from '../../bench/market/bots/leaks.js';
import { LOWEST_TIER } from '../../bench/market/lab/fees.js';
import { labMarket } from '../../bench/market/lab/lab-market.js';
import { BOUND_BPS, measure, verdictOf, type Figures } from '../../bench/market/lab/measure.js';
import { chasing } from '../../bench/market/lab/plants.js';
import { times } from '../kit/level.js';

/**
 * Bots that look for free money at the product's own venue: matching, agents, tape, impact and fees, beat by beat. The long run,
 * with ten thousand trades of each, is `npm run bench -- market`.
 */

const EPISODES = times(60, 400);
const PLANTED_EPISODES = 60;
const together = bots.length;
const figuresOf = (market: ReturnType<typeof labMarket>, bot: (typeof bots)[number], episodes: number): Figures =>
  measure(market, [bot], { episodes, fees: LOWEST_TIER, together })[0] as Figures;

describe('the red team', () => {
  const market = labMarket();

  it.each(bots)('gains nothing: $name', (bot) => {
    const { trades, edge, gross, net } = figuresOf(market, bot, EPISODES);
    expect(trades).toBeGreaterThan(0);
    // So few trades bound what their fills bring at the index; what the index did meanwhile is bounded by the long run.
    if (bot.law === 'machine') expect(edge.upper).toBeLessThan(BOUND_BPS);
    expect((bot.law === 'machine' ? gross : net).lower).toBeLessThan(0);
  });
});

describe('a fault in the market', () => {
  it.each(bots)('is found: $name', (bot) => {
    const { plant, seedOf, bot: other = bot, symbols = other.symbols } = leakOf(bot);
    const market = labMarket({ ...(plant && { plant }), ...(seedOf && { seedOf }) });
    const figures = figuresOf(market, { ...other, share: 1, symbols }, PLANTED_EPISODES);
    expect(verdictOf(figures)).toBe('wins');
  });

  it('of half a basis point is enough', () => {
    const taker = bots.find(({ name }) => name === 'momentum at 1 s')!;
    const figures = figuresOf(labMarket({ plant: chasing(0.5) }), taker, PLANTED_EPISODES);
    expect(figures.edge.mean).toBeGreaterThan(0.3);
    expect(figures.edge.mean).toBeLessThan(0.7);
    expect(verdictOf(figures)).toBe('wins');
  });

  it('is planted for bots that there are', () => {
    expect(strayLeaks).toEqual([]);
  });
});
