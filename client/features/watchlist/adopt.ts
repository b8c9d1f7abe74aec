import { useEffect } from 'react';
import { getInstruments } from '../../../contracts/market.calls';
import { createWatchlist, getWatchlists, starInstruments } from '../../../contracts/watchlist.calls';
import type { WatchlistView } from '../../../contracts/watchlist.contract';
import { api, QUIET, RefusalError } from '../../lib/api';
import { i18next } from '../../lib/i18n';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { toast } from '../../lib/toasts';
import { marketKeys } from '../../market/keys';
import { chooseWatchlist, useDevice } from '../../market/watchlists';
import { FAVOURITES, sendingsOf, type Sending } from './list-changes';
import { watchlistKeys } from './watchlist.feature';

const isWorthKeeping = ({ name, symbols }: WatchlistView): boolean => name !== null || symbols.length > 0;

/**
 * Whoever logs in finds the lists of this browser in the account. A real account takes them over, and what has no room there stays
 * here. A demo account ends some day, so it gets a copy.
 */
export function useAdoption(): void {
  const session = useSession((state) => state.session);
  const wanted = useDevice(({ lists }) => lists.some(isWorthKeeping));
  const userId = session?.userId;
  const isReal = session?.realm === 'real';
  useEffect(() => {
    // Without a connection the lists stay where they are, until the page is opened again.
    if (wanted && userId !== undefined) adopt(userId, isReal).catch(() => undefined);
  }, [wanted, userId, isReal]);
}

let running: string | undefined;

async function adopt(userId: string, isReal: boolean): Promise<void> {
  const { lists, copiedTo } = useDevice.getState();
  if (running === userId || copiedTo.includes(userId)) return;
  running = userId;
  try {
    const left = await moved(lists.filter(isWorthKeeping));
    const kept = isReal ? left : lists;
    const favourites = kept.find(({ name }) => name === null) ?? FAVOURITES;
    const isDone = isReal && left.length === 0;
    useDevice.setState({
      lists: [favourites, ...kept.filter(({ name }) => name !== null)],
      copiedTo: isDone ? copiedTo : [...copiedTo, userId],
    });
    await queryClient.invalidateQueries({ queryKey: watchlistKeys.lists() });
    await announce(left);
  } finally {
    running = undefined;
  }
}

/** Sends lists to the account; answers those that have no room there. */
async function moved(lists: readonly WatchlistView[]): Promise<WatchlistView[]> {
  const listed = await queryClient.fetchQuery({
    queryKey: marketKeys.instruments(),
    queryFn: () => api.call(getInstruments),
    staleTime: Infinity,
  });
  const account = (await api.call(getWatchlists)).lists;
  const left: WatchlistView[] = [];
  for (const sending of sendingsOf(lists, account, new Set(listed.map(({ symbol }) => symbol)))) {
    try {
      await sent(sending);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      left.push(sending.list);
    }
  }
  return left;
}

/** The list that was looked at here is looked at there, under the ID that it has there. */
async function sent({ list: { watchlistId, name, columns }, into, symbols }: Sending): Promise<void> {
  const made = into ?? (await created(name ?? '', columns, symbols));
  if (useDevice.getState().current === watchlistId) chooseWatchlist(made.watchlistId);
  if (into === undefined || symbols.length === 0) return;
  await api.call(starInstruments, { watchlistId: made.watchlistId, symbols: symbols.join() }, QUIET);
}

const created = (name: string, columns: readonly string[], symbols: readonly string[]) =>
  api.call(createWatchlist, { name, columns: columns.join(), symbols: symbols.join() }, QUIET);

async function announce(left: readonly WatchlistView[]): Promise<void> {
  await i18next.loadNamespaces(['watchlist', 'market']);
  if (left.length === 0) return toast('success', i18next.t('watchlist:kept'));
  const names = left.map(({ name }) => name ?? i18next.t('market:category.favourites')).join(', ');
  toast('warning', i18next.t('watchlist:notKept', { names }));
}
