import { useQuery } from '@tanstack/react-query';
import { getIdentity, getIdentityForm } from '../../../contracts/identity.calls';
import { api } from '../../lib/api';
import type { IdentityLevel, IdentityLevelView, IdentityView } from '../../../contracts/identity.contract';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { identityKeys } from './identity.feature';

/** One's own levels. Not fetched for demo accounts. */
export function useIdentity() {
  const isReal = useSession((state) => state.session?.realm === 'real');
  return useQuery({
    queryKey: identityKeys.levels(),
    queryFn: () => api.call(getIdentity),
    enabled: isReal,
    refetchOnWindowFocus: true,
  });
}

/** What was sent last, to begin from it. Personal: it is forgotten with the screen. */
export function useLastForm(level: IdentityLevel, wanted: boolean) {
  return useQuery({
    queryKey: identityKeys.form(level),
    queryFn: () => api.call(getIdentityForm, { level }),
    enabled: wanted,
    gcTime: 0,
    staleTime: 0,
  });
}

export function levelOf(view: IdentityView, level: IdentityLevel): IdentityLevelView {
  const found = view.levels.find((each) => each.level === level);
  if (found === undefined) throw new Error(`the server does not know the level ${level}`);
  return found;
}

/** After something was sent or taken back. */
export async function refreshIdentity(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: identityKeys.levels() });
}
