import { useQuery } from '@tanstack/react-query';
import { getSecurity } from '../../../contracts/security.calls';
import { api } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { readOwnSession } from '../../lib/own-session';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { securityKeys } from './security.feature';

/** What protects the account, as the server has it now. A demo account has none of it and is not asked about. */
export function useSecurity() {
  const real = useSession((state) => state.session?.realm === 'real');
  return useQuery({ queryKey: securityKeys.standing(), queryFn: () => api.call(getSecurity), enabled: real });
}

/** After a change: what the screens show is asked for anew, and so is what the session says of the person. */
export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries(EVERYTHING_OWN);
  const { token: _, ...fresh } = await readOwnSession();
  useSession.getState().merge(fresh);
}

export const hasGoogle = (security: SecurityView): boolean => security.google.boundAt !== null;
