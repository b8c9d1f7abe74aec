import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { LoanDetail } from '../../../contracts/loan.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useUtcDay } from '../../lib/use-utc-day';
import { ButtonLink } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Actions } from './Actions';
import { BankPayment } from './BankPayment';
import { Contract } from './Contract';
import { useLoan } from './use-loan';
import styles from './Loan.module.css';

/** `/repayment2?loan=`: one loan with its contract, what repaying costs on each date, and what it does to the score. */
export default function RepaymentScreen() {
  const { t } = useTranslation(['common', 'loan']);
  const [search] = useSearchParams();
  const loanId = search.get('loan');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('screen.repayment')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf('loans')}>
          {t('screen.loans')}
        </ButtonLink>
      </div>
      {loanId === null ? <Empty text={t('loan:detail.unknown')} /> : <Loan loanId={loanId} />}
    </div>
  );
}

function Loan({ loanId }: { loanId: string }) {
  return (
    <Loadable query={useLoan(loanId)} skeleton={<Skeleton rows={8} height={40} />}>
      {(detail) => (
        <div className={styles.columns} data-testid="loan-detail">
          <Contract loan={detail.loan} worst={detail.worst} />
          <div className={styles.stack}>
            <Actions detail={detail} />
            {detail.now !== null && detail.payment !== null && (
              <BankPayment loanId={detail.loan.loanId} payment={detail.payment} now={detail.now} />
            )}
            {detail.score !== null && <Score score={detail.score} />}
            {detail.dates.length > 1 && <Dates dates={detail.dates} />}
          </div>
        </div>
      )}
    </Loadable>
  );
}

function Score({ score }: { score: NonNullable<LoanDetail['score']> }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  return (
    <section className={styles.card} aria-labelledby="loan-score">
      <h2 id="loan-score">{t('score.title')}</h2>
      <FactList
        className={styles.facts}
        rows={[
          [t('score.now'), format.count(score.now)],
          [t('score.repaid'), format.count(score.afterRepaid)],
          [t('score.overdue'), format.count(score.afterOverdue)],
        ]}
      />
      <p className={styles.note}>{t(score.counts ? 'score.counts' : 'score.countsNot')}</p>
    </section>
  );
}

/** What repaying early costs, by date. */
function Dates({ dates }: Pick<LoanDetail, 'dates'>) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const day = useUtcDay();
  return (
    <section className={styles.card} aria-labelledby="loan-dates">
      <h2 id="loan-dates">{t('dates.title')}</h2>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('dates.title')}>
        <table className={styles.dates}>
          <thead>
            <tr>
              <th scope="col">{t('dates.date')}</th>
              <th scope="col">{t('dates.interest')}</th>
              <th scope="col">{t('dates.owed')}</th>
            </tr>
          </thead>
          <tbody>
            {dates.map(({ date, interest, owed }) => (
              <tr key={date}>
                <th scope="row">{day(date)}</th>
                <td>{format.amount(interest, 8, 2)}</td>
                <td>{format.amount(owed, 8, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
