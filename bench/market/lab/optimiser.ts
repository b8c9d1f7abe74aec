import type { Market } from '../../../server/market/runtime/market.js';
import type { Side } from '../../../server/trading/matching/book.js';
import { MIXED, type Bot } from './bot.js';
import { chanceFrom, type Chance } from './chance.js';
import type { Desk } from './desk.js';
import { LOWEST_TIER } from './fees.js';
import type { Lab } from './lab.js';
import { measure, type Figures } from './measure.js';

/** Numbers from 0 to 1: which signals a strategy follows, how it enters, what it shows meanwhile, and how it leaves. */
type Genes = readonly number[];

const LOOKS_MS = [250, 1_000, 5_000, 30_000];
const TAPE_MS = 5_000;
const [WEIGHTS, ENTRY, LEVELS, HOLD, EXIT, WALL, PUSH, PAUSE] = [0, 6, 7, 8, 9, 10, 11, 12] as const;
const GENES = 13;
const ROUNDS = 6;
const HOLDS = [0, 1, 2, 4, 8, 20, 60, 240];

const at = (genes: Genes, place: number): number => genes[place] as number;
const pick = <One>(of: readonly One[], gene: number): One =>
  of[Math.min(of.length - 1, Math.floor(gene * of.length))] as One;

/** What the signals say together: up is positive. */
function signalOf(genes: Genes, desk: Desk): number {
  const { index, quotes } = desk;
  const sum = (side: typeof quotes.bids) => side.slice(0, 5).reduce((total, [, lots]) => total + lots, 0);
  const flow = desk.tape(TAPE_MS).reduce((total, { side, lots }) => total + (side === 'buy' ? lots : -lots), 0);
  const signals = [
    ...LOOKS_MS.map((ms) => Math.sign(index - desk.indexAgo(ms))),
    Math.sign(sum(quotes.bids) - sum(quotes.asks)),
    Math.sign(flow),
  ];
  return signals.reduce((total, signal, n) => total + signal * (2 * at(genes, WEIGHTS + n) - 1), 0);
}

function enter(genes: Genes, desk: Desk, side: Side): void {
  const [own, other] = side === 'buy' ? (['bids', 'asks'] as const) : (['asks', 'bids'] as const);
  const lots = desk.lotsOf(other, 1 + Math.floor(at(genes, LEVELS) ** 2 * 12));
  // A wall of another account behind the own best price, and a push of the price the other way first.
  const wall = Math.floor(at(genes, WALL) * 4) - 1;
  const away = side === 'buy' ? -1 : 1;
  if (wall > 0) desk.rest(side, Math.round(desk.index + away * 2 * desk.spread), desk.lotsOf(own, 10) * wall, 'bot-2');
  const push = Math.floor(at(genes, PUSH) * 4) - 1;
  if (push > 0) desk.market(side === 'buy' ? 'sell' : 'buy', desk.lotsOf(own, push), 'bot-3');
  const split = at(genes, ENTRY) > 0.5;
  for (let part = 0; part < (split ? 2 : 1); part += 1) desk.market(side, Math.ceil(split ? lots / 2 : lots));
}

/** A taker with several accounts: whatever it gains is the machine's. */
function strategyOf(genes: Genes, name: string): Bot {
  return {
    name,
    law: 'machine',
    symbols: MIXED,
    play(lab: Lab, symbol: string, chance: Chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < ROUNDS; n += 1) {
        const signal = signalOf(genes, desk);
        enter(genes, desk, signal === 0 ? pick(['buy', 'sell'], chance()) : signal > 0 ? 'buy' : 'sell');
        lab.wait(pick(HOLDS, at(genes, HOLD)));
        desk.cancel('bot-2');
        // All at once, or half now and half a second later.
        if (at(genes, EXIT) > 0.5) {
          desk.market(desk.held > 0 ? 'sell' : 'buy', Math.floor(Math.abs(desk.held) / 2));
          lab.wait(4);
        }
        lab.flatten();
        lab.wait(pick(HOLDS, at(genes, PAUSE)));
      }
    },
  };
}

const randomGenes = (chance: Chance): number[] => Array.from({ length: GENES }, () => chance());

/** One to three numbers of a strategy changed: a little, or altogether. */
function changed(genes: Genes, chance: Chance): number[] {
  const next = [...genes];
  for (let n = 0; n < 1 + Math.floor(chance() * 3); n += 1) {
    const place = Math.floor(chance() * GENES);
    const near = (next[place] as number) + (chance() - 0.5) * 0.4;
    next[place] = chance() < 0.5 ? chance() : Math.min(1, Math.max(0, near));
  }
  return next;
}

/**
 * Climbs from several random strategies to better ones on the same episodes, and plays the best of all on episodes that it has
 * never seen. The same seed finds the same strategy.
 */
export function optimised(
  market: Market,
  { seed, restarts, steps, episodes, fresh }: Record<'seed' | 'restarts' | 'steps' | 'episodes' | 'fresh', number>,
): Figures {
  const chance = chanceFrom(seed);
  const play = (genes: Genes, count: number, from: number): Figures =>
    measure(market, [strategyOf(genes, 'what the optimiser found')], {
      episodes: count,
      fees: LOWEST_TIER,
      from,
    })[0] as Figures;
  const worth = ({ trades, gross }: Figures): number => (trades === 0 ? -Infinity : (gross.mean + gross.lower) / 2);
  let best: { genes: Genes; worth: number } = { genes: [], worth: -Infinity };
  for (let start = 0; start < restarts; start += 1) {
    let genes = randomGenes(chance);
    let here = worth(play(genes, episodes, 0));
    for (let step = 0; step < steps; step += 1) {
      const next = changed(genes, chance);
      const there = worth(play(next, episodes, 0));
      if (there >= here) [genes, here] = [next, there];
    }
    if (here > best.worth) best = { genes, worth: here };
  }
  return play(best.genes, fresh, FRESH_FROM);
}

/** Beyond all episodes that a search looks at. */
const FRESH_FROM = 1_000_000;
