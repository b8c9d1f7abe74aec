import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openRecovery, requestRecovery, stopRecovery } from '../../../contracts/security.calls';
import { getCode } from '../../../contracts/account.calls';
import type { RecoveryTicketView } from '../../../contracts/security.contract';
import { api, QUIET, RefusalError } from '../../lib/api';
import { usePublishedPolicy } from '../../lib/published-policy';
import { Button, ButtonLink } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { Form } from '../../ui/Form';
import { PasswordField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import { useMissing } from './ProofFields';
import { Remark } from './SecurityPage';
import styles from './Security.module.css';

type Shown =
  | { step: 'sent' | 'stop' | 'stopped' }
  /** `message`: the reason for starting over. */
  | { step: 'proof'; message?: string }
  | { step: 'send'; ticket: RecoveryTicketView };

/** `/lostGoogle`: recovery after losing authenticator and recovery codes, and its cancellation if a stranger started it. */
export default function LostGoogleScreen() {
  const { t } = useTranslation('security');
  const [shown, show] = useState<Shown>({ step: 'proof' });
  return (
    <div className={styles.page}>
      <h1>{t('recovery.title')}</h1>
      {shown.step === 'proof' && <WhatHappens />}
      <section className={styles.card} aria-live="polite">
        {shown.step === 'proof' && shown.message !== undefined && <Remark kind="warning">{shown.message}</Remark>}
        {shown.step === 'proof' && <Proof onProved={(ticket) => show({ step: 'send', ticket })} />}
        {shown.step === 'send' && (
          <Send
            ticket={shown.ticket}
            onSent={() => show({ step: 'sent' })}
            onBack={(message) => show({ step: 'proof', ...(message && { message }) })}
          />
        )}
        {shown.step === 'stop' && <Stop onStopped={() => show({ step: 'stopped' })} />}
        {(shown.step === 'sent' || shown.step === 'stopped') && (
          <div className={styles.stack}>
            <Remark kind="check">{t(shown.step === 'sent' ? 'recovery.done' : 'recovery.stopped')}</Remark>
            <ButtonLink to="/login" kind="plain">
              {t('unfreeze.logIn')}
            </ButtonLink>
          </div>
        )}
      </section>
      {shown.step === 'proof' && (
        <p className={styles.lead}>
          <Button kind="quiet" onClick={() => show({ step: 'stop' })}>
            {t('recovery.haveCode')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** All steps, shown first, with the hours of the policy in force. */
function WhatHappens() {
  const { t } = useTranslation('security');
  const { data } = usePublishedPolicy('recovery.rules');
  const hours = { waiting: data?.values['waitingHours'] ?? '–', closed: data?.values['withdrawalHours'] ?? '–' };
  return (
    <>
      <p className={styles.lead}>{t('recovery.lead')}</p>
      <ol className={styles.steps}>
        {(['proof', 'review', 'wait', 'effect', 'told'] as const).map((step) => (
          <li key={step}>{t(`recovery.step.${step}`, hours)}</li>
        ))}
      </ol>
    </>
  );
}

function Proof({ onProved }: { onProved: (ticket: RecoveryTicketView) => void }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const form = useForm({
    initial: { account: '', code: '', password: '' },
    check: (values) => missing(values, 'account', 'code', 'password'),
    send: async (values) => onProved(await api.call(openRecovery, values, QUIET)),
  });
  return (
    <Form
      handle={form}
      label={t('recovery.title')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('contact.next')}
        </Button>
      }
    >
      <TextField label={t('unfreeze.account')} autoComplete="username" {...form.field('account')} />
      <CodeField
        label={t('code.label')}
        hint={t('recovery.codeHint')}
        onSend={() =>
          form.checkAndSend(missing(form.values, 'account'), () =>
            api.call(getCode, { purpose: 'lost-google', account: form.values.account }),
          )
        }
        {...form.field('code')}
      />
      <PasswordField label={t('proof.password')} autoComplete="current-password" {...form.field('password')} />
    </Form>
  );
}

interface SendProps {
  ticket: RecoveryTicketView;
  onSent: () => void;
  /** Password and code again: the ticket has expired, or the person chose to. */
  onBack: (message?: string) => void;
}

function Send({ ticket: { ticket, photo }, onSent, onBack }: SendProps) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const form = useForm({
    initial: { imageId: '' },
    check: (values) => (photo ? missing(values, 'imageId') : {}),
    send: async ({ imageId }) => {
      try {
        await api.call(requestRecovery, { ticket, ...(photo && { imageId }) }, QUIET);
        onSent();
      } catch (error) {
        const isGone = error instanceof RefusalError && error.data?.refusal === 'security.recovery-gone';
        if (!isGone) throw error;
        onBack(error.message);
      }
    },
  });
  return (
    <Form
      handle={form}
      label={t('recovery.title')}
      actions={
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('recovery.submit')}
          </Button>
          <Button kind="quiet" onClick={() => onBack()}>
            {t('contact.back')}
          </Button>
        </div>
      }
    >
      {photo ? (
        <ImageUpload
          label={t('recovery.photo')}
          hint={t('recovery.photoHint')}
          purpose="recovery-held"
          ticket={ticket}
          {...form.field('imageId')}
        />
      ) : (
        <Remark>{t('recovery.noPhoto')}</Remark>
      )}
    </Form>
  );
}

function Stop({ onStopped }: { onStopped: () => void }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const form = useForm({
    initial: { account: '', stopCode: '' },
    check: (values) => missing(values, 'account', 'stopCode'),
    send: async (values) => {
      await api.call(stopRecovery, values, QUIET);
      onStopped();
    },
  });
  return (
    <Form
      handle={form}
      label={t('recovery.haveCode')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('recovery.stop')}
        </Button>
      }
    >
      <p>{t('recovery.stopLead')}</p>
      <TextField label={t('unfreeze.account')} autoComplete="username" {...form.field('account')} />
      <TextField label={t('recovery.stopCode')} autoComplete="off" spellCheck={false} {...form.field('stopCode')} />
    </Form>
  );
}
