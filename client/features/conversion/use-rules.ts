import { useQuery } from '@tanstack/react-query';
import { getPolicy } from '../../../contracts/policy-change.calls';
import { api } from '../../lib/api';
import { publishedPolicyKey } from '../../lib/keys';
import type { ConversionRuleValues } from './conversion-form';

/** The published rules: spread and limits, shown before anything is typed. */
export function useConversionRules() {
  return useQuery({
    queryKey: publishedPolicyKey('conversion.rules'),
    queryFn: async () => {
      const { version, values } = await api.call(getPolicy, { name: 'conversion.rules' });
      // oxlint-disable-next-line house/no-erasing-cast -- the policy of this name has these values.
      return { version, values: values as unknown as ConversionRuleValues };
    },
  });
}
