/** Take-profits and stop-losses that are attached to an order, as they are written: `50:70000:60000,50:75000:60000`. */

/** One level: a share in whole per cent, and two prices of which one may be missing. */
export interface WrittenLevel {
  readonly share: number;
  readonly takeProfit: string | null;
  readonly stopLoss: string | null;
}

export function writtenLevels(text: string): WrittenLevel[] {
  return text.split(',').map((level) => {
    const [share, takeProfit, stopLoss] = level.split(':');
    return { share: Number.parseInt(share ?? '', 10), takeProfit: takeProfit || null, stopLoss: stopLoss || null };
  });
}

export const levelsText = (levels: readonly WrittenLevel[]): string =>
  levels.map(({ share, takeProfit, stopLoss }) => `${share}:${takeProfit ?? ''}:${stopLoss ?? ''}`).join(',');

/** All of an order, in per cent. */
export const WHOLE_SHARE = 100;

/**
 * How many of so many filled lots each level covers. Lot by lot it is the turn of the level that is furthest behind its share, of equals the
 * later one. So no level ever covers less than before, a hundred lots are shared out exactly, and shares of 100 together leave no lot out.
 */
export function coveredLots(levels: readonly Pick<WrittenLevel, 'share'>[], filledLots: number): readonly number[] {
  // What no level covers takes its turns too.
  const rest = levels.reduce((left, { share }) => left - share, WHOLE_SHARE);
  const shares = [rest, ...levels.map(({ share }) => share)];
  const inCycle = shares.map(() => 0);
  for (let lot = 1; lot <= filledLots % WHOLE_SHARE; lot += 1) {
    let next = 0;
    for (const [index, share] of shares.entries())
      if (share * lot - WHOLE_SHARE * inCycle[index]! >= shares[next]! * lot - WHOLE_SHARE * inCycle[next]!)
        next = index;
    inCycle[next]! += 1;
  }
  const cycles = Math.floor(filledLots / WHOLE_SHARE);
  return levels.map(({ share }, index) => cycles * share + inCycle[index + 1]!);
}
