import { useTranslation } from 'react-i18next';
import type { CustodyProduct } from '../../../contracts/custody.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { outcomesOf } from './custody-form';
import { useWords } from './words';
import styles from './Custody.module.css';

/** The terms of a product, the worst case first. */
export function Terms({ product }: { product: CustodyProduct }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const { penaltyOf, ratesOf, signed } = useWords();
  const { minimum, maximum, quota, quotaLeft } = product;
  const { worst, least, most } = outcomesOf('100', product);
  const usdt = (text: string) => format.amount(text, 2);
  const rows = [
    [
      t('fact.worst'),
      <b key="worst" className="down">
        {signed(worst.result)} USDT
      </b>,
    ],
    [t('fact.penalty'), penaltyOf(product.penalty)],
    [t('fact.rate'), ratesOf(product)],
    [t('fact.hundred'), t('fact.amountRange', { least: signed(least.result), most: signed(most.result) })],
    [t('fact.amount'), t('fact.amountRange', { least: usdt(minimum), most: usdt(maximum) })],
    [
      t('fact.quota'),
      quotaLeft === null
        ? `${usdt(quota)} USDT`
        : t('fact.quotaLeft', { quota: `${usdt(quota)} USDT`, left: usdt(quotaLeft) }),
    ],
  ] as const;
  return <FactList className={styles.facts} rows={rows} />;
}
