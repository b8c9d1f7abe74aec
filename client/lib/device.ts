const KEY = 'glassbook.device';

/** A random text that identifies this browser among a person's devices. It reveals nothing about the browser. */
export function deviceMark(): string {
  const kept = localStorage.getItem(KEY);
  if (kept !== null && /^[A-Za-z0-9_-]{16,64}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  const mark = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  localStorage.setItem(KEY, mark);
  return mark;
}

/** `Europe/Berlin`, as the browser has it. */
export const timeZoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
