import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { calls } from '../../lib/calls';
import { keys, queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';

/** The own address book and bank cards. A demo account has none and is not asked. */
export function usePayees() {
  const real = useSession((state) => state.session?.realm === 'real');
  return useQuery({ queryKey: keys.payees, queryFn: calls.payees, enabled: real });
}

export const refreshPayees = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.payees });

/** The present instant, drawn anew every second while something counts down. */
export function useNow(active: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}
