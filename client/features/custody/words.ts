import { useTranslation } from 'react-i18next';
import { groupOf, type CustodyProduct } from '../../../contracts/custody.contract';
import { useFormat } from '../../lib/format';

type Named = Pick<CustodyProduct, 'productId' | 'cycleDays' | 'penalty'>;

/** What products and orders are called, and how their terms read. */
export function useWords() {
  const { t } = useTranslation('custody');
  const format = useFormat();
  return {
    /** A change of the balance with its sign, exact. */
    signed: (usdt: string) => `${usdt.startsWith('-') ? '−' : '+'}${format.amount(usdt.replace('-', ''), 8, 2)}`,
    nameOf: ({ productId, cycleDays, penalty }: Named) =>
      t(groupOf(productId) === 'vip' ? 'name.vip' : `name.${penalty.kind}`, { count: cycleDays }),
    penaltyOf: ({ kind, rate }: CustodyProduct['penalty']) => t(`penalty.${kind}`, { rate: format.share(rate) }),
    ratesOf: ({ rateMin, rateMax }: Pick<CustodyProduct, 'rateMin' | 'rateMax'>) =>
      t('fact.rateRange', { least: format.share(rateMin, 2), most: format.share(rateMax, 2) }),
  };
}
