import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/preferences';
import type { StopTrigger } from '../../contracts/order.contract';
import { useOrderForm } from './form-store';
import { isStop } from './order-fields';
import styles from './OrderForm.module.css';

const TRIGGERS: readonly StopTrigger[] = ['last', 'index', 'mark'];
const TIMES = ['GTC', 'IOC', 'FOK'] as const;

/** What a stop watches, time in force and post-only where the type has them, and whether to ask before placing. */
export function FormFlags() {
  const { t } = useTranslation('order');
  const { form, change } = useOrderForm();
  const { confirmOrders, set } = usePreferences();
  const flagged = form.type === 'limit' || form.type === 'stop-limit';
  return (
    <div className={styles.flags}>
      {isStop(form) && (
        <label className={styles.time} title={t(`trigger.hint.${form.trigger}`)}>
          {t('field.trigger')}{' '}
          <select
            name="trigger"
            value={form.trigger}
            onChange={(event) => change({ trigger: event.target.value as StopTrigger })}
          >
            {TRIGGERS.map((each) => (
              <option key={each} value={each}>
                {t(`trigger.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {flagged && (
        <label className={styles.time}>
          <span className="hidden-visually">{t('flag.timeInForce')}</span>
          <select
            value={form.postOnly ? 'GTC' : form.timeInForce}
            disabled={form.postOnly}
            onChange={(event) => change({ timeInForce: event.target.value as (typeof TIMES)[number] })}
          >
            {TIMES.map((each) => (
              <option key={each} value={each}>
                {t(`time.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {flagged && (
        <label className={styles.check} title={t('flag.postOnlyHint')}>
          <input
            type="checkbox"
            checked={form.postOnly}
            onChange={(event) => change({ postOnly: event.target.checked })}
          />
          {t('flag.postOnly')}
        </label>
      )}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={confirmOrders}
          onChange={(event) => set({ confirmOrders: event.target.checked })}
        />
        {t('flag.confirm')}
      </label>
    </div>
  );
}
