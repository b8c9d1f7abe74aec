import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renewRecoveryCodes, unbindGoogle } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { GoogleSetup } from './GoogleSetup';
import { NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { RecoveryCodes } from './RecoveryCodes';
import { Remark, SecurityPage } from './SecurityPage';
import { hasGoogle, refreshSecurity } from './use-security';
import styles from './Security.module.css';

/** `/googleCode`: Google verification and its recovery codes. */
export default function GoogleScreen() {
  const { t } = useTranslation('security');
  // Codes are shown this once, so they stay on the screen while the rest of it already knows that they are in force.
  const [codes, setCodes] = useState<string[] | null>(null);
  const show = (shown: string[]) => {
    setCodes(shown);
    void refreshSecurity();
  };
  return (
    <SecurityPage title={t('google.title')} lead={t('google.lead')}>
      {(security) => {
        if (codes !== null) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />;
        if (!hasGoogle(security)) return <GoogleSetup onBound={show} />;
        return <Bound security={security} onCodes={show} />;
      }}
    </SecurityPage>
  );
}

function Bound({ security, onCodes }: { security: SecurityView; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [doing, setDoing] = useState<'renew' | 'unbind' | null>(null);
  const { boundAt, recoveryCodesLeft } = security.google;
  return (
    <div className={styles.stack}>
      <Remark kind="check">{t('google.bound', { date: format.day(boundAt ?? 0) })}</Remark>
      <p>{t('google.left', { count: recoveryCodesLeft })}</p>
      {doing === null ? (
        <div className={styles.actions}>
          <Button kind="plain" onClick={() => setDoing('renew')}>
            {t('google.renew')}
          </Button>
          <Button kind="plain" onClick={() => setDoing('unbind')}>
            {t('google.unbind')}
          </Button>
        </div>
      ) : (
        <Change doing={doing} onCodes={onCodes} onCancel={() => setDoing(null)} />
      )}
    </div>
  );
}

interface ChangeProps {
  doing: 'renew' | 'unbind';
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

function Change({ doing, onCodes, onCancel }: ChangeProps) {
  const { t } = useTranslation(['security', 'common']);
  const missing = useMissing();
  const form = useForm({
    initial: NO_PROOF,
    check: (values) => missing(values, 'password', 'googleCode'),
    send: async (proof) => {
      if (doing === 'renew') return onCodes((await api.call(renewRecoveryCodes, proof, QUIET)).codes);
      await api.call(unbindGoogle, proof, QUIET);
      await refreshSecurity();
      onCancel();
    },
  });
  return (
    <Form
      handle={form}
      label={t(`google.${doing}`)}
      actions={
        <div className={styles.actions}>
          <Button type="submit" kind={doing === 'unbind' ? 'danger' : 'primary'} busy={form.busy}>
            {t(`google.${doing}`)}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {t('common:action.cancel')}
          </Button>
        </div>
      }
    >
      <Remark kind={doing === 'unbind' ? 'warning' : 'info'}>{t(`google.${doing}Note`)}</Remark>
      <ProofFields form={form} google />
    </Form>
  );
}
