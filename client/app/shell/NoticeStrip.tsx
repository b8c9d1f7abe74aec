import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx';
import { useConnection } from '../../lib/connection';
import { useSession } from '../../lib/session';
import { logOut, regenerate } from './session-keepalive';
import styles from './Shell.module.css';

const DAY_MS = 86_400_000;

/** The simulation notice on every page, with the connection state and the demo account's remaining life. */
export function NoticeStrip() {
  const { t } = useTranslation('common');
  const expired = useSession((state) => state.session?.demo?.expired === true);
  return (
    <aside className={cx(styles.strip, expired && styles.expired)} aria-label={t('notice.label')}>
      <Connection />
      <span className={cx(styles.notice, styles.wideOnly)}>{t('notice.simulation')}</span>
      <span className={cx(styles.notice, styles.phoneOnly)}>{t('notice.simulationShort')}</span>
      <Demo />
      <Frozen />
    </aside>
  );
}

function Connection() {
  const { t } = useTranslation('common');
  const { state, lagMs } = useConnection();
  const text = t(`connection.${state}`);
  const quiet = state === 'live' || state === 'connecting';
  return (
    <span
      className={styles.connection}
      data-state={state}
      role="status"
      title={lagMs === null ? text : `${text} · ${lagMs} ms`}
    >
      <span className={styles.dot} data-state={state} />
      <span className={quiet ? 'hidden-visually' : undefined}>{text}</span>
    </span>
  );
}

function Demo() {
  const { t } = useTranslation('common');
  const demo = useSession((state) => state.session?.demo);
  if (!demo) return null;
  const days = Math.max(0, Math.ceil((demo.expiresAt - Date.now()) / DAY_MS));
  return (
    <span className={styles.demo}>
      <span>{demo.expired ? t('demo.expired') : t('demo.daysLeft', { count: days })}</span>
      <button type="button" className={demo.expired ? undefined : styles.wideOnly} onClick={() => void regenerate()}>
        {t('demo.regenerate')}
      </button>
      <button type="button" className={styles.wideOnly} onClick={() => void logOut()}>
        {t('demo.exit')}
      </button>
    </span>
  );
}

/** Staff froze the account: what is still open stands on every page. */
function Frozen() {
  const { t } = useTranslation('common');
  const frozen = useSession((state) => state.session?.frozen === true);
  return frozen ? <strong className={styles.frozen}>{t('frozen.readOnly')}</strong> : null;
}
