import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { ContentListView } from '../../../contracts/content.contract';
import { calls } from '../../lib/calls';
import { unreadKey } from '../../lib/unread';
import { markRead } from './notice-list';

/** Tells the server what was read, and shows it at once in the list and in the count. */
export function useReadNotices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: calls.readNotices,
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
