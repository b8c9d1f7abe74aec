import { QueryClient } from '@tanstack/react-query';
import { NetworkError, RefusalError } from './api';

const RECOVER_MS = 5000;

/** Refusals are answers and are not retried; a broken connection is retried twice, and then until it is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => !(error instanceof RefusalError) && failures < 2,
      refetchInterval: ({ state }) => state.error instanceof NetworkError && RECOVER_MS,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});
