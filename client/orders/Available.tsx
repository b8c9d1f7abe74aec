import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView } from '../../contracts/market.contract';
import { useFormat } from '../lib/format';
import { useOrderForm } from './form-store';
import type { FormContext } from './order-fields';
import { withPercent } from './order-size';
import styles from './OrderForm.module.css';

/** What can be spent, never more than there is, and all of it by one click. */
export function Available({ instrument, context }: { instrument: InstrumentView; context: FormContext }) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { form, change } = useOrderForm();
  const { side } = form;
  const amount = side === 'buy' ? context.available?.quote : context.available?.base;
  const asset = side === 'buy' ? instrument.quote : instrument.base;
  return (
    <p className={styles.available}>
      <span>{t('form.available')}</span>
      <span>
        <button
          type="button"
          className={styles.all}
          title={t('form.useAll')}
          disabled={amount === undefined}
          onClick={() => change(withPercent(form, 100, context))}
        >
          <b data-testid="available">
            {amount === undefined ? '–' : format.amountDown(amount, side === 'buy' ? 2 : 8)}
          </b>{' '}
          {asset}
        </button>{' '}
        <Link to="/authenticationrj" aria-label={t('form.deposit')} className={styles.plus}>
          +
        </Link>
      </span>
    </p>
  );
}
