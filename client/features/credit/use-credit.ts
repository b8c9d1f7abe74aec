import { useQuery } from '@tanstack/react-query';
import { getCredit } from '../../../contracts/credit.calls';
import { api } from '../../lib/api';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { creditKeys } from './credit.feature';

/** One's own credit score and proofs, reasons in the language of the screen. Not fetched for demo accounts. */
export function useCredit() {
  const isReal = useSession((state) => state.session?.realm === 'real');
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: creditKeys.score(language),
    queryFn: () => api.call(getCredit),
    enabled: isReal,
    refetchOnWindowFocus: true,
  });
}

/** After a proof was sent. */
export async function refreshCredit(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: creditKeys.score() });
}
