import { useEffect, useRef } from 'react';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';

/**
 * For a change that ends the session on the server: the browser forgets it when this component is gone. Before, its screen would send
 * the person to log in instead of where the change leads. Answers what says that the change was made.
 */
export function useSessionEnd(): () => void {
  const over = useRef(false);
  useEffect(
    () => () => {
      if (!over.current) return;
      useSession.getState().clear();
      queryClient.removeQueries(EVERYTHING_OWN);
    },
    [],
  );
  return () => {
    over.current = true;
  };
}
