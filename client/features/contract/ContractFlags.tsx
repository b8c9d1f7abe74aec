import { useTranslation } from 'react-i18next';
import type { StopTrigger, TimeInForce } from '../../../contracts/order.contract';
import { usePreferences } from '../../lib/preferences';
import { useOrderForm } from '../../orders/form-store';
import { isLimited, waits } from '../../orders/order-fields';
import { triggersOf, typeOf, watchedBy, type Intent } from './contract-form';
import { useIntent } from './intent-store';
import order from '../../orders/OrderForm.module.css';

const TIMES: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];

/** What a stop watches, time in force, post-only and reduce-only where the order can have them, and whether to ask first. */
export function ContractFlags({ intent }: { intent: Intent }) {
  const { t } = useTranslation(['contract', 'order']);
  const { form, change } = useOrderForm();
  const { trigger, set } = useIntent();
  const { confirmOrders, set: prefer } = usePreferences();
  const type = typeOf(form);
  const watched = watchedBy(trigger, intent);
  return (
    <div className={order.flags}>
      {waits(type) && (
        <label className={order.time} title={t(`order:trigger.hint.${watched}`)}>
          {t('order:field.trigger')}{' '}
          <select
            name="trigger"
            value={watched}
            onChange={(event) => set({ trigger: event.target.value as StopTrigger })}
          >
            {triggersOf(intent).map((each) => (
              <option key={each} value={each}>
                {t(`order:trigger.${each}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {isLimited(type) && <Times />}
      {isLimited(type) && (
        <Check
          label={t('order:flag.postOnly')}
          hint={t('order:flag.postOnlyHint')}
          checked={form.postOnly}
          onChange={(postOnly) => change({ postOnly })}
        />
      )}
      {intent.mode === 'one-way' && (
        <Check
          label={t('flag.reduceOnly')}
          hint={t('flag.reduceOnlyHint')}
          checked={intent.reduceOnly}
          onChange={(reduceOnly) => set({ reduceOnly })}
        />
      )}
      <Check
        label={t('order:flag.confirm')}
        checked={confirmOrders}
        onChange={(ask) => prefer({ confirmOrders: ask })}
      />
    </div>
  );
}

interface CheckProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, hint, checked, onChange }: CheckProps) {
  return (
    <label className={order.check} title={hint}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

function Times() {
  const { t } = useTranslation('order');
  const { form, change } = useOrderForm();
  const chosen = TIMES.find((each) => each === form.timeInForce && !form.postOnly) ?? 'GTC';
  return (
    <label className={order.time}>
      <span className="hidden-visually">{t('flag.timeInForce')}</span>
      <select
        value={chosen}
        disabled={form.postOnly}
        onChange={(event) => change({ timeInForce: event.target.value as TimeInForce })}
      >
        {TIMES.map((each) => (
          <option key={each} value={each}>
            {t(`time.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
