import { useEffect } from 'react';
import { useConnection, type ConnectionState } from '../../lib/connection';
import { queryClient } from '../../lib/query';

const isLost = (state: ConnectionState): boolean => ['offline', 'reconnecting', 'restarting'].includes(state);

/** When the connection is back, everything on the screen is asked for anew: it may have missed something. */
export function useRecovery(): void {
  useEffect(
    () =>
      useConnection.subscribe(({ state }, before) => {
        if (isLost(before.state) && !isLost(state)) void queryClient.invalidateQueries({ refetchType: 'active' });
      }),
    [],
  );
}
