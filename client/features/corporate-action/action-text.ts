import { useTranslation } from 'react-i18next';
import type { ActionView } from '../../../contracts/corporate-action.contract';
import { useFormat } from '../../lib/format';

/** What of a corporate action its words need. */
type WordedAction = Pick<ActionView, 'kind' | 'session' | 'perShare' | 'newShares' | 'oldShares'>;

/** What a corporate action is, in words: `Dividend: 0.26 USDT per share`. */
export function useActionText() {
  const { t } = useTranslation('market');
  const format = useFormat();
  return ({ kind, session, perShare, newShares, oldShares }: WordedAction, quote: string): string => {
    if (kind === 'dividend') return t('actions.dividend', { amount: format.amount(perShare ?? '0', 8), quote });
    if (kind === 'delisting') return t('actions.delisting');
    if (kind === 'earnings') return t(`actions.earnings.${session}`);
    const isReverse = (newShares ?? 0) < (oldShares ?? 0);
    return t(isReverse ? 'actions.reverse-split' : 'actions.split', { newShares, oldShares });
  };
}
