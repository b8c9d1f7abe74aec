import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindGoogle, setUpGoogle } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import type { GoogleSetupView } from '../../../contracts/security.contract';
import { Button } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Form } from '../../ui/Form';
import { Skeleton } from '../../ui/states';
import { digitsOnly } from '../../ui/digits';
import { PasswordField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { useMissing } from './ProofFields';
import styles from './Security.module.css';

const QrCode = lazy(() => import('../../ui/QrCode'));

/** Password, then the QR code and a test code of it; nothing counts before the test code was right. */
export function GoogleSetup({ onBound }: { onBound: (codes: string[]) => void }) {
  const [begun, setBegun] = useState<{ setup: GoogleSetupView; password: string } | null>(null);
  if (begun === null) return <ConfirmStep onBegun={(setup, password) => setBegun({ setup, password })} />;
  return <Scan {...begun} onBound={onBound} onAgain={() => setBegun(null)} />;
}

function ConfirmStep({ onBegun }: { onBegun: (setup: GoogleSetupView, password: string) => void }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const form = useForm({
    initial: { password: '' },
    check: (values) => missing(values, 'password'),
    send: async ({ password }) => onBegun(await api.call(setUpGoogle, { password }, QUIET), password),
  });
  return (
    <Form
      handle={form}
      label={t('google.setUp')}
      actions={
        <Button type="submit" busy={form.busy}>
          {t('google.setUp')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>{t('google.step1')}</li>
        <li>{t('google.step2')}</li>
        <li>{t('google.step3')}</li>
      </ol>
      <PasswordField label={t('proof.password')} autoComplete="current-password" {...form.field('password')} />
    </Form>
  );
}

interface ScanProps {
  setup: GoogleSetupView;
  password: string;
  onBound: (codes: string[]) => void;
  onAgain: () => void;
}

function Scan({ setup, password, onBound, onAgain }: ScanProps) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const form = useForm({
    initial: { code: '' },
    check: (values) => missing(values, 'code'),
    send: async ({ code }) => {
      const { codes } = await api.call(bindGoogle, { setupId: setup.setupId, code, password }, QUIET);
      onBound(codes);
    },
  });
  return (
    <Form
      handle={form}
      label={t('google.setUp')}
      actions={
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('google.bind')}
          </Button>
          <Button kind="quiet" onClick={onAgain}>
            {t('google.again')}
          </Button>
        </div>
      }
    >
      <div className={styles.scan}>
        <span className={styles.qr}>
          <Suspense fallback={<Skeleton rows={1} height={176} />}>
            <QrCode text={setup.uri} label={t('google.qr')} />
          </Suspense>
        </span>
        <div className={styles.stack}>
          <p>{t('google.scan')}</p>
          <p className={styles.byHand}>
            <span>{t('google.byHand')}</span>
            <CopyText value={setup.secret} label={t('google.secret')}>
              <code data-testid="google-secret">{(setup.secret.match(/.{4}/g) ?? []).join(' ')}</code>
            </CopyText>
          </p>
        </div>
      </div>
      <TextField
        label={t('google.testCode')}
        hint={t('google.testCodeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...digitsOnly(form.field('code'))}
      />
    </Form>
  );
}
