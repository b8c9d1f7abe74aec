import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginPath } from '../../app/routes';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { BenefitList } from '../content/BenefitList';
import { RealOnly } from '../payee/PayeePage';
import { Calendar } from './Calendar';
import { Points } from './Points';
import { Records } from './Records';
import { useRewards } from './use-reward';
import { Vouchers } from './Vouchers';
import styles from './Reward.module.css';

/** `/benefits`: the sign-in calendar, points and fee vouchers of the person, and what else the platform gives. */
export default function RewardScreen() {
  const { t } = useTranslation(['reward', 'common', 'content']);
  const realm = useSession((state) => state.session?.realm);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('common:screen.benefits')}</h1>
          <p className={styles.note}>{t('lead')}</p>
        </div>
        <Link className={styles.link} to="/signRule">
          {t('common:screen.signInRules')}
        </Link>
      </header>
      {realm === undefined && <ForVisitors />}
      {realm === 'demo' && <RealOnly why={t('demo')} />}
      {realm === 'real' && <Own />}
      <section className={styles.more} aria-labelledby="benefits-more">
        <h2 id="benefits-more">{t('more')}</h2>
        <BenefitList />
      </section>
    </div>
  );
}

function ForVisitors() {
  const { t } = useTranslation(['reward', 'common']);
  const { pathname } = useLocation();
  return (
    <section className={styles.card}>
      <p>{t('visitor')}</p>
      <div>
        <ButtonLink to={loginPath(pathname)}>{t('common:screen.login')}</ButtonLink>
      </div>
    </section>
  );
}

function Own() {
  return (
    <Loadable query={useRewards()} skeleton={<Skeleton rows={3} height={140} />}>
      {(rewards) => (
        <>
          <Calendar rewards={rewards} />
          <div className={styles.columns}>
            <Points rewards={rewards} />
            <Vouchers rewards={rewards} />
          </div>
          <Records />
        </>
      )}
    </Loadable>
  );
}
