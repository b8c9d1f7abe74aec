import { useEffect, useState } from 'react';
import { serverNow } from './server-clock';

/** Now by the server's clock in milliseconds, again after every so many of them; it stands while nobody needs it. */
export function useNow(everyMs: number, runs = true): number {
  const [now, tick] = useState(serverNow);
  useEffect(() => {
    if (!runs) return;
    tick(serverNow());
    const timer = setInterval(() => tick(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, runs]);
  return now;
}
