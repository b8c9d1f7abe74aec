import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { getPayees } from '../../../contracts/payee.calls';
import { api } from '../../lib/api';
import type { PayeesView } from '../../../contracts/payee.contract';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { payeeKeys } from './payee.feature';

/** The own address book and bank cards. Not fetched for demo accounts, which have none. */
export function usePayees() {
  const real = useSession((state) => state.session?.realm === 'real');
  const queryFn = async () => inOwnTime(await api.call(getPayees), Date.now());
  return useQuery({ queryKey: payeeKeys.list(), queryFn, enabled: real });
}

/** The instants until which entries wait as this browser's clock has them, so that a wrong clock counts down rightly. */
function inOwnTime(view: PayeesView, now: number): PayeesView {
  const shifted = <Entry extends { usableAt: number }>(entries: Entry[]): Entry[] =>
    entries.map((entry) => ({ ...entry, usableAt: entry.usableAt - view.now + now }));
  return { ...view, addresses: shifted(view.addresses), cards: shifted(view.cards), now };
}

export const refreshPayees = (): Promise<void> => queryClient.invalidateQueries({ queryKey: payeeKeys.list() });

/** The present instant at every render, and a render each second while something counts down. */
export function useNow(active: boolean): number {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(render, 1000);
    return () => clearInterval(timer);
  }, [active]);
  // Never kept: an entry that arrives after the first render may be usable since then.
  return Date.now();
}
