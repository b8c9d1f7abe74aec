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
