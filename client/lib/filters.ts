/** What a list of records is narrowed to, as its fields hold it: empty text filters nothing. Days are `2026-03-01`. */
export type Filters = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;

/** The filters as query fields: days of the reader's own time zone become instants, both ends inclusive. */
export function queryOf(filters: Filters): Record<string, string | number | undefined> {
  const query: Record<string, string | number | undefined> = {};
  for (const [name, value] of Object.entries(filters)) {
    if (value === '') continue;
    const day = name === 'from' || name === 'to' ? startOfDay(value) : undefined;
    if (name === 'from') query['from'] = day;
    else if (name === 'to') query['to'] = day === undefined ? undefined : day + DAY_MS - 1;
    else query[name] = value;
  }
  return query;
}

function startOfDay(day: string): number | undefined {
  const at = new Date(`${day}T00:00:00`).getTime();
  return Number.isNaN(at) || at < 0 ? undefined : at;
}
