/** The header counts whole seconds and an answer travels: what differs by less is the same time. */
const UNSURE_MS = 2_500;

let aheadMs = 0;

/** Takes from an answer's `Date` what time it is at the server. */
export function hearServerTime(date: string | null): void {
  const foundMs = Date.parse(date ?? '') - Date.now();
  if (Math.abs(foundMs - aheadMs) > UNSURE_MS) aheadMs = foundMs;
}

/** Now by the server's clock, to the second: it decides deadlines, not this device's clock. */
export const serverNow = (): number => Date.now() + aheadMs;
