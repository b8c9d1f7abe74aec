import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { getMessages, markMessages } from '../../../contracts/message.calls';
import { api } from '../../lib/api';
import type { MessagesView, MessageView } from '../../../contracts/message.contract';
import { unreadKey } from '../../lib/keys';
import { usePreferences } from '../../lib/preferences';
import type { UnreadView } from '../../lib/unread';
import { messageKeys } from './message.feature';

/** One's own messages in the language of the screen, newest first, a page at a time. */
export function useMessages() {
  const language = usePreferences((state) => state.language);
  return useInfiniteQuery({
    queryKey: messageKeys.list(language),
    queryFn: ({ pageParam }) => api.call(getMessages, { cursor: pageParam === '' ? undefined : pageParam, limit: 30 }),
    initialPageParam: '',
    getNextPageParam: (page: MessagesView) => page.nextCursor ?? undefined,
  });
}

/** Marks messages as read on the server, and at once in the list and the count. */
export function useMarkMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { messageId: string } | { all: 'true' }) => api.call(markMessages, which),
    onSuccess: ({ messages }, which) => {
      client.setQueryData<UnreadView>(unreadKey(), (unread) => unread && { ...unread, messages });
      client.setQueriesData<InfiniteData<MessagesView>>(
        { queryKey: messageKeys.list() },
        (data) =>
          data && { ...data, pages: data.pages.map((page) => marked(page, 'all' in which ? 'all' : which.messageId)) },
      );
    },
  });
}

export function marked(page: MessagesView, which: string): MessagesView {
  const isMeant = ({ id }: MessageView): boolean => which === 'all' || which === id;
  return { ...page, items: page.items.map((item) => (isMeant(item) ? { ...item, read: true } : item)) };
}
