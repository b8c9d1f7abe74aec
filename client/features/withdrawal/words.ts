import { useFormat } from '../../lib/format';

/** Day and minute in the reader's own time, or in that of a zone. */
export function useInstants(): (at: number, timeZone?: string) => string {
  const { tag } = useFormat();
  return (at, timeZone) =>
    new Intl.DateTimeFormat(tag, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(timeZone !== undefined && { timeZone }),
    }).format(at);
}
