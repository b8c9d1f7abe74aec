import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeSentView } from '../../contracts/account.contract';
import { Button } from './Button';
import { digitsOf } from './digits';
import { FieldFrame, tiedTo, type FieldProps } from './fields';
import styles from './fields.module.css';

interface CodeFieldProps extends FieldProps {
  digits?: number;
  /** Sends a code; resolves with its channel and the time of the next one, or `null` when none was sent. */
  onSend: () => Promise<CodeSentView | null>;
}

/** A code that comes by e-mail or phone, and the button that sends it again after a countdown. */
export function CodeField({ label, hint, error, value, onChange, name, digits = 6, onSend }: CodeFieldProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [until, setUntil] = useState(0);
  const [busy, setBusy] = useState(false);
  const [delivery, setDelivery] = useState<CodeSentView['delivery']>('sent');
  const left = useSecondsLeft(until);
  const send = async () => {
    setBusy(true);
    const sent = await onSend().finally(() => setBusy(false));
    if (sent === null) return;
    setDelivery(sent.delivery);
    setUntil(Date.now() + sent.resendSeconds * 1000);
  };
  // The hint keeps people from waiting for a message that is never sent out.
  const shownHint = delivery === 'kept' ? <span role="status">{t('field.codeKept')}</span> : hint;
  return (
    <FieldFrame id={id} label={label} hint={shownHint} error={error}>
      <div className={styles.code}>
        <input
          {...tiedTo(id, error, shownHint)}
          name={name}
          className={styles.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => onChange(digitsOf(event.target.value, digits))}
        />
        <Button kind="plain" busy={busy} disabled={left > 0} onClick={() => void send()}>
          {left > 0 ? t('field.resendIn', { seconds: left }) : t(until === 0 ? 'field.sendCode' : 'field.resendCode')}
        </Button>
      </div>
    </FieldFrame>
  );
}

/** Whole seconds until an instant, counting down while mounted; 0 when it is past. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until <= Date.now()) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
