import { useQuery } from '@tanstack/react-query';
import { getAccountRecords } from '../../../contracts/asset.calls';
import { getSecurity } from '../../../contracts/security.calls';
import { api } from '../../lib/api';
import { usePreferences } from '../../lib/preferences';
import { useSession } from '../../lib/session';
import { hasGoogle } from '../security/use-security';
import { accountKeys } from './account.feature';
import { firstSteps, type FirstFacts } from './first-steps';

/** What a real account has done of its beginning; `undefined` for a demo, where it was hidden, and until it is known. */
export function useFirstFacts(): FirstFacts | undefined {
  const real = useSession((state) => state.session?.realm === 'real');
  const wanted = usePreferences((state) => state.firstSteps) && real;
  const { data } = useQuery({
    queryKey: accountKeys.firstSteps(),
    queryFn: fetchFacts,
    // What is done stays done.
    enabled: ({ state }) => wanted && (state.data === undefined || firstSteps(state.data).length > 0),
  });
  // An answer that is kept from before they were hidden shows nothing.
  return wanted ? data : undefined;
}

async function fetchFacts(): Promise<FirstFacts> {
  const moved = async (kind?: 'trades' | 'conversions') => {
    const { items } = await api.call(getAccountRecords, { postings: 'money', limit: 1, ...(kind && { kind }) });
    return items.length > 0;
  };
  const [security, funded, ...traded] = await Promise.all([
    api.call(getSecurity),
    moved(),
    moved('trades'),
    moved('conversions'),
  ]);
  return {
    tradePassword: security.tradePassword.setAt !== null,
    authenticator: hasGoogle(security),
    funded,
    traded: traded.includes(true),
  };
}
