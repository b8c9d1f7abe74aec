import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelRecovery } from '../../../contracts/security.calls';
import { api } from '../../lib/api';
import type { RecoveryView } from '../../../contracts/security.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { WhyButton } from '../policy/WhyButton';
import { Remark } from './SecurityPage';
import { refreshSecurity } from './use-security';
import styles from './Security.module.css';

/** A request to remove the authenticator is open; any logged-in session cancels it with one click. */
export function RecoveryNotice({ recovery }: { recovery: RecoveryView }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const { requestedAt, effectAt, policy, version, ...inputs } = recovery;
  const stop = async () => {
    setBusy(true);
    // The calls show their own refusals.
    await api
      .call(cancelRecovery)
      .then(refreshSecurity)
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.notice} role="alert">
      <Remark kind="warning">
        {effectAt === null
          ? t('recovery.review', { date: format.dateTime(requestedAt) })
          : t('recovery.waiting', { date: format.dateTime(effectAt) })}
      </Remark>
      <div className={styles.actions}>
        <Button kind="danger" busy={busy} onClick={() => void stop()}>
          {t('recovery.stop')}
        </Button>
        <WhyButton policy={policy} version={version} inputs={inputs} />
      </div>
    </div>
  );
}
