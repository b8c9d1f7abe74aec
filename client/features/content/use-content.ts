import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getContent, getContentList, searchHelp } from '../../../contracts/content.calls';
import type { ContentKind, HelpCategory, ContentListView } from '../../../contracts/content.contract';
import { useBrand } from '../../app/brand';
import { api, RefusalError } from '../../lib/api';
import { usePreferences } from '../../lib/preferences';
import { useLoggedIn } from '../../lib/session';
import type { EntryKey } from './address';
import { contentKeys } from './content.feature';

const useLanguage = () => usePreferences((state) => state.language);

/** One entry with its text; nothing is fetched while the address names none. */
export function useEntry(key: EntryKey | null) {
  const language = useLanguage();
  const client = useQueryClient();
  const name = key && ('slug' in key ? key.slug : key.number);
  return useQuery({
    queryKey: contentKeys.entry(language, name ?? undefined),
    // A slug that a number led to is kept under both, because links between pages use both.
    queryFn: async () => {
      const entry = await api.call(getContent, key ?? {});
      client.setQueryData(contentKeys.entry(language, entry.slug), entry);
      return entry;
    },
    enabled: key !== null,
  });
}

export const isUnknown = (error: unknown): boolean =>
  error instanceof RefusalError && (error.code === 404 || error.data?.refusal === 'content.unknown');

/** All entries of a kind that has few, in the order that staff gave them. */
export function useEntries(kind: ContentKind, category?: HelpCategory) {
  const language = useLanguage();
  return useQuery({
    queryKey: contentKeys.list(language, kind, category),
    queryFn: () => api.call(getContentList, { kind, category, limit: 100 }),
    select: (list) => list.items,
  });
}

/** News and notices, newest first, a page at a time. Logged-in readers see which ones they have read. */
export function useEntryPages(kind: ContentKind, limit: number) {
  const language = useLanguage();
  const loggedIn = useLoggedIn();
  return useInfiniteQuery({
    queryKey: contentKeys.pages(language, kind, loggedIn ? 'mine' : 'all'),
    queryFn: ({ pageParam }) =>
      api.call(getContentList, { kind, limit, ...(pageParam !== '' && { before: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page: ContentListView) => page.next ?? undefined,
  });
}

/** Help with every word, or with any. Hits stay on the screen while the next ones are on their way. */
export function useHelpSearch(words: string, any = false) {
  const language = useLanguage();
  return useQuery({
    queryKey: contentKeys.search(language, words, any),
    queryFn: ({ signal }) => api.call(searchHelp, { q: words, ...(any && { any: 'true' as const }) }, { signal }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
}

/** The window is named after what it shows; until that is known, after the screen. */
export function useWindowTitle(title: string | undefined): void {
  const { name } = useBrand();
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`;
  }, [title, name]);
}
