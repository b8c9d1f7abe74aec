import { commitmentOf, effectiveSeed, epochOf, previousSeed } from '../../../server/market/simulator/epochs.js';
import { COINS, MIXED, STAKE_USDT, type Bot } from '../lab/bot.js';
import type { Desk } from '../lab/desk.js';
import { beaconOf, EPOCH_MS, FIRST_EPOCH, labModel, labSeedOf, secretOf, type SeedOf } from '../lab/lab-market.js';
import type { Lab } from '../lab/lab.js';

/** Bots that read what prices, tape, book or old seeds show, and guess what comes next. */

/** Buys where the sign is positive, sells where it is negative, and closes after some time. */
function trade(lab: Lab, desk: Desk, sign: number, holdMs: number): void {
  if (sign === 0) return lab.waitMs(holdMs);
  desk.market(sign > 0 ? 'buy' : 'sell', desk.lotsFor(STAKE_USDT));
  lab.waitMs(holdMs);
  lab.flatten();
}

export const SCALES_MS = [250, 1_000, 5_000, 15_000, 60_000, 150_000];
export const nameOf = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);

/** With the last move, or against it: the same time back and ahead. */
const follower = (ms: number, direction: 1 | -1): Bot => ({
  name: `${direction > 0 ? 'momentum' : 'mean reversion'} at ${nameOf(ms)}`,
  law: 'machine',
  symbols: MIXED,
  play(lab, symbol) {
    const desk = lab.desk(symbol);
    for (let n = 0; n < Math.min(10, 300_000 / ms); n += 1) {
      const move = desk.index - desk.indexAgo(ms);
      trade(lab, desk, direction * Math.sign(move), ms);
      if (ms < 5_000) lab.waitMs(5_000);
    }
  },
});

const imbalanceOf = ({ quotes: { bids, asks } }: Desk, levels: number): number => {
  const sum = (side: typeof bids) => side.slice(0, levels).reduce((total, [, lots]) => total + lots, 0);
  const [bid, ask] = [sum(bids), sum(asks)];
  return (bid - ask) / (bid + ask);
};

type Guess = (epoch: number) => string;

/** What somebody may try who knows all seeds that are revealed by now, and the running epoch's beacon and commitment. */
const GUESSES: readonly Guess[] = [
  (epoch) => effectiveSeed(secretOf(epoch - 1), beaconOf(epoch)),
  (epoch) => effectiveSeed(previousSeed(secretOf(epoch - 1)), beaconOf(epoch)),
  (epoch) => effectiveSeed(commitmentOf(secretOf(epoch)), beaconOf(epoch)),
  (epoch) => effectiveSeed(secretOf(epoch - 1), beaconOf(epoch - 1)),
];

/** Runs the public model on with a guess at the running epoch's seed, and trades what it says. */
export function seedTrader(name: string, revealed: SeedOf, guesses: readonly Guess[]): Bot {
  return {
    name,
    law: 'machine',
    symbols: [...COINS, 'EURUSDT', 'XAUUSDT', 'SPXUSDT'],
    share: 0.5,
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      const running = epochOf(lab.at, EPOCH_MS);
      const guess = guesses[Math.floor(chance() * guesses.length)] as Guess;
      if (running <= FIRST_EPOCH + 1 || epochOf(lab.at + 300_000, EPOCH_MS) !== running) return;
      const model = labModel((epoch) =>
        epoch < running ? revealed(epoch) : epoch > running ? undefined : guess(running),
      );
      for (let n = 0; n < 20; n += 1) {
        const [now, then] = [lab.at, lab.at + 12_000].map((at) => model.exactTicksAt(symbol, at)) as [number, number];
        trade(lab, desk, Math.sign(then - now), 12_000);
      }
    },
  };
}

export const priceBots: readonly Bot[] = [
  ...SCALES_MS.flatMap((ms) => [follower(ms, 1), follower(ms, -1)]),
  ...[1, 5, 20].map((levels): Bot => ({
    name: `order-book imbalance, ${levels} ${levels === 1 ? 'level' : 'levels'}`,
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 12; n += 1) {
        const shown = imbalanceOf(desk, levels);
        if (Math.abs(shown) > 0.3 / Math.sqrt(levels)) trade(lab, desk, Math.sign(shown), 5_000);
        else lab.waitMs(2_000);
      }
    },
  })),
  {
    name: 'last print against the book',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 400; n += 1) {
        const ahead = (desk.tape(250).at(-1)?.priceTicks ?? desk.index) - desk.index;
        if (Math.abs(ahead) < desk.spread) lab.wait();
        else trade(lab, desk, Math.sign(ahead), 1_000);
      }
    },
  },
  {
    name: "side of the tape's takers",
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 15; n += 1) {
        const flow = desk.tape(5_000).reduce((sum, { side, lots }) => sum + (side === 'buy' ? lots : -lots), 0);
        trade(lab, desk, Math.sign(flow), [5_000, 15_000][n % 2] as number);
        lab.waitMs(2_000);
      }
    },
  },
  {
    name: 'candle and ticker against the book',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 150; n += 1) {
        // A second is over: its candle closes where the next one begins, or somebody knows more than the book.
        lab.waitUntil(Math.ceil((lab.at + 1) / 1_000) * 1_000);
        const candle = lab.market.rawCandles(symbol, '1s', { beforeMs: lab.at, limit: 1 }).at(-1);
        const ticker = lab.market.priceTicks(symbol, lab.at);
        const middle = ((desk.best('bids') ?? ticker) + (desk.best('asks') ?? ticker)) / 2;
        const ahead = n % 2 === 0 ? ticker - middle : (candle?.closeTicks ?? middle) - middle;
        if (Math.abs(ahead) < desk.spread) continue;
        trade(lab, desk, Math.sign(ahead), 750);
      }
    },
  },
  {
    name: 'rounding of the index to ticks',
    law: 'machine',
    symbols: ['PEPEUSDT', 'SHIBUSDT', 'BONKUSDT', 'AAPLUSDT'],
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      for (let n = 0; n < 30; n += 1) {
        const cheap = desk.index - ((desk.best('asks') ?? Infinity) + (desk.best('bids') ?? -Infinity)) / 2;
        if (Math.abs(cheap) < 0.35) {
          lab.wait(4);
          continue;
        }
        desk.market(cheap > 0 ? 'buy' : 'sell', desk.lotsFor(STAKE_USDT));
        // Out again where rounding favours the other side.
        for (let waited = 0; waited < 60; waited += 1) {
          lab.wait(4);
          const now = desk.index - ((desk.best('asks') ?? Infinity) + (desk.best('bids') ?? -Infinity)) / 2;
          if (now * cheap < 0 && Math.abs(now) > 0.35) break;
        }
        lab.flatten();
        if (lab.score.trades > 4) return;
      }
    },
  },
  {
    name: 'calm spreads, before they widen',
    law: 'machine',
    symbols: MIXED,
    play(lab, symbol) {
      const desk = lab.desk(symbol);
      // The spread of a minute against that of the minute before: does it tell a move?
      const first = desk.spread;
      lab.waitMs(60_000);
      const move = desk.index - desk.indexAgo(60_000);
      const direction = desk.spread > first ? 1 : -1;
      for (let n = 0; n < 4; n += 1) trade(lab, desk, direction * Math.sign(move), 30_000);
    },
  },
  {
    name: 'edge of an epoch',
    law: 'machine',
    symbols: [...COINS, 'EURUSDT', 'XAUUSDT'],
    when: 'epoch-edge',
    play(lab, symbol, chance) {
      const desk = lab.desk(symbol);
      // What the epoch did, in its last beats or as a whole, and on or back across the edge.
      const [back, ahead] = [0, 1].map(() => [1_000, 15_000, 120_000][Math.floor(chance() * 3)] as number);
      lab.beat -= [1, 4, 60][Math.floor(chance() * 3)] as number;
      const move = desk.index - desk.indexAgo(chance() < 0.3 ? EPOCH_MS - 60_000 : (back as number));
      trade(lab, desk, (chance() < 0.5 ? 1 : -1) * Math.sign(move), ahead as number);
    },
  },
  seedTrader('the coming path from revealed seeds', labSeedOf, GUESSES),
];
