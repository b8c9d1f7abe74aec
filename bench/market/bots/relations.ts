import { STAKE_USDT, type Bot } from '../lab/bot.js';
import { quoteOf } from '../lab/conversion.js';
import type { Desk } from '../lab/desk.js';
import type { Lab } from '../lab/lab.js';

/** Bots that compare instruments which are functions of one another. */

/** What an instrument should be worth by others, up to a constant: a product of powers. */
type Legs = Readonly<Record<string, number>>;

const LEGS: Readonly<Record<string, Legs>> = {
  EURJPYUSDT: { EURUSDT: 1, USDJPYUSDT: 1 },
  GBPJPYUSDT: { GBPUSDT: 1, USDJPYUSDT: 1 },
  EURGBPUSDT: { EURUSDT: 1, GBPUSDT: -1 },
  SPYUSDT: { SPXUSDT: 1 },
  QQQUSDT: { NDXUSDT: 1 },
  GLDUSDT: { XAUUSDT: 1 },
};

/** The middle of what is quoted: what a trader would compare. */
const middle = (desk: Desk): number => ((desk.best('bids') ?? desk.index) + (desk.best('asks') ?? desk.index)) / 2;

/** How far the one stands above the others, in logarithms. */
const above = (one: Desk, others: readonly (readonly [Desk, number])[]): number =>
  others.reduce((sum, [desk, power]) => sum - power * Math.log(middle(desk)), Math.log(middle(one)));

const desksOf = (lab: Lab, legs: Legs) =>
  Object.entries(legs).map(([symbol, power]) => [lab.desk(symbol), power] as const);

function pairTrader(name: string, symbols: readonly string[]): Bot {
  return {
    name,
    law: 'machine',
    symbols,
    play(lab, symbol) {
      const one = lab.desk(symbol);
      const others = desksOf(lab, LEGS[symbol] as Legs);
      const usual = above(one, others);
      for (let n = 0; n < 12; n += 1) {
        lab.wait(2);
        const apart = above(one, others) - usual;
        if (apart === 0) continue;
        const lots = one.lotsFor(STAKE_USDT);
        one.market(apart > 0 ? 'sell' : 'buy', lots);
        for (const [desk, power] of others)
          desk.market(apart > 0 === power > 0 ? 'buy' : 'sell', desk.lotsFor(STAKE_USDT));
        lab.wait(4);
        lab.flatten();
      }
    },
  };
}

/** Trades the slow one alone, after a move of the fast one. */
function leadTrader(name: string, symbols: readonly string[]): Bot {
  return {
    name,
    law: 'machine',
    symbols,
    play(lab, symbol) {
      const one = lab.desk(symbol);
      const others = desksOf(lab, LEGS[symbol] as Legs);
      for (let n = 0; n < 30; n += 1) {
        lab.wait(4);
        const moved = others.reduce((sum, [desk, power]) => sum + power * Math.log(desk.index / desk.indexAgo(250)), 0);
        const own = Math.log(one.index / one.indexAgo(250));
        const behind = moved - own;
        if (behind === 0) continue;
        one.market(behind > 0 ? 'buy' : 'sell', one.lotsFor(STAKE_USDT));
        lab.wait();
        lab.flatten();
      }
    },
  };
}

export const relationBots: readonly Bot[] = [
  pairTrader('crosses against their legs', ['EURJPYUSDT', 'GBPJPYUSDT', 'EURGBPUSDT']),
  leadTrader('crosses after their legs', ['EURJPYUSDT', 'GBPJPYUSDT', 'EURGBPUSDT']),
  pairTrader('funds against their index', ['SPYUSDT', 'QQQUSDT']),
  leadTrader('funds after their index', ['SPYUSDT', 'QQQUSDT']),
  pairTrader('gold funds against gold', ['GLDUSDT']),
  leadTrader('gold funds after gold', ['GLDUSDT']),
  conversionTrader('book against conversion', false),
];

/** Buys in the book what it has sold by a quote that is not used yet, or sells what it has bought. */
export function conversionTrader(name: string, isFree: boolean): Bot {
  return {
    name,
    law: 'machine',
    symbols: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'KSMUSDT', 'PEPEUSDT'],
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 6; n += 1) {
        const isSale = chance() < 0.5;
        const lots = desk.lotsFor(STAKE_USDT);
        const quote = quoteOf(lab, symbol, isSale ? { lots } : { usdt: STAKE_USDT }, isFree);
        const quotedAt = desk.index;
        // The quote is an option while the book moves: it is used once that is worth something, and ends otherwise.
        let worth = 0;
        for (let waited = 0; waited < 9 && worth <= 0.0003; waited += 1) {
          lab.wait(4);
          worth = (quotedAt / desk.index - 1) * (isSale ? 1 : -1);
        }
        if (quote !== undefined && worth > 0.0003 && desk.convert(quote)) lab.flatten();
        lab.waitMs(10_000);
      }
    },
  };
}
