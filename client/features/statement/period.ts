/** Whole days of the reader's own clock, `2026-03-01`; both ends belong to the period. */
export interface Days {
  from: string;
  to: string;
}

export const PERIODS = ['thisMonth', 'lastMonth', 'last30', 'thisYear', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** The days of a named period, as the reader's clock stands at `now`. */
export function daysOf(name: Exclude<PeriodName, 'custom'>, now: Date): Days {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const today = new Date(year, month, day);
  switch (name) {
    case 'thisMonth':
      return { from: textOf(new Date(year, month, 1)), to: textOf(today) };
    case 'lastMonth':
      return { from: textOf(new Date(year, month - 1, 1)), to: textOf(new Date(year, month, 0)) };
    case 'last30':
      return { from: textOf(new Date(year, month, day - 29)), to: textOf(today) };
    case 'thisYear':
      return { from: textOf(new Date(year, 0, 1)), to: textOf(today) };
  }
}

/** The first and the last instant of the days; `undefined` where they are none, or end before they begin. */
export function instantsOf({ from, to }: Days): { from: number; to: number } | undefined {
  const start = new Date(`${from}T00:00:00`);
  const last = new Date(`${to}T00:00:00`);
  // The day after begins when it begins, also where this one has 23 or 25 hours.
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1).getTime() - 1;
  const begin = start.getTime();
  return Number.isNaN(begin) || Number.isNaN(end) || begin < 0 || begin > end ? undefined : { from: begin, to: end };
}

function textOf(day: Date): string {
  const two = (figure: number) => `${figure}`.padStart(2, '0');
  return `${`${day.getFullYear()}`.padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
