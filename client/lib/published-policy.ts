import { useQuery } from '@tanstack/react-query';
import { calls } from './calls';
import { key } from './keys';

export const publishedPolicyKey = key<[name: string]>('policy', 'published');

/** The policy that is in force under a name, as everybody may read it. */
export const usePublishedPolicy = (name: string) =>
  useQuery({ queryKey: publishedPolicyKey(name), queryFn: () => calls.publishedPolicy(name) });
