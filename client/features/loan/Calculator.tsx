import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOAN_DECIMALS, type LoanProducts } from '../../../contracts/loan.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { DecimalInput } from '../../ui/DecimalInput';
import { SelectField } from '../../ui/fields';
import { Figures, termsOf } from './Figures';
import { usePeriods } from './use-periods';
import styles from './Loan.module.css';

/** What a loan of any amount and period costs, for everybody. It begins empty, because an amount that stands there reads as advice. */
export function Calculator({ product }: { product: LoanProducts }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const [amount, setAmount] = useState('');
  const [period, setPeriod] = useState(`${product.periods[0] ?? ''}`);
  const periods = usePeriods(product);
  const days = product.periods.find((one) => `${one}` === period) ?? 0;
  return (
    <section className={styles.card} aria-labelledby="loan-calculator">
      <h2 id="loan-calculator">{t('calculator.title')}</h2>
      <DecimalInput
        name="calculated"
        label={t('apply.amount')}
        unit="USDT"
        decimals={LOAN_DECIMALS}
        step="10"
        placeholder={format.amount(product.minimum, LOAN_DECIMALS)}
        value={amount}
        onChange={setAmount}
      />
      <SelectField label={t('apply.period')} name="period" options={periods} value={period} onChange={setPeriod} />
      <div data-testid="loan-figures">
        {toAmount(amount || '0') > 0n && <Figures terms={termsOf(product, amount, days)} />}
      </div>
    </section>
  );
}
