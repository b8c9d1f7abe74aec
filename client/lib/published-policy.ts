import { useQuery } from '@tanstack/react-query';
import { getPolicy } from '../../contracts/policy-change.calls';
import { api } from './api';
import { publishedPolicyKey } from './keys';

/** The policy that is in force under a name, as everybody may read it. */
export const usePublishedPolicy = (name: string) =>
  useQuery({ queryKey: publishedPolicyKey(name), queryFn: () => api.call(getPolicy, { name }) });
