import { useQuery } from '@tanstack/react-query';
import { getContracts } from '../../../contracts/contract.calls';
import { api } from '../../lib/api';
import { BracketsNote } from './BracketsNote';
import { contractKeys } from './contract.feature';

const MINUTE = 60_000;

/** On the page of an instrument: new margin brackets of its contracts, which are the same for all of them. */
export default function ComingBrackets({ underlying }: { underlying: string }) {
  const { data } = useQuery({
    queryKey: contractKeys.contracts(underlying),
    queryFn: ({ signal }) => api.call(getContracts, { underlying }, { signal }),
    refetchInterval: MINUTE,
  });
  const [contract] = data?.contracts ?? [];
  return contract === undefined || contract.coming.length === 0 ? null : <BracketsNote contract={contract} />;
}
