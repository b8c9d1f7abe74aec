import { useTranslation } from 'react-i18next';
import type { CustodyProduct } from '../../../contracts/custody.contract';
import { useFormat } from '../../lib/format';

type Named = Pick<CustodyProduct, 'cycleDays' | 'penalty'>;

/** What products and orders are called, and how their terms read. */
export function useWords() {
  const { t } = useTranslation('custody');
  const format = useFormat();
  return {
    /** A change of the balance with its sign, exact. */
    signed: (usdt: string) => `${usdt.startsWith('-') ? '−' : '+'}${format.amount(usdt.replace('-', ''), 8, 2)}`,
    nameOf: ({ cycleDays, penalty }: Named) => t(`name.${penalty.kind}`, { count: cycleDays }),
    penaltyOf: ({ kind, rate }: CustodyProduct['penalty']) => t(`penalty.${kind}`, { rate: format.share(rate) }),
    ratesOf: ({ rateMin, rateMax }: Pick<CustodyProduct, 'rateMin' | 'rateMax'>) =>
      t('fact.rateRange', { least: format.share(rateMin, 2), most: format.share(rateMax, 2) }),
  };
}

/** A UTC date as `2026-12-01`, read as the language writes it. */
export function useUtcDay(): (date: string) => string {
  const { tag } = useFormat();
  const words = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });
  return (date) => words.format(Date.parse(`${date}T00:00:00Z`));
}
