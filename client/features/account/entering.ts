import type { SessionView } from '../../../contracts/account.contract';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';

/** From now on this is who is logged in here. */
export function enter(session: SessionView): void {
  queryClient.removeQueries(EVERYTHING_OWN);
  useSession.getState().start(session);
}
