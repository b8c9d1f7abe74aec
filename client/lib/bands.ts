import type { TFunction } from 'i18next';
import type { Band } from '../../contracts/person.contract';
import type { Formatter } from './format';

/** A band of US dollars in words: `$1,000 to $3,000`. `t` must know the noun `common`. */
export function bandText({ from, to }: Band, t: TFunction, format: Formatter): string {
  const money = (amount: number) =>
    new Intl.NumberFormat(format.tag, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      maximumFractionDigits: 0,
    }).format(amount);
  if (to === null) return t('common:band.over', { from: money(from) });
  if (from === 0) return t('common:band.under', { to: money(to) });
  return t('common:band.between', { from: money(from), to: money(to) });
}
