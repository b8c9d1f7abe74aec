import { useEffect } from 'react';
import { useConnection, type ConnectionState } from '../../lib/connection';
import { queryClient } from '../../lib/query';

const isLost = (state: ConnectionState): boolean => ['offline', 'reconnecting', 'restarting'].includes(state);

/** A restored connection refetches everything on the screen: pushes may have been missed. */
export function useRecovery(): void {
  useEffect(
    () =>
      useConnection.subscribe(({ state }, before) => {
        if (isLost(before.state) && !isLost(state)) void queryClient.invalidateQueries({ refetchType: 'active' });
      }),
    [],
  );
}
