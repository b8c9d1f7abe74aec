import { useTranslation } from 'react-i18next';
import type { FundView } from '../../../contracts/fund.contract';
import { format as written, toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Funds } from '../custody/Funds';
import styles from './Fund.module.css';

/** What the earning account has for an amount, and what the cap of the risk class leaves for more. */
export function Room({ amount, own }: Pick<FundView, 'own'> & { amount: string }) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  const left = own === null || own.cap === null ? null : toAmount(own.cap) - toAmount(own.open);
  return (
    <>
      <Funds amount={amount} />
      {left !== null && (
        <p className={styles.note}>{t('buy.cap', { left: format.amountDown(written(left > 0n ? left : 0n), 2) })}</p>
      )}
    </>
  );
}
