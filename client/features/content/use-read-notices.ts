import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { readNotices } from '../../../contracts/content.calls';
import { api } from '../../lib/api';
import type { ContentListView } from '../../../contracts/content.contract';
import { unreadKey } from '../../lib/keys';
import { markRead } from './notice-list';

/** Marks notices as read on the server, and at once in the list and the count. */
export function useReadNotices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { slug: string } | { all: 'true' }) => api.call(readNotices, which),
    onSuccess: (unread, which) => {
      client.setQueryData(unreadKey(), unread);
      client.setQueriesData<InfiniteData<ContentListView>>(
        {
          predicate: ({ queryKey }) => queryKey[0] === 'content' && queryKey[2] === 'pages' && queryKey[3] === 'notice',
        },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: markRead(page.items, 'all' in which ? 'all' : which.slug),
            })),
          },
      );
    },
  });
}
