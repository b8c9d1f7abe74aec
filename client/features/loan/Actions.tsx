import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerLoan, applyLoan, payLoanByBank, repayLoan, withdrawLoan } from '../../../contracts/loan.calls';
import type { LoanDetail } from '../../../contracts/loan.contract';
import { pathOf } from '../../app/routes';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useMayCall } from '../../lib/use-may-call';
import { Button, ButtonLink } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { FactList } from '../../ui/FactList';
import { Funds } from '../../app/Funds';
import { AnswerForm } from './AnswerForm';
import { refreshOwn } from './use-loan';
import styles from './Loan.module.css';

/** What its borrower can do now: take the application back, apply again, or repay. */
export function Actions({ detail }: { detail: LoanDetail }) {
  const { t } = useTranslation('loan');
  const { loan, now, asked } = detail;
  const mayCall = useMayCall();
  return (
    <section className={styles.card} aria-labelledby="loan-now">
      <h2 id="loan-now">{t(now === null ? 'now.title' : 'now.owed')}</h2>
      {now !== null && <Owed now={now} />}
      {loan.status === 'unreviewed' && asked === null && <p>{t('now.waiting')}</p>}
      {asked !== null && mayCall(answerLoan) && <AnswerForm loanId={loan.loanId} asked={asked} />}
      {loan.status === 'unreviewed' && !mayCall(withdrawLoan) && <p role="status">{t('frozen.request')}</p>}
      {loan.status === 'rejected' && <Reasons codes={loan.rejectedFor} />}
      {loan.status === 'withdrawn' && <p>{t('now.withdrawn')}</p>}
      {loan.status === 'cleared' && <p>{t('now.cleared')}</p>}
      {loan.writtenOff !== null && <p>{t('now.writtenOff')}</p>}
      {canRepay(detail) && !mayCall(payLoanByBank) && <p role="status">{t('frozen.repay')}</p>}
      {canRepay(detail) && <Funds to="spot" amount={detail.now.owed} isDepositNear />}
      <Buttons detail={detail} />
    </section>
  );
}

function Owed({ now }: { now: NonNullable<LoanDetail['now']> }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  return (
    <FactList
      className={styles.facts}
      rows={[
        [t('now.interestDays'), format.count(now.interestDays)],
        [t('now.interest'), usdt(now.interest)],
        [t('now.overdueDays'), format.count(now.overdueDays)],
        [t('now.lateFee'), usdt(now.lateFee)],
        [t('now.total'), <b key="owed">{usdt(now.owed)}</b>],
      ]}
    />
  );
}

function Reasons({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['loan', 'review']);
  return (
    <>
      <p>{t('now.rejected')}</p>
      <ul className={styles.points}>
        {codes.map((code) => (
          <li key={code}>{t(`review:reason.loan-application.${code}`)}</li>
        ))}
      </ul>
    </>
  );
}

/** Something is owed, and no receipt waits for a decision. */
const canRepay = (detail: LoanDetail): detail is LoanDetail & { now: NonNullable<LoanDetail['now']> } =>
  detail.now !== null && detail.loan.status !== 'repaying';

function Buttons({ detail }: { detail: LoanDetail }) {
  const { loan, now, score, payment } = detail;
  const { t } = useTranslation('loan');
  const format = useFormat();
  const mayCall = useMayCall();
  const [busy, setBusy] = useState(false);
  const { loanId, status } = loan;
  const sent = async (call: () => Promise<unknown>) => {
    setBusy(true);
    // A refusal shows as a toast, and what is refetched shows why.
    await call().catch(() => null);
    await refreshOwn();
    setBusy(false);
  };
  const repay = async () => {
    if (now === null) return;
    const title = t('repay.confirm', { total: format.amount(now.owed, 8, 2) });
    const rows = [
      [t('score.now'), format.count(score?.now ?? 0)],
      [t('score.repaid'), format.count(score?.afterRepaid ?? 0)],
    ] as const;
    const body = createElement(FactList, { rows, className: styles.facts });
    if (!(await confirm({ title, body, confirmLabel: t('repay.send') }))) return;
    await sent(() => api.call(repayLoan, { loanId, shownTotal: now.owed }));
  };
  const byBank = async () => {
    if (now === null) return;
    const title = t('bank.confirm', { total: format.amount(now.owed, 8, 2) });
    if (!(await confirm({ title, body: t('bank.body'), confirmLabel: t('bank.open') }))) return;
    await sent(() => api.call(payLoanByBank, { loanId, shownTotal: now.owed }));
  };
  const withdraw = async () => {
    const body = t('withdraw.body');
    if (!(await confirm({ title: t('withdraw.confirm'), body, confirmLabel: t('withdraw.send') }))) return;
    await sent(() => api.call(withdrawLoan, { loanId }));
  };
  return (
    <div className={styles.actions}>
      {canRepay(detail) && (
        <Button busy={busy} onClick={() => void repay()}>
          {t('repay.open')}
        </Button>
      )}
      {now !== null && payment === null && mayCall(payLoanByBank) && (
        <Button kind="plain" busy={busy} onClick={() => void byBank()}>
          {t('bank.open')}
        </Button>
      )}
      {status === 'unreviewed' && mayCall(withdrawLoan) && (
        <Button kind="plain" busy={busy} onClick={() => void withdraw()}>
          {t('withdraw.send')}
        </Button>
      )}
      <Links loan={loan} owed={now !== null} />
    </div>
  );
}

function Links({ loan: { loanId, status }, owed }: Pick<LoanDetail, 'loan'> & { owed: boolean }) {
  const { t } = useTranslation('loan');
  const mayApply = useMayCall()(applyLoan);
  return (
    <>
      {(status === 'rejected' || status === 'withdrawn') && mayApply && (
        <ButtonLink to={`${pathOf('loans')}?again=${encodeURIComponent(loanId)}`}>{t('apply.again')}</ButtonLink>
      )}
      {owed && (
        <ButtonLink kind="plain" to={pathOf('deposit')}>
          {t('repay.deposit')}
        </ButtonLink>
      )}
    </>
  );
}
