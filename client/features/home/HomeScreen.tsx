import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDeferredValue, useState } from 'react';
import { getFigures } from '../../../contracts/account.calls';
import { api } from '../../lib/api';
import { startDemo } from '../../app/shell/session-keepalive';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { Button, ButtonLink } from '../../ui/Button';
import { TECHNICAL_TOOLS } from '../../market/chart/tool-count';
import { homeKeys } from './home.feature';
import { HotPairs } from './HotPairs';
import { Movers } from './Movers';
import { Banners, Notices } from './News';
import { Proof } from './Proof';
import styles from './HomeScreen.module.css';

export default function HomeScreen() {
  // What lies below the window comes after what is in it, in slices that let a tap through.
  const whole = useDeferredValue(true, false);
  return (
    <div className="home-page">
      <div className="home-hero">
        <Opening />
        <HotPairs />
      </div>
      {whole && (
        <>
          <Banners />
          <Movers />
          <Figures />
          <Proof />
          <Notices />
          <Closing />
        </>
      )}
    </div>
  );
}

function Opening() {
  const { t } = useTranslation('home');
  return (
    <section className="home-opening">
      <h1>{t('opening.title')}</h1>
      <p>{t('opening.body')}</p>
      <Start />
    </section>
  );
}

/** A visitor starts a demo here; who is logged in goes on to trade. */
function Start() {
  const { t } = useTranslation('home');
  const loggedIn = useSession((state) => state.session !== null);
  const [busy, setBusy] = useState(false);
  const go = useNavigate();
  const start = async () => {
    setBusy(true);
    const started = await startDemo();
    setBusy(false);
    if (started) void go('/currencyTrade?symbol=BTCUSDT');
  };
  return (
    <div className="home-start">
      {loggedIn ? (
        <ButtonLink to="/currencyTrade?symbol=BTCUSDT" size="l">
          {t('start.trade')}
        </ButtonLink>
      ) : (
        <Button size="l" busy={busy} onClick={() => void start()} data-testid="start-demo">
          {t('start.demo')}
        </Button>
      )}
      <ButtonLink to="/market" size="l" kind="plain">
        {t('start.market')}
      </ButtonLink>
    </div>
  );
}

/** Counted from the system on each request; empty and unavailable figures are not shown. */
function Figures() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: homeKeys.figures(),
    queryFn: () => api.call(getFigures),
    refetchInterval: 15_000,
  });
  if (error && data === undefined) return null;
  const shown = [
    ['instruments', data?.instruments],
    ['tools', TECHNICAL_TOOLS],
    ['languages', data?.languages],
    ['countries', data?.countries],
    ['paymentMethods', data?.paymentMethods],
    ['accounts', data && data.accountsDemo + data.accountsReal],
    ['trades', data?.tradesToday],
    ['events', data?.events],
  ] as const;
  return (
    <section className={styles.figures} aria-label={t('figures.title')}>
      <dl>
        {shown
          .filter(([, value]) => value !== 0)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(`figures.${name}`)}</dt>
              <dd>{value === undefined ? '\u00a0' : format.count(value)}</dd>
            </div>
          ))}
      </dl>
      <p>{t('figures.note')}</p>
    </section>
  );
}

function Closing() {
  const { t } = useTranslation('home');
  return (
    <section className={styles.closing}>
      <h2>{t('closing.title')}</h2>
      <p>{t('closing.body')}</p>
      <Start />
    </section>
  );
}
