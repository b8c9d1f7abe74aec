import { useFormat } from '../../lib/format';

/** `0.05` → `5%`, as the language writes it. */
export const percentText = (share: string, tag: string): string =>
  new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }).format(share as unknown as number);

/** Day and minute in the reader's own time, or in that of a zone. */
export function useInstants(): (at: number, timeZone?: string) => string {
  const { tag } = useFormat();
  return (at, timeZone) =>
    new Intl.DateTimeFormat(tag, {
      ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      ...(timeZone !== undefined && { timeZone }),
    }).format(at);
}
