import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import {
  changeWatchlist,
  createWatchlist,
  getWatchlists,
  removeWatchlist,
  starInstruments,
  unstarInstrument,
} from '../../contracts/watchlist.calls';
import type { WatchlistsView, WatchlistView } from '../../contracts/watchlist.contract';
import { applied, FAVOURITES, problemOf, readLists, type ListChange } from '../features/watchlist/list-changes';
import { watchlistKeys } from '../features/watchlist/watchlist.feature';
import { api } from '../lib/api';
import { i18next } from '../lib/i18n';
import { queryClient } from '../lib/query';
import { useLoggedIn, useSession } from '../lib/session';
import { toast } from '../lib/toasts';

export type { WatchlistColumn } from '../../contracts/watchlist.contract';

interface Device {
  /** A visitor's lists. */
  lists: WatchlistView[];
  /** The list that stars go to, in this browser. */
  current: string;
  /** Demo accounts that have had a copy of them. */
  copiedTo: string[];
}

export const useDevice = create<Device>()(
  persist((): Device => ({ lists: [FAVOURITES], current: FAVOURITES.watchlistId, copiedTo: [] }), {
    name: 'glassbook.watchlists',
    version: 1,
    merge: (kept, now) => {
      const { lists, current, copiedTo } = (kept ?? {}) as Partial<Record<keyof Device, unknown>>;
      return {
        ...now,
        lists: readLists(lists),
        current: typeof current === 'string' ? current : now.current,
        copiedTo: Array.isArray(copiedTo) ? copiedTo.map(String) : [],
      };
    },
  }),
);

const NONE: readonly WatchlistView[] = [FAVOURITES];
const KEY = watchlistKeys.lists();

/** The lists of the account, or of this browser while nobody is logged in, and the one that stars go to. */
export function useWatchlists() {
  const loggedIn = useLoggedIn();
  const device = useDevice((state) => state.lists);
  const chosen = useDevice((state) => state.current);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => api.call(getWatchlists),
    enabled: loggedIn,
    staleTime: Infinity,
  });
  const lists = loggedIn ? (data?.lists ?? NONE) : device;
  const current = lists.find(({ watchlistId }) => watchlistId === chosen) ?? lists[0] ?? FAVOURITES;
  return { lists, current };
}

export const chooseWatchlist = (current: string): void => void useDevice.setState({ current });

/** The symbols of the list that stars go to. */
export function useFavourites(): { symbols: readonly string[]; toggle: (symbol: string) => void } {
  const { current } = useWatchlists();
  const { watchlistId, symbols } = current;
  const toggle = useCallback(
    (symbol: string) =>
      void changeLists(
        symbols.includes(symbol)
          ? { kind: 'unstar', watchlistId, symbol }
          : { kind: 'star', watchlistId, symbols: [symbol] },
      ),
    [watchlistId, symbols],
  );
  return { symbols, toggle };
}

/** Whether an instrument is on the current list; what a screen reader says of its star. */
export function useStar(symbol: string) {
  const { t } = useTranslation(['watchlist', 'market']);
  const { current } = useWatchlists();
  const { symbols, toggle } = useFavourites();
  const list = current.name ?? t('market:category.favourites');
  return { starred: symbols.includes(symbol), label: t('star', { symbol, list }), toggle: () => toggle(symbol) };
}

/** Carries a change out, in the account or in this browser; answers whether it was done. What stands against it is shown. */
export async function changeLists(change: ListChange): Promise<boolean> {
  const loggedIn = useSession.getState().session !== null;
  const lists = loggedIn ? (queryClient.getQueryData<WatchlistsView>(KEY)?.lists ?? NONE) : useDevice.getState().lists;
  const problem = problemOf(lists, change);
  if (problem !== undefined) {
    await i18next.loadNamespaces('refusal');
    toast('warning', i18next.t(`refusal:${problem.refusal}`, { limit: problem.limit }));
    return false;
  }
  if (!loggedIn) {
    useDevice.setState({ lists: applied(lists, change), copiedTo: [] });
    if (change.kind === 'create') chooseWatchlist(change.watchlistId);
    return true;
  }
  await queryClient.cancelQueries({ queryKey: KEY });
  // A new list has its ID from the server; everything else is shown before it is answered.
  if (change.kind !== 'create') queryClient.setQueryData<WatchlistsView>(KEY, { lists: applied(lists, change) });
  try {
    const made = await sent(change);
    if (made !== null) chooseWatchlist(made.watchlistId);
    return true;
  } catch {
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: KEY });
  }
}

function sent(change: ListChange) {
  const { watchlistId } = change;
  switch (change.kind) {
    case 'create': {
      const { name, columns, symbols } = change;
      return api.call(createWatchlist, { name, columns: columns.join(), symbols: symbols.join() });
    }
    case 'change': {
      const { name, columns } = change;
      return api.call(changeWatchlist, {
        watchlistId,
        ...(name !== undefined && { name }),
        ...(columns !== undefined && { columns: columns.join() }),
      });
    }
    case 'remove':
      return api.call(removeWatchlist, { watchlistId });
    case 'star': {
      const { symbols, place } = change;
      return api.call(starInstruments, {
        watchlistId,
        symbols: symbols.join(),
        ...(place !== undefined && { place: `${place}` }),
      });
    }
    case 'unstar':
      return api.call(unstarInstrument, { watchlistId, symbol: change.symbol });
  }
}
