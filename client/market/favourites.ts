import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { TradingRealm } from '../../contracts/realm.contract';
import { useRealm } from '../lib/session';

interface Favourites {
  byRealm: Record<TradingRealm, string[]>;
  toggle: (realm: TradingRealm, symbol: string) => void;
}

const useStore = create<Favourites>()(
  persist(
    (set) => ({
      byRealm: { demo: [], real: [] },
      toggle: (realm, symbol) =>
        set(({ byRealm }) => {
          const now = byRealm[realm];
          const next = now.includes(symbol) ? now.filter((each) => each !== symbol) : [...now, symbol];
          return { byRealm: { ...byRealm, [realm]: next } };
        }),
    }),
    { name: 'glassbook.favourites', version: 1, partialize: ({ byRealm }) => ({ byRealm }) },
  ),
);

/** The starred symbols of the realm on the screen, kept in this browser. */
export function useFavourites(): { symbols: readonly string[]; toggle: (symbol: string) => void } {
  const realm = useRealm();
  const symbols = useStore((state) => state.byRealm[realm]);
  const toggle = useStore((state) => state.toggle);
  return { symbols, toggle: (symbol) => toggle(realm, symbol) };
}
