import { BROKEN_TERMS } from '../lab/fees.js';
import { beaconOf, FIRST_EPOCH, labSeedOf, secretOf, type Plant, type SeedOf } from '../lab/lab-market.js';
import * as plants from '../lab/plants.js';
import { effectiveSeed } from '../../../server/market/simulator/epochs.js';
import type { Bot } from '../lab/bot.js';
import { bots } from './bots.js';
import { SCALES_MS, nameOf, seedTrader } from './prices.js';
import { conversionTrader } from './relations.js';
import { selfTrader } from './making.js';

/** A fault and the bot that is after it, where the bot itself needs to be another. */
export interface Leak {
  readonly plant?: Plant;
  readonly seedOf?: SeedOf;
  readonly bot?: Bot;
  /** Where the fault is large enough for the bot's costs; all of its instruments where absent. */
  readonly symbols?: readonly string[];
}

/** Wider steps of time move more, and have to be told from what they move by themselves. */
const waveBps = (ms: number): number => 4 * Math.max(1, Math.sqrt(ms / 1_000));
const scaleLeaks = SCALES_MS.flatMap((ms): [string, Leak][] => [
  [`momentum at ${nameOf(ms)}`, { plant: plants.waves(ms, waveBps(ms)), symbols: ['BTCUSDT', 'ETHUSDT'] }],
  [`mean reversion at ${nameOf(ms)}`, { plant: plants.bounces(ms, waveBps(ms)), symbols: ['BTCUSDT', 'ETHUSDT'] }],
]);

/** Each epoch runs from the seed that was revealed before it. */
const knownSeedOf: SeedOf = (epoch) =>
  epoch <= FIRST_EPOCH ? labSeedOf(epoch) : effectiveSeed(secretOf(epoch - 1), beaconOf(epoch));
const VOLATILE = ['SOLUSDT', 'ETHUSDT'];
const CROSSES = ['EURJPYUSDT', 'GBPJPYUSDT', 'EURGBPUSDT'];
const FUNDS = ['SPYUSDT', 'QQQUSDT'];

const leaks: Readonly<Record<string, Leak>> = {
  ...Object.fromEntries(scaleLeaks),
  'joins the best price': { plant: plants.wideQuotes(30) },
  'betters the best price': { plant: plants.wideQuotes(30) },
  'trades with itself in the top tier': { bot: selfTrader('broken fees', BROKEN_TERMS) },
  'trades with itself with voucher and invitation': { bot: selfTrader('broken fees', BROKEN_TERMS) },
  'order-book imbalance, 1 level': { plant: plants.tellingSizes(5_000), symbols: VOLATILE },
  'order-book imbalance, 5 levels': { plant: plants.tellingSizes(5_000), symbols: VOLATILE },
  'order-book imbalance, 20 levels': { plant: plants.tellingSizes(5_000), symbols: VOLATILE },
  'last print against the book': { plant: plants.tellingPrints(1_000), symbols: VOLATILE },
  "side of the tape's takers": { plant: plants.tellingTakers(30_000), symbols: VOLATILE },
  'candle and ticker against the book': { plant: plants.staleQuotes(750), symbols: VOLATILE },
  'the coming path from revealed seeds': {
    seedOf: knownSeedOf,
    bot: seedTrader('known seeds', knownSeedOf, [knownSeedOf as (epoch: number) => string]),
    symbols: VOLATILE,
  },
  'crosses against their legs': { plant: plants.apart(CROSSES, 20) },
  'crosses after their legs': { plant: plants.late(CROSSES, 20) },
  'funds against their index': { plant: plants.apart(FUNDS, 8) },
  'funds after their index': { plant: plants.late(FUNDS, 8) },
  'gold funds against gold': { plant: plants.apart(['GLDUSDT'], 8) },
  'gold funds after gold': { plant: plants.late(['GLDUSDT'], 8) },
  'book against conversion': { bot: conversionTrader('free conversions', true), symbols: ['BTCUSDT', 'ETHUSDT'] },
  'leaves orders over the night for the gap': { plant: plants.wrongOpening(0.5) },
  'moves the opening auction': { plant: plants.wrongOpening(3) },
  'crosses its own accounts in the call before the open': { plant: plants.chasing(60) },
  'trades the first beats in the direction of the gap': { plant: plants.wrongOpening(-0.7) },
};

/** What a bot has to find. Where nothing else is named, agents run after whoever trades. */
export const leakOf = ({ name }: Bot): Leak => leaks[name] ?? { plant: plants.chasing(20) };

/** A leak for a bot that is no more would be kept for nothing. */
export const strayLeaks = Object.keys(leaks).filter((name) => !bots.some((bot) => bot.name === name));
