import { BEST_TERMS, TOP_TIER, type Fees } from '../lab/fees.js';
import { MIXED, type Bot } from '../lab/bot.js';
import type { Desk } from '../lab/desk.js';
import type { Lab } from '../lab/lab.js';

/** Bots that wait in the book, and bots that trade with themselves. */

/** The instruments of the fair maker: large ones of each class. */
export const MADE = [
  'BTCUSDT',
  'ETHUSDT',
  'SOLUSDT',
  'XRPUSDT',
  'DOGEUSDT',
  'EURUSDT',
  'XAUUSDT',
  'AAPLUSDT',
  'SPXUSDT',
  'NVDAUSDT',
];

/** What agents usually show at the best price. */
export const usualLots = (desk: Desk): number =>
  Math.max(1, Math.round((desk.lotsOf('bids', 1) + desk.lotsOf('asks', 1)) / 2));

/** Both sides at a distance from the best prices, again with each beat; nothing on the side where it holds enough. */
function quoteBoth(lab: Lab, desk: Desk, { beats, inwards, lots }: Record<'beats' | 'inwards' | 'lots', number>): void {
  for (let n = 0; n < beats; n += 1) {
    desk.cancel();
    const { bids, asks } = desk.quotes;
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid === undefined || ask === undefined) return;
    const step = Math.min(inwards, Math.floor((ask - bid - 1) / 2));
    if (desk.held < 2 * lots) desk.place({ owner: 'bot-1', side: 'buy', priceTicks: bid + step, lots, postOnly: true });
    if (desk.held > -2 * lots)
      desk.place({ owner: 'bot-1', side: 'sell', priceTicks: ask - step, lots, postOnly: true });
    lab.wait();
  }
  desk.cancel();
}

/** Quotes both best prices at the usual size for five minutes; what it then holds is closed at the index. */
export const fairMaker: Bot = {
  name: 'fair maker at both best prices',
  law: 'service',
  symbols: MADE,
  play(lab, symbol) {
    const desk = lab.desk(symbol);
    quoteBoth(lab, desk, { beats: 1_200, inwards: 0, lots: usualLots(desk) });
  },
};

/** Two accounts meet inside the spread, where nobody else stands: all that can come of it is what the fees give back. */
export function selfTrader(name: string, fees: Fees): Bot {
  return {
    name,
    law: 'service',
    symbols: MIXED,
    fees,
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 10; n += 1) {
        const lots = Math.max(1, Math.round(usualLots(desk) * chance()));
        const { bids, asks } = desk.quotes;
        const [bid, ask] = [bids[0]?.[0] ?? 1, asks[0]?.[0] ?? 1];
        const price = bid + Math.ceil(chance() * (ask - bid));
        desk.rest('buy', Math.min(price, ask - 1), lots, 'bot-1');
        desk.place({ owner: 'bot-2', side: 'sell', priceTicks: Math.min(price, ask - 1), lots, timeInForce: 'IOC' });
        desk.cancel();
        lab.waitMs(3_000);
      }
      lab.flatten();
    },
  };
}

export const makingBots: readonly Bot[] = [
  {
    name: 'joins the best price',
    law: 'service',
    symbols: MIXED,
    share: 0.5,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 8; n += 1) {
        quoteBoth(lab, desk, { beats: 30, inwards: 0, lots: usualLots(desk) });
        // In favour of the bot: it gets out in the middle.
        desk.closeAtIndex();
        lab.noteHoldings();
      }
    },
  },
  {
    name: 'betters the best price',
    law: 'service',
    symbols: MIXED,
    share: 0.5,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 8; n += 1) {
        quoteBoth(lab, desk, { beats: 30, inwards: Math.max(1, desk.spread >> 2), lots: usualLots(desk) });
        // In favour of the bot: it gets out in the middle.
        desk.closeAtIndex();
        lab.noteHoldings();
      }
    },
  },
  {
    name: 'waits far away for a jump',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      const lots = desk.lotsOf('bids', 5);
      for (let n = 0; n < 10; n += 1) {
        desk.cancel();
        desk.rest('buy', desk.index - 3 * desk.spread, lots);
        desk.rest('sell', desk.index + 3 * desk.spread, lots, 'bot-2');
        for (let waited = 0; waited < 60 && desk.held === 0; waited += 1) lab.wait();
        lab.flatten();
      }
    },
  },
  selfTrader('trades with itself in the top tier', TOP_TIER),
  selfTrader('trades with itself with voucher and invitation', BEST_TERMS),
];
