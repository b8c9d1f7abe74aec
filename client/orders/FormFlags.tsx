import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/preferences';
import { serverNow } from '../lib/server-clock';
import type { InstrumentView } from '../../contracts/market.contract';
import type { StopTrigger, TimeInForce } from '../../contracts/order.contract';
import { useOrderForm } from './form-store';
import { isLimited, isStop, timeOf, type OrderFields } from './order-fields';
import styles from './OrderForm.module.css';

const TRIGGERS: readonly StopTrigger[] = ['last', 'index', 'mark'];
const TIMES: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** What a stop watches, time in force and post-only where the type has them, and whether to ask before placing. */
export function FormFlags({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('order');
  const { form, change } = useOrderForm();
  const { confirmOrders, set } = usePreferences();
  const flagged = isLimited(form.type);
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
      <Times instrument={instrument} />
      {flagged && (
        <label className={styles.check} title={t('flag.postOnlyHint')}>
          <input
            type="checkbox"
            checked={form.postOnly}
            disabled={form.type === 'limit' && instrument.session.phase === 'call'}
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

function Times({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('order');
  const { form, change } = useOrderForm();
  const times = timesOf(form, instrument);
  if (times.length < 2) return null;
  return (
    <label className={styles.time}>
      <span className="hidden-visually">{t('flag.timeInForce')}</span>
      <select
        value={timeOf(form)}
        disabled={form.postOnly}
        onChange={(event) => change({ timeInForce: event.target.value as TimeInForce })}
      >
        {times.map((each) => (
          <option key={each} value={each}>
            {t(`time.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** For an auction where one is gathered or to come, and where it was chosen before it was over. */
function timesOf({ type, timeInForce }: OrderFields, { session }: InstrumentView): readonly TimeInForce[] {
  const isTaken = type === 'limit' || type === 'market';
  const isBefore = session.cutOffAt !== null && serverNow() < session.cutOffAt;
  const atClose = isTaken && (isBefore || timeInForce === 'ATC') ? (['ATC'] as const) : [];
  if (isTaken && session.phase === 'call') return [...(type === 'market' ? [] : (['GTC'] as const)), 'OPG', ...atClose];
  const atOpen = isTaken && timeInForce === 'OPG' ? (['OPG'] as const) : [];
  if (type === 'market') return ['IOC', ...atOpen, ...atClose];
  return isLimited(type) ? [...TIMES, ...atOpen, ...atClose] : [];
}
