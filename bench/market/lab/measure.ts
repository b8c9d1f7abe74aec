import { gaussian } from '../../../server/market/simulator/exact-math.js';
import type { Market } from '../../../server/market/runtime/market.js';
import type { Bot, Place, When } from './bot.js';
import { chanceFrom } from './chance.js';
import type { Fees } from './fees.js';
import { BEAT_MS } from '../../../server/market/book-market.js';
import { DAY_MS, DAYS, EPOCH_MS, LAUNCH_AT } from './lab-market.js';
import { Lab, type Score } from './lab.js';

/** Of all bots together one in a hundred may pass a bound by chance. */
const JOINT_ERROR = 0.01;
/** The longest episode, with room to close. */
const ROOM_MS = 420_000;

/** In basis points of turnover, the mean over instruments; `upper` is the one-sided bound of all bots jointly at 99%, `lower` the same on the other side. */
export interface Mean {
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
}

export interface Figures {
  readonly bot: Bot;
  readonly trades: number;
  readonly fills: number;
  readonly turnover: number;
  /** At the index of each fill: net of the fundamental's own move. */
  readonly edge: Mean;
  /** With what the fundamental did meanwhile. */
  readonly gross: Mean;
  /** After fees. */
  readonly net: Mean;
}

/** Sums of episodes, which are independent; the mean is the sum of gains over the sum of turnovers. */
class Ratio {
  private n = 0;
  private sums = { x: 0, t: 0, xx: 0, xt: 0, tt: 0 };

  add(x: number, t: number): void {
    const { sums } = this;
    this.n += 1;
    sums.x += x;
    sums.t += t;
    sums.xx += x * x;
    sums.xt += x * t;
    sums.tt += t * t;
  }

  mean(z: number): Mean {
    const { x, t, xx, xt, tt } = this.sums;
    if (t === 0) return { mean: 0, lower: 0, upper: 0 };
    const mean = x / t;
    const squares = Math.max(0, xx - 2 * mean * xt + mean * mean * tt);
    const error = this.n < 2 ? Infinity : (Math.sqrt((squares * this.n) / (this.n - 1)) / t) * z;
    return { mean: mean * 10_000, lower: (mean - error) * 10_000, upper: (mean + error) * 10_000 };
  }
}

/** How many standard errors a one-sided bound lies away when so many bots are judged together. */
export const errorsFor = (bots: number): number => gaussian(Math.round((1 - JOINT_ERROR / bots) * 4_294_967_296));

/** A bot's episodes. Instruments count alike: the book of one is a thousand times as deep as that of another. */
class Tally {
  private readonly scores = new Map<string, Score[]>();

  constructor(private readonly bot: Bot) {}

  add(symbol: string, score: Score): void {
    const scores = this.scores.get(symbol) ?? [];
    this.scores.set(symbol, scores);
    scores.push(score);
  }

  figures(z: number): Figures {
    const ratios = { edge: new Ratio(), gross: new Ratio(), net: new Ratio() };
    let [trades, fills, turnover] = [0, 0, 0];
    for (const scores of this.scores.values()) {
      const ofAll = scores.reduce((sum, score) => sum + score.turnover, 0);
      const share = ofAll === 0 ? 0 : scores.length / ofAll;
      for (const score of scores) {
        trades += score.trades;
        fills += score.fills;
        ratios.edge.add(score.edge * share, score.turnover * share);
        ratios.gross.add(score.gross * share, score.turnover * share);
        ratios.net.add((score.gross - score.fees) * share, score.turnover * share);
      }
      turnover += ofAll;
    }
    const [edge, gross, net] = [ratios.edge.mean(z), ratios.gross.mean(z), ratios.net.mean(z)];
    return { bot: this.bot, trades, fills, turnover, edge, gross, net };
  }
}

interface MeasureOptions {
  readonly episodes: number;
  readonly fees: Fees;
  /** How many bots share the error of the bounds. */
  readonly together?: number;
  /** The number of the first episode: others are other instants. */
  readonly from?: number;
}

/** Lets each bot play so many episodes at the same instants and answers what they won. */
export function measure(
  market: Market,
  bots: readonly Bot[],
  { episodes, fees, together = bots.length, from = 0 }: MeasureOptions,
): Figures[] {
  const tallies = new Map(bots.map((bot) => [bot, new Tally(bot)]));
  const lists = new Map(bots.map((bot) => [bot, placesOf(market, bot, Math.ceil(episodes * (bot.share ?? 1)), from)]));
  // The same place of all bots together: what the model remembers of a minute serves them all.
  for (let n = 0; n < episodes; n += 1)
    for (const bot of bots) {
      const place = lists.get(bot)?.[n];
      if (place !== undefined) tallies.get(bot)?.add(place.symbol, played(market, bot, place, fees));
    }
  return bots.map((bot) => (tallies.get(bot) as Tally).figures(errorsFor(together)));
}

export function played(market: Market, bot: Bot, { symbol, at, number }: Place, fees: Fees): Score {
  const lab = new Lab(market, at, bot.fees ?? fees);
  bot.play(lab, symbol, chanceFrom(number * 2_654_435_761 + 17));
  return lab.close();
}

/** Where episodes of a bot begin: instruments in turn, instants spread over half a year, the same for all bots of one kind. */
function placesOf(market: Market, { symbols, when = 'open' }: Bot, count: number, from: number): Place[] {
  const places: Place[] = [];
  for (let number = from; places.length < count && number < from + count * 20; number += 1) {
    const symbol = symbols[number % symbols.length] as string;
    const at = instantOf(market, symbol, when, chanceFrom(number * 7919 + 1)());
    if (at !== undefined) places.push({ symbol, at, number });
  }
  return places;
}

function instantOf(market: Market, symbol: string, when: When, where: number): number | undefined {
  const at = LAUNCH_AT + Math.floor((where * DAYS * DAY_MS) / BEAT_MS) * BEAT_MS;
  switch (when) {
    case 'open':
      return market.isOpen(symbol, at) && market.isOpen(symbol, at + ROOM_MS) ? at : undefined;
    case 'epoch-edge': {
      const edge = Math.ceil(at / EPOCH_MS) * EPOCH_MS;
      return market.isOpen(symbol, edge - ROOM_MS) && market.isOpen(symbol, edge + ROOM_MS) ? edge : undefined;
    }
    case 'close':
      return closeAfter(market, symbol, at);
  }
}

/** The last beat of the session that is open at an instant, or of the next one. */
function closeAfter(market: Market, symbol: string, at: number): number | undefined {
  const { session } = market.view(symbol, at);
  const { nextChangeAt } = session;
  if (nextChangeAt === null) return undefined;
  if (!session.open) return closeAfter(market, symbol, nextChangeAt);
  return nextChangeAt - BEAT_MS;
}

/** The most that the upper bound may be. */
export const BOUND_BPS = 0.2;

/** What is shown of a bot: that it gains, that it does not, or neither. */
export function verdictOf({ bot, edge, gross, net }: Figures): 'wins' | 'loses' | 'open' {
  const judged = bot.law === 'machine' ? [edge, gross] : [net];
  if (judged.some(({ lower }) => lower > 0)) return 'wins';
  return judged.every(({ upper }) => upper <= BOUND_BPS) ? 'loses' : 'open';
}
