const DAY_MS = 86_400_000;

/** The UTC date of an instant, `2028-02-29`. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** 00:00 UTC of a date, in milliseconds since 1970. */
export const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
export const dateAfter = (date: string, days: number): string => dateOf(startOf(date) + days * DAY_MS);
