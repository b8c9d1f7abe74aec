import { useFormat } from './format';

/** A UTC date as `2026-12-01`, read as the language writes it. */
export function useUtcDay(): (date: string) => string {
  const { tag } = useFormat();
  const words = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });
  return (date) => words.format(Date.parse(`${date}T00:00:00Z`));
}
