const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The two largest units of what is left, in the language's own words: `23 hr 59 min`. Never less than a second. */
export function durationText(ms: number, tag: string): string {
  const seconds = Math.max(1000, Math.ceil(ms / 1000) * 1000);
  const first = UNITS.findIndex(([, length]) => seconds >= length);
  let rest = seconds;
  const parts = UNITS.slice(first, first + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  return parts
    .filter(({ count }, at) => at === 0 || count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(count),
    )
    .join(' ');
}
