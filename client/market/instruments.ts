import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { underlyingOf } from '../../shared/contract-symbol';
import { getInstruments, getMarketSessions } from '../../contracts/market.calls';
import { api } from '../lib/api';
import { serverNow } from '../lib/server-clock';
import type { InstrumentView, MarketSessionsView } from '../../contracts/market.contract';
import { usePreferences } from '../lib/preferences';
import { marketKeys } from './keys';
import { withSessions } from './sessions';

const MINUTE = 60_000;
/** The server's clock may be a little behind this one. */
const AFTER_CHANGE_MS = 500;
/** The catalogue is large and changes when staff revise it. */
const CATALOGUE_MS = 30 * MINUTE;

/** A minute, or until the next market opens, closes, takes orders for its auction or takes none any more. */
function untilNextPhase(sessions: MarketSessionsView | undefined): number {
  const now = serverNow();
  const next = [...(sessions?.calendars ?? []), ...(sessions?.symbols ?? [])].flatMap(
    ({ nextChangeAt, callAt, cutOffAt }) =>
      [nextChangeAt, callAt, cutOffAt].flatMap((at) => (at !== null && at > now ? [at - now] : [])),
  );
  return Math.min(MINUTE, ...next.map((left) => left + AFTER_CHANGE_MS));
}

type Texts = ReturnType<typeof useTranslation>['t'];

/** Caches of translated lists and instruments, shared by all readers. */
const lists = new WeakMap<object, Map<string, InstrumentView[]>>();
const renamed = new WeakMap<object, Map<string, InstrumentView>>();
const indexes = new WeakMap<object, Map<string, InstrumentView>>();
const made = new WeakSet<object>();
const catalogueNames = new Map<string, string>();

/** The catalogue; its session states are as fresh as a minute. Companies and coins have one name everywhere, gold has not. */
export function useInstruments() {
  const sessions = useQuery({
    queryKey: marketKeys.sessions(),
    queryFn: () => api.call(getMarketSessions),
    staleTime: MINUTE,
    refetchInterval: ({ state }) => untilNextPhase(state.data),
  }).data;
  const worded = useNames();
  const select = useCallback(
    (all: InstrumentView[]) => {
      const fresh = withSessions(all, sessions);
      made.add(fresh);
      return worded(fresh);
    },
    [sessions, worded],
  );
  return useQuery({
    queryKey: marketKeys.instruments(),
    queryFn: () => api.call(getInstruments),
    staleTime: CATALOGUE_MS,
    select,
    structuralSharing: shared,
  });
}

/** Some of the catalogue, for a page that shows few of thousands. */
export function useSomeInstruments(which: { hot: 'true' } | { symbols: string }) {
  return useQuery({
    queryKey: marketKeys.someInstruments(which),
    queryFn: () => ('symbols' in which && which.symbols === '' ? [] : api.call(getInstruments, which)),
    staleTime: MINUTE,
    refetchInterval: MINUTE,
    select: useNames(),
    structuralSharing: shared,
  });
}

// What was made here is shared already; comparing it again for every reader would cost more than it saves.
const shared = (before: unknown, fresh: unknown): unknown =>
  made.has(fresh as object) ? fresh : replaceEqualDeep(before, fresh);

/** Puts the names of a list into the reader's language. */
function useNames(): (all: InstrumentView[]) => InstrumentView[] {
  // The catalogue is in English, which needs no texts; in other languages its names stand until they have come.
  const english = usePreferences((state) => state.language === 'en');
  const { t, i18n, ready } = useTranslation(english ? 'common' : ['common', 'instrument'], { useSuspense: false });
  const language = english || !ready ? '' : i18n.language;
  return useCallback(
    (all: InstrumentView[]) => (language === '' ? all : onceFor(lists, all, language, () => inWords(all, language, t))),
    [t, language],
  );
}

function inWords(all: InstrumentView[], language: string, t: Texts): InstrumentView[] {
  const list = all.map((each) => {
    const name = t(`instrument:name.${each.base}`, { defaultValue: each.name });
    if (name === each.name) return each;
    catalogueNames.set(each.symbol, each.name);
    return onceFor(renamed, each, language, () => ({ ...each, name }));
  });
  made.add(list);
  return list;
}

function onceFor<Of>(kept: WeakMap<object, Map<string, Of>>, from: object, language: string, make: () => Of): Of {
  const known = kept.get(from) ?? new Map<string, Of>();
  kept.set(from, known);
  const found = known.get(language) ?? make();
  known.set(language, found);
  return found;
}

/** The name that the catalogue gives it, by which it is found in every language. */
export const catalogueName = ({ symbol, name }: Pick<InstrumentView, 'symbol' | 'name'>): string =>
  catalogueNames.get(symbol) ?? name;

/** The instrument of a book's symbol; of a contract its underlying. */
export function useInstrument(symbol: string): InstrumentView | undefined {
  const { data } = useInstruments();
  return data && indexOf(data).get(underlyingOf(symbol));
}

/** The list by symbol, made once for all readers. */
function indexOf(list: InstrumentView[]): Map<string, InstrumentView> {
  const index = indexes.get(list) ?? new Map(list.map((each) => [each.symbol, each]));
  indexes.set(list, index);
  return index;
}
