interface Reading {
  at: number;
  positions: Readonly<Record<string, number>>;
}

/** Events per second of a realm between each two neighbouring readings; as many figures as there are pairs. */
export function eventRates(readings: readonly Reading[], realm: string): number[] {
  return readings.slice(1).map((reading, index) => {
    const before = readings[index]!;
    const seconds = (reading.at - before.at) / 1000;
    const events = (reading.positions[realm] ?? 0) - (before.positions[realm] ?? 0);
    return seconds > 0 ? Math.max(0, events / seconds) : 0;
  });
}

/** The points of a small line chart, `x,y` in a box of the given size; the tallest figure touches the top. */
export function sparkline(figures: readonly number[], width: number, height: number): string {
  const top = Math.max(...figures, 1e-9);
  const step = figures.length < 2 ? 0 : width / (figures.length - 1);
  return figures
    .map((figure, index) => `${(index * step).toFixed(1)},${(height - (figure / top) * height).toFixed(1)}`)
    .join(' ');
}
