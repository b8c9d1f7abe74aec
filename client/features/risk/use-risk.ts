import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { getRisk } from '../../../contracts/risk.calls';
import { getPolicy } from '../../../contracts/policy-change.calls';
import { api } from '../../lib/api';
import { OCCUPATIONS } from '../../../contracts/person.contract';
import {
  AMOUNT_BANDS,
  INVESTMENT_PURPOSES,
  MONTHLY_TRANSACTIONS,
  PURPOSES,
  type Question,
  type RiskCaps,
  type RiskScores,
} from '../../../contracts/risk.contract';
import { bandText } from '../../lib/bands';
import { useFormat, type Formatter } from '../../lib/format';
import { publishedPolicyKey } from '../../lib/keys';
import { useSession } from '../../lib/session';
import { riskKeys } from './risk.feature';

/** One's own class, cap and assessments. Not fetched for demo accounts. */
export function useRisk() {
  const isReal = useSession((state) => state.session?.realm === 'real');
  return useQuery({ queryKey: riskKeys.standing(), queryFn: () => api.call(getRisk), enabled: isReal });
}

/** The published rules, which anybody may read: the weights of the answers and the caps of the classes. */
export function useRiskRules() {
  return useQuery({
    queryKey: publishedPolicyKey('risk'),
    queryFn: async () => {
      const [scores, caps] = await Promise.all([
        api.call(getPolicy, { name: 'risk.scores' }),
        api.call(getPolicy, { name: 'risk.caps' }),
      ]);
      return {
        // oxlint-disable-next-line house/no-erasing-cast -- the policy of this name has these values.
        scores: { version: scores.version, values: scores.values as unknown as RiskScores },
        // oxlint-disable-next-line house/no-erasing-cast -- the policy of this name has these values.
        caps: { version: caps.version, values: caps.values as unknown as RiskCaps },
      };
    },
  });
}
export type RiskRules = NonNullable<ReturnType<typeof useRiskRules>['data']>;

/** A choice of a question in words; places count from 1. */
export function useChoiceText(): (question: Question, place: number) => string {
  const { t } = useTranslation(['risk', 'common']);
  const format = useFormat();
  return (question, place) => choiceText(question, place, t, format);
}

function choiceText(question: Question, place: number, t: TFunction, format: Formatter): string {
  const at = place - 1;
  switch (question) {
    case 'purpose':
      return t(`purpose.${PURPOSES[at]}`);
    case 'investment':
      return t(`investment.${INVESTMENT_PURPOSES[at]}`);
    case 'occupation':
      return t(`common:occupation.${OCCUPATIONS[at]}`);
    case 'amount': {
      const band = AMOUNT_BANDS[at];
      return band === undefined ? '' : bandText(band, t, format);
    }
    case 'monthly': {
      const band = MONTHLY_TRANSACTIONS[at];
      if (band === undefined) return '';
      const from = format.count(band.from);
      return band.to === null
        ? t('common:band.over', { from })
        : t('common:band.between', { from, to: format.count(band.to) });
    }
  }
}
