import { exp, gaussian, ln, uniform } from './exact-math.js';

/** How much of a variance surprise shows in the volume. */
const VOLUME_FOLLOWS_VARIANCE = 0.6;
const CUT_NOISE = 0.2;
const ROOT_NOISE = 0.45;
/** A coin that once cost a thousandth would have traded more lots than a year's sum can count exactly: that many can. */
export const LOTS_PER_DAY_LIMIT = 1e13;

/** What an instrument trades: whole lots and whole trades. */
export interface Volume {
  lots: number;
  trades: number;
}

export interface UsualVolume {
  /** Lots and trades of an average day at the price of the stretch. */
  readonly lotsPerDay: number;
  readonly tradesPerDay: number;
  readonly tradingDays: number;
  /** The stretch's variance over the usual one. */
  readonly storm: number;
}

/** The volume of a root. */
export function rootVolume(usual: UsualVolume, word: number): Volume {
  const { lotsPerDay, tradesPerDay, tradingDays, storm } = usual;
  if (tradingDays <= 0) return { lots: 0, trades: 0 };
  const busy = storm > 0 ? VOLUME_FOLLOWS_VARIANCE * ln(storm) : 0;
  const surge = tradingDays * exp(busy + ROOT_NOISE * gaussian(word));
  const lots = Math.max(1, Math.round(Math.min(lotsPerDay * surge, LOTS_PER_DAY_LIMIT * tradingDays)));
  return { lots, trades: Math.min(lots, Math.max(1, Math.round(tradesPerDay * surge))) };
}

/**
 * The left part of a cut: none is lost, and a half has lots exactly when it has trades. `tradingLeft` and `tradingRight`
 * are the halves' usual activity, `surprise` is how much stormier the left one is, as a ratio.
 */
export function leftVolume(
  whole: Volume,
  [tradingLeft, tradingRight]: readonly [number, number],
  surprise: number,
  words: readonly [number, number],
): Volume {
  if (whole.trades === 0 || tradingLeft <= 0) return { lots: 0, trades: 0 };
  if (tradingRight <= 0) return whole;
  const weight = tradingLeft * exp(VOLUME_FOLLOWS_VARIANCE * ln(surprise));
  const trades = binomial(whole.trades, weight / (weight + tradingRight), words[0]);
  if (trades === 0) return { lots: 0, trades };
  if (trades === whole.trades) return whole;
  const tilt = weight * exp(CUT_NOISE * gaussian(words[1]));
  const wanted = Math.round((whole.lots * tilt) / (tilt + tradingRight));
  // Every trade is of at least one lot.
  const most = whole.lots - (whole.trades - trades);
  return { lots: Math.max(trades, Math.min(most, wanted)), trades };
}

/** How many of `count` fall left, each with chance `share`: exactly so for few, by the normal law for many. */
function binomial(count: number, share: number, word: number): number {
  if (count > 12) {
    const drawn = Math.round(count * share + Math.sqrt(count * share * (1 - share)) * gaussian(word));
    return drawn < 0 ? 0 : drawn > count ? count : drawn;
  }
  const u = uniform(word);
  const odds = share / (1 - share);
  let chance = 1;
  for (let i = 0; i < count; i++) chance *= 1 - share;
  let sum = chance;
  let k = 0;
  while (u > sum && k < count) {
    chance *= (odds * (count - k)) / (k + 1);
    sum += chance;
    k++;
  }
  return k;
}
