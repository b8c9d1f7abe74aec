import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/preferences';
import { useOrderForm } from './form-store';
import styles from './OrderForm.module.css';

const TIMES = ['GTC', 'IOC', 'FOK'] as const;

/** Time in force and post-only where the type has them, and whether to ask before placing. */
export function FormFlags() {
  const { t } = useTranslation('order');
  const { form, change } = useOrderForm();
  const { confirmOrders, set } = usePreferences();
  const flagged = form.type === 'limit' || form.type === 'stop-limit';
  return (
    <div className={styles.flags}>
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
