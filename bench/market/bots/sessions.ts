import { STAKE_USDT, type Bot } from '../lab/bot.js';

/** Bots at the close and at the open. What the fundamental does over the night is not theirs. */

const BY_DAY = ['AAPLUSDT', 'TSLAUSDT', 'SPXUSDT', 'SPYUSDT', 'DAXUSDT', 'XAUUSDT', 'EURUSDT'];

export const sessionBots: readonly Bot[] = [
  {
    name: 'leaves orders over the night for the gap',
    law: 'machine',
    symbols: BY_DAY,
    when: 'close',
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      const [close, lots] = [desk.index, desk.lotsFor(STAKE_USDT)];
      desk.rest('buy', close - 2 * desk.spread, lots, 'bot-1');
      desk.rest('sell', close + 2 * desk.spread, lots, 'bot-2');
      lab.sleep(symbol);
      lab.wait(12);
      lab.flatten();
    },
  },
  {
    name: 'moves the opening auction',
    law: 'machine',
    symbols: BY_DAY,
    when: 'close',
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      const buys = chance() < 0.5;
      const away = buys ? 1 : -1;
      const lots = desk.lotsOf('bids', 3);
      // A large order at any price on one side, a small one of the other account that should sell to it dearly.
      desk.rest(buys ? 'buy' : 'sell', desk.index - away * 2 * desk.spread, lots * 5, 'bot-1');
      desk.rest(buys ? 'sell' : 'buy', desk.index + away * 2 * desk.spread, lots, 'bot-2');
      lab.sleep(symbol);
      const [first, held] = [desk.index, desk.held];
      lab.wait(1 + Math.floor(chance() * 16));
      if (held !== 0) desk.rebase(first);
      lab.flatten();
    },
  },
  {
    name: 'crosses its own accounts in the call before the open',
    law: 'machine',
    symbols: BY_DAY.filter((symbol) => symbol !== 'EURUSDT'),
    when: 'close',
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      const [close, lots] = [desk.index, desk.lotsOf('bids', 3)];
      const side = chance() < 0.5 ? ('buy' as const) : ('sell' as const);
      const away = side === 'buy' ? 1 : -1;
      lab.toCall(symbol);
      // Far more wanted than offered, at prices that any night reaches: the price should be carried away from the market.
      desk.rest(side, close * (1 + 0.05 * away), Math.ceil(lots * (1 + 4 * chance())), 'bot-1');
      desk.rest(side === 'buy' ? 'sell' : 'buy', close * (1 - 0.05 * away), Math.ceil(lots * chance()), 'bot-2');
      lab.sleep(symbol);
      const [first, held] = [desk.index, desk.held];
      lab.wait(1 + Math.floor(chance() * 16));
      if (held !== 0) desk.rebase(first);
      lab.flatten();
    },
  },
  {
    name: 'trades the first beats in the direction of the gap',
    law: 'machine',
    symbols: BY_DAY,
    when: 'close',
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      const close = desk.index;
      lab.sleep(symbol);
      const gap = Math.sign(desk.index - close);
      // With the gap in the first second, or against it ten seconds later.
      const [beats, direction] = [
        [0, 1],
        [1, 1],
        [4, 1],
        [40, -1],
      ][Math.floor(chance() * 4)] as [number, number];
      lab.wait(beats);
      if (gap === 0) return;
      desk.market(direction * gap > 0 ? 'buy' : 'sell', desk.lotsFor(STAKE_USDT));
      lab.waitMs([5_000, 60_000][Math.floor(chance() * 2)] as number);
      lab.flatten();
    },
  },
  {
    name: 'the last minutes of a session',
    law: 'machine',
    symbols: BY_DAY,
    when: 'close',
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      lab.beat -= 4 * 240;
      for (let n = 0; n < 3; n += 1) {
        const move = Math.sign(desk.index - desk.indexAgo(60_000 * (1 + n)));
        desk.market((chance() < 0.5 ? 1 : -1) * move > 0 ? 'buy' : 'sell', desk.lotsFor(STAKE_USDT));
        lab.waitMs(60_000);
        lab.flatten();
      }
    },
  },
];
