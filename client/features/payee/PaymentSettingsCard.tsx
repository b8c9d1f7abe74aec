import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setPaymentSettings } from '../../../contracts/payee.calls';
import { api, QUIET } from '../../lib/api';
import { PAYMENT_SETTINGS, type PaymentSettings } from '../../../contracts/payee.contract';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { NO_TRADE_PROOF, TradeProof } from './TradeProof';
import { refreshPayees } from './use-payees';
import styles from './Payee.module.css';

const NONE = Object.fromEntries(PAYMENT_SETTINGS.map((key) => [key, ''])) as PaymentSettings;

/** Name, bank, Alipay and WeChat of the person: shown, and changed with the trade password. */
export function PaymentSettingsCard({ settings }: { settings: PaymentSettings | null }) {
  const { t } = useTranslation('payee');
  const [editing, setEditing] = useState(false);
  const given = PAYMENT_SETTINGS.filter((key) => (settings?.[key] ?? '') !== '');
  return (
    <section className={styles.card} aria-labelledby="payment-settings">
      <div className={styles.cardHead}>
        <div>
          <h2 id="payment-settings">{t('settings.title')}</h2>
          <p>{t('settings.lead')}</p>
        </div>
        {!editing && (
          <Button kind="plain" size="s" onClick={() => setEditing(true)}>
            {t(given.length === 0 ? 'settings.set' : 'settings.change')}
          </Button>
        )}
      </div>
      {editing ? (
        <SettingsForm settings={settings ?? NONE} onDone={() => setEditing(false)} />
      ) : given.length === 0 ? (
        <p className={styles.quiet}>{t('settings.empty')}</p>
      ) : (
        <dl className={styles.facts}>
          {given.map((key) => (
            <div key={key}>
              <dt>{t(`settings.${key}`)}</dt>
              <dd>{settings?.[key]}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function SettingsForm({ settings, onDone }: { settings: PaymentSettings; onDone: () => void }) {
  const { t } = useTranslation('payee');
  const form = useForm({
    initial: { ...settings, ...NO_TRADE_PROOF },
    send: async ({ googleCode, ...values }) => {
      await api.call(setPaymentSettings, { ...values, ...(googleCode !== '' && { googleCode }) }, QUIET);
      await refreshPayees();
      onDone();
    },
  });
  return (
    <Form
      handle={form}
      label={t('settings.title')}
      actions={
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('action.save')}
          </Button>
          <Button kind="plain" onClick={onDone}>
            {t('action.cancel')}
          </Button>
        </div>
      }
    >
      {PAYMENT_SETTINGS.map((key) => (
        <TextField
          key={key}
          label={t(`settings.${key}`)}
          autoComplete="off"
          spellCheck={false}
          maxLength={key === 'bank_number' ? 64 : 80}
          {...form.field(key)}
        />
      ))}
      <TradeProof form={form} />
    </Form>
  );
}
