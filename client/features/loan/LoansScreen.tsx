import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { applyLoan } from '../../../contracts/loan.calls';
import { LOAN_STATUSES, type LoanView } from '../../../contracts/loan.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { useMayCall } from '../../lib/use-may-call';
import { ButtonLink } from '../../ui/Button';
import { Amount } from '../../ui/numbers';
import { PagedTable, type PagedColumn } from '../../ui/PagedTable';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { FilterBar } from '../asset/FilterBar';
import { useRecordFilters } from '../asset/record-filters';
import { useUtcDay } from '../../lib/use-utc-day';
import { ApplyForm } from './ApplyForm';
import { DemoNote } from './DemoNote';
import { Honest } from './Honest';
import { OwnLimit } from './OwnLimit';
import { StatusChip } from './StatusChip';
import { useLoan, useLoans, useMy, useProducts } from './use-loan';
import styles from './Loan.module.css';

const FIELDS = ['status'] as const;

/** `/repaymentNew`: apply for a loan, and own loans. `?again=` fills in what an earlier application asked for. */
export default function LoansScreen() {
  const { t } = useTranslation(['common', 'loan']);
  const demo = useSession((state) => state.session?.realm === 'demo');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('screen.loans')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf('loanProducts')}>
          {t('screen.loanProducts')}
        </ButtonLink>
      </div>
      <Honest />
      {demo ? (
        <DemoNote />
      ) : (
        <>
          <Apply />
          <section className={styles.card} aria-labelledby="loan-list">
            <h2 id="loan-list">{t('loan:list.title')}</h2>
            <Loans />
          </section>
        </>
      )}
    </div>
  );
}

function Apply() {
  const { t } = useTranslation('loan');
  const [search] = useSearchParams();
  const again = search.get('again');
  const mayApply = useMayCall()(applyLoan);
  return (
    <Loadable query={useMy()} skeleton={<Skeleton rows={4} height={60} />}>
      {({ own }) =>
        own && (
          <div className={styles.columns}>
            <OwnLimit own={own} />
            {!mayApply && <p role="status">{t('frozen.apply')}</p>}
            {mayApply && own.problems.length === 0 && (
              <section className={styles.card} aria-labelledby="loan-apply">
                <h2 id="loan-apply">{t('apply.title')}</h2>
                {again === null ? <NewForm /> : <AgainForm loanId={again} />}
              </section>
            )}
          </div>
        )
      }
    </Loadable>
  );
}

function NewForm({ again = null }: { again?: LoanView | null }) {
  return (
    <Loadable query={useProducts()} skeleton={<Skeleton rows={6} height={48} />}>
      {(product) => <ApplyForm product={product} again={again} />}
    </Loadable>
  );
}

function AgainForm({ loanId }: { loanId: string }) {
  return (
    <Loadable query={useLoan(loanId)} skeleton={<Skeleton rows={6} height={48} />}>
      {({ loan }) => <NewForm again={loan} />}
    </Loadable>
  );
}

function Loans() {
  const { t } = useTranslation('loan');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  return (
    <>
      <FilterBar
        filters={filters}
        onChange={setFilters}
        days={false}
        choices={[
          {
            name: 'status',
            label: t('column.status'),
            all: t('list.all'),
            options: LOAN_STATUSES.map((each) => [each, t(`status.${each}`)] as const),
          },
        ]}
      />
      <PagedTable
        query={useLoans(filters)}
        columns={useColumns()}
        rowKey={({ loanId }) => loanId}
        skeleton={<Skeleton rows={4} height={30} />}
        empty={<Empty text={t('list.none')} />}
      />
    </>
  );
}

function useColumns(): PagedColumn<LoanView>[] {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const day = useUtcDay();
  return [
    {
      key: 'number',
      label: t('column.number'),
      cell: ({ loanId }) => (
        <Link className={styles.link} to={`${pathOf('repayment')}?loan=${encodeURIComponent(loanId)}`}>
          {loanId}
        </Link>
      ),
    },
    { key: 'status', label: t('column.status'), cell: ({ status }) => <StatusChip status={status} /> },
    {
      key: 'amount',
      label: t('column.amount'),
      number: true,
      cell: ({ amount }) => <Amount value={amount} decimals={2} />,
    },
    { key: 'period', label: t('column.period'), cell: ({ periodDays }) => t('days', { count: periodDays }) },
    { key: 'due', label: t('column.due'), cell: ({ dueDate }) => (dueDate === null ? '–' : day(dueDate)) },
    { key: 'requested', label: t('column.requested'), cell: ({ requestedAt }) => format.dateTime(requestedAt) },
  ];
}
