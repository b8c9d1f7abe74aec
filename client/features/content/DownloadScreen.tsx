import { Suspense, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../../app/brand';
import { useInstallOffer } from '../../lib/install';
import { useMedia } from '../../lib/use-media';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from './Download.module.css';

const QrCode = lazy(() => import('../../ui/QrCode'));
const WAYS = ['ios', 'android', 'desktop'] as const;
const STEPS = [1, 2, 3] as const;
const AUDIT = 'npm run audit';
const THIS_MACHINE = /^(localhost|127\.|\[::1\])/;

/** The web app on a phone or a desk, and the ways for programs. The page states that no store has an app. */
export default function DownloadScreen() {
  const { t } = useTranslation(['content', 'common']);
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div>
          <h1>{t('download.title')}</h1>
          <p>{t('download.lead')}</p>
          <p className={styles.stores}>{t('download.stores')}</p>
          <Install />
        </div>
        <Phone />
      </div>
      <Ways />
      <Programs />
    </div>
  );
}

/** A button where the browser offers one; else the reason why there is none. */
function Install() {
  const { t } = useTranslation('content');
  const { name } = useBrand();
  const offer = useInstallOffer((state) => state.offer);
  const installed = useMedia('(display-mode: standalone)');
  if (installed) return <p className={styles.note}>{t('download.installed')}</p>;
  if (!isSecureContext) return <p className={styles.note}>{t('download.insecure')}</p>;
  if (offer === null) return null;
  return (
    <Button size="l" onClick={() => void offer.prompt()}>
      {t('download.install', { brand: name })}
    </Button>
  );
}

function Phone() {
  const { t } = useTranslation('content');
  const address = `${location.origin}/index`;
  return (
    <section className={styles.phone} aria-labelledby="phone-title">
      <div className={styles.code}>
        <Suspense fallback={null}>
          <QrCode text={address} label={t('download.codeLabel', { address })} />
        </Suspense>
      </div>
      <h2 id="phone-title">{t('download.phone')}</h2>
      <p className={styles.address}>{address}</p>
      {THIS_MACHINE.test(location.hostname) && <p className={styles.note}>{t('download.local')}</p>}
    </section>
  );
}

function Ways() {
  const { t } = useTranslation('content');
  return (
    <section aria-labelledby="ways-title" className={styles.section}>
      <h2 id="ways-title">{t('download.ways')}</h2>
      <ul className={styles.cards}>
        {WAYS.map((way) => (
          <li key={way}>
            <h3>{t(`download.${way}.title`)}</h3>
            <ol>
              {STEPS.map((step) => (
                <li key={step}>{t(`download.${way}.${step}`)}</li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('download.online')}</p>
    </section>
  );
}

function Programs() {
  const { t } = useTranslation('content');
  return (
    <section aria-labelledby="programs-title" className={styles.section}>
      <h2 id="programs-title">{t('download.programs')}</h2>
      <ul className={styles.cards}>
        <li>
          <h3>{t('download.api.title')}</h3>
          <p>{t('download.api.body')}</p>
          <a href="/docs">
            {t('download.api.link')} <Icon name="right" size={14} />
          </a>
        </li>
        <li>
          <h3>{t('download.audit.title')}</h3>
          <p>{t('download.audit.body')}</p>
          <code lang="en">{AUDIT}</code>
        </li>
      </ul>
    </section>
  );
}
