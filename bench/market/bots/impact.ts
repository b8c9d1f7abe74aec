import { MIXED, type Bot } from '../lab/bot.js';
import type { Side } from '../../../server/trading/matching/book.js';
import type { Chance } from '../lab/chance.js';

/** Bots that push quotes, or show orders that they don't mean, and trade on what that does. */

const sideOf = (chance: Chance): Side => (chance() < 0.5 ? 'buy' : 'sell');
const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
const takenOf = (side: Side) => (side === 'buy' ? 'asks' : 'bids');

export const impactBots: readonly Bot[] = [
  {
    name: 'pump and dump',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 8; n += 1) {
        const side = sideOf(chance);
        desk.market(side, desk.lotsOf(takenOf(side), 1 + Math.floor(chance() * 12)));
        lab.waitMs([0, 0, 250, 1000, 3000][Math.floor(chance() * 5)] as number);
        lab.flatten();
        lab.waitMs(20_000);
      }
    },
  },
  {
    name: 'pump in one realm, trade in the other',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol, chance) {
      const [demo, real] = [lab.desk(symbol, 'demo'), lab.desk(symbol, 'real')];
      for (let n = 0; n < 5; n += 1) {
        const side = sideOf(chance);
        // Demo money is worth nothing, so the push is another's.
        demo.market(side, demo.lotsOf(takenOf(side), 10), 'victim');
        real.market(side, real.lotsOf(takenOf(side), 1));
        lab.wait(1 + Math.floor(chance() * 8));
        lab.flatten();
        lab.waitMs(30_000);
      }
    },
  },
  {
    name: 'spoofing',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 10; n += 1) {
        const side = sideOf(chance);
        // A wall behind the best price that is to frighten others, and a trade on its other side.
        const wall = desk.lotsOf(takenOf(other(side)), 40) * 3;
        const away = (side === 'buy' ? -1 : 1) * 2 * desk.spread;
        desk.rest(side, Math.round(desk.index + away), wall, 'bot-2');
        desk.market(side, desk.lotsOf(takenOf(side), 1));
        lab.wait(2 + Math.floor(chance() * 6));
        desk.cancel('bot-2');
        lab.flatten();
      }
    },
  },
  {
    name: 'layering',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 10; n += 1) {
        const side = sideOf(chance);
        const away = side === 'buy' ? -1 : 1;
        const lots = desk.lotsOf(takenOf(other(side)), 3);
        for (let layer = 1; layer <= 6; layer += 1)
          desk.rest(side, Math.round(desk.index + away * (0.5 + layer / 2) * desk.spread), lots, 'bot-2');
        lab.wait();
        desk.market(side, desk.lotsOf(takenOf(side), 1));
        lab.wait(2 + Math.floor(chance() * 6));
        desk.cancel('bot-2');
        lab.flatten();
      }
    },
  },
  {
    name: 'stop hunting',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 4; n += 1) {
        const [index, spread] = [desk.index, desk.spread];
        // Somebody protects a usual position, a few spreads away from the price.
        const stopTicks = Math.floor(index - (1 + 3 * chance()) * spread);
        const lots = desk.lotsOf('bids', 2);
        const worst = Math.floor(index * 0.95);
        desk.place({
          owner: 'victim',
          side: 'sell',
          kind: 'stop',
          trigger: 'last',
          stopTicks,
          priceTicks: worst,
          lots,
        });
        // Offers to buy what the stop will sell, a push through its price, and a way out.
        desk.rest('buy', stopTicks - Math.round(chance() * 3 * spread), lots, 'bot-2');
        desk.market('sell', desk.lotsOf('bids', 2 + Math.floor(chance() * 8)));
        if (chance() < 0.5) lab.flatten();
        lab.wait(1 + Math.floor(chance() * 20));
        lab.flatten();
        desk.cancel('victim');
        lab.waitMs(45_000);
      }
    },
  },
  {
    name: 'marking the close',
    law: 'machine',
    symbols: ['AAPLUSDT', 'SPXUSDT', 'SPYUSDT', 'XAUUSDT', 'EURUSDT'],
    when: 'close',
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      const side = sideOf(chance);
      desk.market(side, desk.lotsOf(takenOf(side), 3 + Math.floor(chance() * 10)));
      const before = desk.index;
      lab.sleep(symbol);
      // Over the night the fundamental moves by itself: only what is had beyond it counts.
      desk.rebase(before);
      lab.flatten();
    },
  },
];
