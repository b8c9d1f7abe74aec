import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { safeReturn } from '../../app/routes';
import { startDemo } from '../../app/shell/session-keepalive';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import styles from './LoginScreen.module.css';

const PasswordForm = lazy(() => import('./PasswordForm'));
const WalletLogin = lazy(() => import('../wallet/WalletLogin'));

/** The demo account first: one click and no form. Beside it the account with a password. */
export default function LoginScreen() {
  const { t } = useTranslation('account');
  const [search] = useSearchParams();
  const go = useNavigate();
  const session = useSession((state) => state.session);
  const back = safeReturn(search.get('from'));
  const done = () => void go(back, { replace: true });
  return (
    <div className={styles.page}>
      <h1 className="hidden-visually">{t('title')}</h1>
      {session && (
        <p className={styles.already}>
          {t('already', { name: session.name })} <Link to={back}>{t('goOn')}</Link>
        </p>
      )}
      <div className={styles.cards}>
        <DemoCard
          onDone={search.has('from') ? done : () => void go('/currencyTrade?symbol=BTCUSDT', { replace: true })}
        />
        <section className={styles.card} aria-labelledby="with-password">
          <h2 id="with-password">{t('password.title')}</h2>
          <RealWays onDone={done} />
        </section>
      </div>
    </div>
  );
}

type Way = 'password' | 'wallet';

/** The ways into a real account. */
function RealWays({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const [search] = useSearchParams();
  const [way, setWay] = useState<Way>('password');
  const tabs = (['password', 'wallet'] as const).map((value) => ({ value, label: t(`way.${value}`) }));
  const from = search.get('from');
  const register = from === null ? '/register' : `/register?from=${encodeURIComponent(from)}`;
  return (
    <>
      <Tabs label={t('way.label')} look="pills" tabs={tabs} value={way} onChange={setWay} controls="way-in" />
      <div id="way-in" role="tabpanel" aria-label={t('way.label')}>
        <Suspense fallback={<Skeleton rows={3} height={38} />}>
          {way === 'password' ? <PasswordForm onDone={onDone} /> : <WalletLogin onDone={onDone} />}
        </Suspense>
      </div>
      <p className={styles.links}>
        {way === 'password' && <Link to="/forgetpwd">{t('password.forgot')}</Link>}
        <Link to={register}>{t('password.register')}</Link>
      </p>
    </>
  );
}

function DemoCard({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const started = await startDemo();
    setBusy(false);
    if (started) onDone();
  };
  return (
    <section className={styles.demo} aria-labelledby="with-demo">
      <h2 id="with-demo">{t('demo.title')}</h2>
      <p>{t('demo.body')}</p>
      <ul>
        {['funds', 'market', 'check'].map((point) => (
          <li key={point}>
            <Icon name="check" size={16} />
            {t(`demo.${point}`)}
          </li>
        ))}
      </ul>
      <Button size="l" wide busy={busy} onClick={() => void start()} data-testid="start-demo">
        {t('demo.start')}
      </Button>
    </section>
  );
}
