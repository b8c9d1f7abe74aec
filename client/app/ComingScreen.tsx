import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLoggedIn } from '../lib/session';
import { Button, ButtonLink } from '../ui/Button';
import { pathOf, type Area } from './routes';
import { startDemo } from './shell/session-care';
import { WAYS_ONWARD } from './ways-onward';
import styles from './ComingScreen.module.css';

/** A screen whose feature is still to come: what will be there in one honest line, and ways onward. */
export function ComingScreen({ screen, area }: { screen: string; area: Area }) {
  const { t } = useTranslation('common');
  const loggedIn = useLoggedIn();
  const registering = screen === 'register';
  return (
    <section className={styles.page}>
      <p className={styles.kicker}>{t('coming.kicker')}</p>
      <h1>{t(`screen.${screen}`)}</h1>
      <p>{t(registering ? 'coming.register' : `coming.${area}`)}</p>
      {registering && !loggedIn && <DemoButton />}
      <Onward screens={WAYS_ONWARD[area]} />
    </section>
  );
}

function DemoButton() {
  const { t } = useTranslation('common');
  const go = useNavigate();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const started = await startDemo();
    setBusy(false);
    if (started) void go('/currencyTrade?symbol=BTCUSDT');
  };
  return (
    <div>
      <Button size="l" busy={busy} onClick={() => void start()} data-testid="start-demo">
        {t('demo.start')}
      </Button>
    </div>
  );
}

export function Onward({ screens }: { screens: readonly string[] }) {
  const { t } = useTranslation('common');
  return (
    <nav className={styles.onward} aria-label={t('coming.onward')}>
      {screens.map((screen) => (
        <ButtonLink key={screen} to={pathOf(screen)} kind="plain">
          {t(`screen.${screen}`)}
        </ButtonLink>
      ))}
    </nav>
  );
}
