import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { cx } from '../../lib/cx';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { RealOnly } from '../payee/PayeePage';
import { usePayees } from '../payee/use-payees';
import { RulesPanel } from './RulesPanel';
import { useWithdrawalRules } from './use-withdrawal';
import { WithdrawalDetail } from './WithdrawalDetail';
import { WithdrawalForm } from './WithdrawalForm';
import styles from './Withdrawal.module.css';

/** `/authenticationcj`: a withdrawal from its rules to its end. `?withdrawalId=` shows an existing request. */
export default function WithdrawalScreen() {
  const { t } = useTranslation('withdrawal');
  const demo = useSession((state) => state.session?.realm === 'demo');
  const [search] = useSearchParams();
  const withdrawalId = search.get('withdrawalId');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t(withdrawalId === null ? 'title' : 'result.title')}</h1>
        {!demo && <RecordLinks />}
      </div>
      {demo ? <RealOnly /> : withdrawalId === null ? <Request /> : <Result withdrawalId={withdrawalId} />}
    </div>
  );
}

function RecordLinks() {
  const { t } = useTranslation('withdrawal');
  return (
    <nav className={styles.ways} aria-label={t('records.ways')}>
      <ButtonLink kind="quiet" size="s" to={pathOf('cryptoWithdrawalRecords')}>
        {t('records.crypto')}
      </ButtonLink>
      <ButtonLink kind="quiet" size="s" to={pathOf('withdrawalRecords')}>
        {t('records.bank')}
      </ButtonLink>
    </nav>
  );
}

function Request() {
  const rules = useWithdrawalRules();
  const payees = usePayees();
  return (
    <Loadable query={rules} skeleton={<Skeleton rows={6} height={48} />}>
      {(inForce) => (
        <div className={styles.columns}>
          <RulesPanel rules={inForce} />
          <Loadable query={payees} skeleton={<Skeleton rows={5} height={48} />}>
            {(book) => <WithdrawalForm rules={inForce} payees={book} />}
          </Loadable>
        </div>
      )}
    </Loadable>
  );
}

function Result({ withdrawalId }: { withdrawalId: string }) {
  const { t } = useTranslation('withdrawal');
  return (
    <section className={cx(styles.card, styles.result)}>
      <WithdrawalDetail withdrawalId={withdrawalId} />
      <div className={styles.actions}>
        <ButtonLink kind="plain" to={pathOf('withdrawal')}>
          {t('result.another')}
        </ButtonLink>
      </div>
    </section>
  );
}
