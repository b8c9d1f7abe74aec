import { useTranslation } from 'react-i18next';
import { payLoanByBank, submitLoanPayment, withdrawLoanPayment } from '../../../contracts/loan.calls';
import type { LoanDetail, LoanPaymentView } from '../../../contracts/loan.contract';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Transfer } from '../c2c/AccountScreen';
import { OwnBank } from '../c2c/OwnBank';
import { ReceiptForm } from '../c2c/SubmitScreen';
import { refreshOwn } from './use-loan';
import styles from './Loan.module.css';

interface Props {
  loanId: string;
  payment: LoanPaymentView;
  now: NonNullable<LoanDetail['now']>;
}

/** A repayment by bank: where to pay to, the voucher, and what follows. */
export function BankPayment({ loanId, payment, now }: Props) {
  const { t } = useTranslation(['loan', 'review']);
  const { sentAt, rejectedFor } = payment;
  return (
    <section className={styles.card} aria-labelledby="loan-bank">
      <h2 id="loan-bank">{t('bank.title')}</h2>
      {rejectedFor.length > 0 && (
        <>
          <p role="status">{t('bank.rejected')}</p>
          <ul className={styles.points}>
            {rejectedFor.map((reason) => (
              <li key={reason}>{t(`review:reason.loan-payment.${reason}`)}</li>
            ))}
          </ul>
        </>
      )}
      {sentAt === null ? (
        <Paying loanId={loanId} payment={payment} now={now} />
      ) : (
        <p role="status">{t('bank.waiting')}</p>
      )}
      <Withdraw loanId={loanId} isSent={sentAt !== null} />
    </section>
  );
}

function Paying({ loanId, payment, now }: Props) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const { account, validUntil, ...wanted } = payment;
  const order = { ...wanted, orderId: loanId, contractNumber: null };
  const isOver = validUntil <= serverNow();
  return (
    <>
      <FactList className={styles.facts} rows={[[t('bank.until'), format.dateTime(validUntil)]]} />
      {isOver && (
        <>
          <p role="status">{t('bank.over')}</p>
          <Renew loanId={loanId} owed={now.owed} />
        </>
      )}
      <Transfer order={order} seller={account} />
      <OwnBank order={order} seller={account} />
      <ReceiptForm
        draft={`loan.${loanId}`}
        note={t('bank.seen')}
        send={(values) => api.call(submitLoanPayment, { loanId, ...values }, QUIET).finally(refreshOwn)}
      />
    </>
  );
}

/** A refusal shows as a toast, and what is refetched shows why. */
const refreshed = (call: () => Promise<unknown>) =>
  call()
    .catch(() => null)
    .then(refreshOwn);

function Renew({ loanId, owed }: { loanId: string; owed: string }) {
  const { t } = useTranslation('loan');
  return (
    <p>
      <Button kind="plain" onClick={() => void refreshed(() => api.call(payLoanByBank, { loanId, shownTotal: owed }))}>
        {t('bank.renew')}
      </Button>
    </p>
  );
}

function Withdraw({ loanId, isSent }: { loanId: string; isSent: boolean }) {
  const { t } = useTranslation('loan');
  return (
    <p>
      <Button kind="plain" onClick={() => void refreshed(() => api.call(withdrawLoanPayment, { loanId }))}>
        {t(isSent ? 'bank.takeBack' : 'bank.cancel')}
      </Button>
    </p>
  );
}
