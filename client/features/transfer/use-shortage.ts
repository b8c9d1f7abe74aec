import { useTranslation } from 'react-i18next';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { useAmounts } from '../asset/use-amounts';

/** The problem of an amount above the balance; `undefined` if there is none. */
export function useShortage(): (amount: string, available: string, currency: string) => string | undefined {
  const { t } = useTranslation('refusal');
  const format = useFormat();
  const amounts = useAmounts();
  return (amount, available, currency) => {
    if (toAmount(amount || '0') <= toAmount(available)) return undefined;
    const held = { needed: format.amount(amount, 18), available: amounts(format.amountDown(available, 8)) };
    return t('asset.insufficient', { ...held, currency });
  };
}
