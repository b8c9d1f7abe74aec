import { useQuery } from '@tanstack/react-query';
import { getSecurity } from '../../../contracts/security.calls';
import { api } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { refreshOwnSession } from '../../lib/own-session';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { securityKeys } from './security.feature';

/** The account's security factors. Not fetched for demo accounts. */
export function useSecurity() {
  const real = useSession((state) => state.session?.realm === 'real');
  return useQuery({ queryKey: securityKeys.standing(), queryFn: () => api.call(getSecurity), enabled: real });
}

/** Refetches the security screens and the session's view of the person after a change. */
export async function refreshSecurity(): Promise<void> {
  await queryClient.invalidateQueries(EVERYTHING_OWN);
  await refreshOwnSession();
}

export const hasGoogle = (security: SecurityView): boolean => security.google.boundAt !== null;
