import { useTranslation } from 'react-i18next';
import type { LoanProducts } from '../../../contracts/loan.contract';

/** The periods to choose from, in words. */
export function usePeriods({ periods }: Pick<LoanProducts, 'periods'>) {
  const { t } = useTranslation('loan');
  return periods.map((days) => ({ value: `${days}`, label: t('days', { count: days }) }));
}
