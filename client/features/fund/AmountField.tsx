import { useTranslation } from 'react-i18next';
import { FUND_MONEY_DECIMALS, type FundView } from '../../../contracts/fund.contract';
import { format as written, toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { DecimalInput } from '../../ui/DecimalInput';
import type { FieldProps } from '../../ui/fields';
import { Funds } from '../../app/Funds';
import styles from './Fund.module.css';

interface Props extends Omit<FieldProps, 'label' | 'hint'> {
  /** `own` is `null` of a demo account, which buys nothing. */
  fund: Pick<FundView, 'minimum' | 'maximum' | 'own'>;
}

/** What a purchase is of, with its limits, what the earning account has, and what the cap of the risk class leaves for more. */
export function AmountField({ fund: { minimum, maximum, own }, ...field }: Props) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  const left = own === null || own.cap === null ? null : toAmount(own.cap) - toAmount(own.open);
  return (
    <>
      <DecimalInput {...field} label={t('buy.amount')} unit="USDT" decimals={FUND_MONEY_DECIMALS} step="10" />
      <p className={styles.note}>
        {t('buy.limits', { least: format.amount(minimum, 2), most: format.amount(maximum, 2) })}
      </p>
      {own !== null && <Funds to="finance" amount={field.value} />}
      {left !== null && (
        <p className={styles.note}>{t('buy.cap', { left: format.amountDown(written(left > 0n ? left : 0n), 2) })}</p>
      )}
    </>
  );
}
