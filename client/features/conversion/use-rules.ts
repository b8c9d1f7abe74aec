import { useQuery } from '@tanstack/react-query';
import { calls } from '../../lib/calls';
import { publishedPolicyKey } from '../../lib/published-policy';
import type { ConversionRuleValues } from './conversion-form';

/** The published rules: spread and limits, shown before anything is typed. */
export function useConversionRules() {
  return useQuery({
    queryKey: publishedPolicyKey('conversion.rules'),
    queryFn: async () => {
      const { version, values } = await calls.publishedPolicy('conversion.rules');
      return { version, values: values as unknown as ConversionRuleValues };
    },
  });
}
