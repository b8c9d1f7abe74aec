import type { SessionView } from '../../../contracts/account.contract';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';

/** From now on this is who is logged in here. */
export function enter(session: SessionView): void {
  queryClient.removeQueries({ queryKey: ['account'] });
  useSession.getState().start(session);
}
