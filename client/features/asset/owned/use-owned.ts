import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getOwned } from '../../../../contracts/owned.calls';
import { toAmount } from '../../../../shared/money';
import { api } from '../../../lib/api';
import { useFormat } from '../../../lib/format';
import { useAmounts } from '../use-amounts';
import { assetKeys } from '../asset.feature';

const VALUES_AGE_MS = 5000;
const CENT = toAmount('0.01');

/** Prices move, and balances of other devices too. */
export function useOwned() {
  return useQuery({
    queryKey: assetKeys.owned(),
    queryFn: () => api.call(getOwned),
    refetchInterval: VALUES_AGE_MS,
  });
}

/** An amount of USDT as the screen shows it; an estimate has a sign before it, and what is hidden stays hidden. */
export function useUsdt(): (usdt: string, isEstimate?: boolean) => string {
  const format = useFormat();
  const amounts = useAmounts();
  return (usdt, isEstimate = false) => {
    if (!isEstimate) return amounts(format.amount(usdt, 8, 2));
    const value = toAmount(usdt);
    // Less than a cent is not nothing.
    const isSmall = value < CENT && value > -CENT;
    return amounts(`≈ ${format.amount(usdt, isSmall ? 8 : 2, 2)}`);
  };
}

interface Named {
  readonly product: string;
  readonly label: string;
}

/** What an item is of: a symbol as it is, a product by its name. */
export function useLabels(): (item: Named) => string {
  const { t, i18n } = useTranslation('owned');
  return ({ product, label }) => {
    const key = `label.${product}.${label}`;
    return i18n.exists(`owned:${key}`) ? t(key) : label;
  };
}
