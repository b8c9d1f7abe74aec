import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ScoreItem, SecurityView } from '../../../contracts/security.contract';
import { useFormat } from '../../lib/format';
import { Button, ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { RecoveryNotice } from './RecoveryNotice';
import { levelOf, nextStep, wayTo } from './score';
import { useSecurity } from './use-security';
import styles from './Security.module.css';

const WalletCard = lazy(() => import('../wallet/WalletCard'));
const QuestionsDialog = lazy(() => import('./QuestionsDialog'));
const FreezeDialog = lazy(() => import('./FreezeDialog'));

/** The security centre: how safe the account is, what to do next, and everything that protects it. */
export function SecurityCard() {
  const query = useSecurity();
  const { t } = useTranslation('security');
  return (
    <section className={styles.centre} aria-labelledby="security-centre">
      <h2 id="security-centre">{t('centre.title')}</h2>
      <Loadable query={query} skeleton={<Skeleton rows={6} height={44} />}>
        {(security) => <Centre security={security} />}
      </Loadable>
    </section>
  );
}

function Centre({ security }: { security: SecurityView }) {
  const { t } = useTranslation('security');
  const [search, setSearch] = useSearchParams();
  const open = search.get('open');
  const show = (dialog: string | null) => setSearch(dialog === null ? {} : { open: dialog }, { replace: true });
  return (
    <>
      {security.recovery && <RecoveryNotice recovery={security.recovery} />}
      <Score security={security} />
      <ul className={styles.factors}>
        {security.score.items.map((item) => (
          <Factor key={item.name} item={item} security={security} />
        ))}
      </ul>
      <div className={styles.wallet}>
        <Suspense fallback={<Skeleton rows={2} height={24} />}>
          <WalletCard />
        </Suspense>
      </div>
      <div className={styles.freeze}>
        <p>{t('freeze.short')}</p>
        <Button kind="plain" size="s" onClick={() => show('freeze')}>
          {t('freeze.title')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open === 'questions' && <QuestionsDialog security={security} onClose={() => show(null)} />}
        {open === 'freeze' && <FreezeDialog security={security} onClose={() => show(null)} />}
      </Suspense>
    </>
  );
}

function Score({ security }: { security: SecurityView }) {
  const { t } = useTranslation('security');
  const { score } = security;
  const next = nextStep(security);
  const level = levelOf(score);
  const name = t('centre.score', { points: score.points, max: score.max });
  return (
    <div className={styles.score} data-level={level}>
      <Ring share={score.max === 0 ? 0 : score.points / score.max} label={name}>
        {score.points}
      </Ring>
      <div>
        <p>
          <strong>{t(`centre.level.${level}`)}</strong>
        </p>
        <p>{next === null ? t('centre.complete') : t(`centre.next.${next.name}`)}</p>
        <p>
          <WhyButton
            policy={score.policy}
            version={score.version}
            inputs={Object.fromEntries(score.items.map(({ name: of, max }) => [of, max]))}
          />
        </p>
      </div>
      {next !== null && (
        <ButtonLink to={wayTo(next.name, security)} size="s">
          {t('centre.doNext')}
        </ButtonLink>
      )}
    </div>
  );
}

/** A ring filled by a share; the number in it is read out with its maximum. */
function Ring({ share, label, children }: { share: number; label: string; children: number }) {
  const length = 2 * Math.PI * 26;
  return (
    <div className={styles.ring} role="img" aria-label={label}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="26" />
        <circle cx="32" cy="32" r="26" strokeDasharray={`${length * share} ${length}`} />
      </svg>
      <span aria-hidden="true">{children}</span>
    </div>
  );
}

function Factor({ item, security }: { item: ScoreItem; security: SecurityView }) {
  const { t } = useTranslation('security');
  const state = useFactorState(item.name, security);
  const missing = item.points === 0;
  if (item.name === 'recoveryCodes' && security.google.boundAt === null) return null;
  return (
    <li data-done={!missing}>
      <Icon name={missing ? 'info' : 'check'} size={18} />
      <span>
        {t(`factor.${item.name}`)}
        <small>{state}</small>
      </span>
      <Link
        to={wayTo(item.name, security)}
        aria-label={`${t(missing ? 'set' : 'change')}: ${t(`factor.${item.name}`)}`}
      >
        {t(missing ? 'set' : 'change')}
      </Link>
    </li>
  );
}

/** A factor's state at a glance. */
function useFactorState(name: ScoreItem['name'], security: SecurityView): string {
  const { t } = useTranslation('security');
  const format = useFormat();
  const since = (at: number | null): string => (at === null ? t('unset') : t('since', { date: format.day(at) }));
  switch (name) {
    case 'password':
      return since(security.password.setAt);
    case 'google':
      return since(security.google.boundAt);
    case 'recoveryCodes':
      return t('google.left', { count: security.google.recoveryCodesLeft });
    case 'tradePassword':
      return since(security.tradePassword.setAt);
    case 'questions':
      return since(security.questions.setAt);
    case 'email':
    case 'phone':
      return security[name] ?? t('unbound');
  }
}
