import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getPolicy } from '../../../contracts/policy-change.calls';
import { api } from '../../lib/api';
import ModalPanel from '../../ui/ModalPanel';
import { Loadable, Skeleton } from '../../ui/states';
import { policyKeys } from './policy.feature';
import { Rule } from './Rule';
import { useRuleTexts, type Values } from './rule-texts';

export interface Why {
  policy: string;
  version: number;
  /** The figures that the decision used. */
  inputs?: Values | undefined;
}

/** The rule that decided, its version, its figures and its text. */
export default function WhyDialog({ policy, version, inputs, onClose }: Why & { onClose: () => void }) {
  const { t } = useTranslation('policy');
  const texts = useRuleTexts();
  const query = useQuery({
    queryKey: policyKeys.version(policy, version),
    queryFn: () => api.call(getPolicy, { name: policy, version }),
  });
  return (
    <ModalPanel title={`${t('why.title')} · ${texts.name(policy)}`} onClose={onClose} size={560} tall>
      <Loadable query={query} skeleton={<Skeleton rows={6} height={22} />}>
        {(view) => <Rule policy={view} inputs={inputs} />}
      </Loadable>
    </ModalPanel>
  );
}
