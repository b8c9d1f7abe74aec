import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import {
  answerLoanPayment,
  payLoanByBank,
  submitLoanPayment,
  withdrawLoanPayment,
} from '../../../contracts/loan.calls';
import type { LoanDetail, LoanPaymentView } from '../../../contracts/loan.contract';
import { amount } from '../../../shared/money';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { useMayCall } from '../../lib/use-may-call';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { FactList } from '../../ui/FactList';
import { Transfer } from '../c2c/AccountScreen';
import { OwnBank } from '../c2c/OwnBank';
import { ReceiptForm } from '../c2c/SubmitScreen';
import { SentImages } from '../../ui/SentImages';
import { ReceiptAnswer } from './ReceiptAnswer';
import { refreshOwn } from './use-loan';
import styles from './Loan.module.css';

interface Props {
  loanId: string;
  payment: LoanPaymentView;
  now: NonNullable<LoanDetail['now']>;
}

/** A repayment by bank: where to pay to, the voucher, and what follows. */
export function BankPayment({ loanId, payment, now }: Props) {
  const { t } = useTranslation(['loan', 'review', 'c2c']);
  const { sentAt, rejectedFor } = payment;
  const maySend = useMayCall()(submitLoanPayment);
  const isFound = sentAt !== null && payment.voucher === null;
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
      {sentAt === null && !maySend && <p role="status">{t('frozen.receipt')}</p>}
      {sentAt === null && <Paying loanId={loanId} payment={payment} now={now} maySend={maySend} />}
      {sentAt !== null && (
        <>
          {payment.asked === null ? (
            <p role="status">{t(isFound ? 'bank.found' : 'bank.waiting')}</p>
          ) : (
            <Answer loanId={loanId} asked={payment.asked} />
          )}
          {payment.voucher !== null && (
            <SentImages images={[{ imageId: payment.voucher, label: t('c2c:submit.voucher') }]} />
          )}
        </>
      )}
      {isFound && maySend && <Leave loanId={loanId} />}
      {!isFound && (
        <Act
          call={() => api.call(withdrawLoanPayment, { loanId })}
          label={t(sentAt === null ? 'bank.cancel' : 'bank.takeBack')}
        />
      )}
    </section>
  );
}

/** Lets the calendar go on. Whoever can send no receipt could not bring the payment back. */
function Leave({ loanId }: { loanId: string }) {
  const { t } = useTranslation('loan');
  const leave = async () => {
    const asked = { title: t('bank.leaveConfirm'), body: t('bank.leaveBody'), confirmLabel: t('bank.leave') };
    if (await confirm({ ...asked, kind: 'danger' })) await api.call(withdrawLoanPayment, { loanId });
  };
  return <Act call={leave} label={t('bank.leave')} />;
}

/** An image is what a frozen account can't send. */
function Answer(props: { loanId: string; asked: NonNullable<LoanPaymentView['asked']> }) {
  const { t } = useTranslation('loan');
  return useMayCall()(answerLoanPayment) ? <ReceiptAnswer {...props} /> : <p role="status">{t('frozen.answer')}</p>;
}

function Paying({ loanId, payment, now, maySend }: Props & { maySend: boolean }) {
  const { t } = useTranslation(['loan', 'refusal']);
  const format = useFormat();
  const { account, validUntil, vouchersLeft, ...wanted } = payment;
  // One wire for each amount: a larger one sends what is missing.
  const order = { ...wanted, orderId: `${loanId}-${payment.payAmount.replace('.', '-')}`, contractNumber: null };
  // What was set off meanwhile is owed no more.
  const isOver = validUntil <= serverNow() || amount(payment.owed) > amount(now.owed);
  if (vouchersLeft === 0) return <p role="status">{t('bank.spent')}</p>;
  return (
    <>
      <FactList className={styles.facts} rows={[[t('bank.until'), format.dateTime(validUntil)]]} />
      {isOver && maySend && (
        <>
          <p role="status">{t('bank.over', { owed: format.amount(now.owed, 8, 2) })}</p>
          <Act call={() => api.call(payLoanByBank, { loanId, shownTotal: now.owed })} label={t('bank.renew')} />
        </>
      )}
      {!isOver && (
        <>
          <p>{t('bank.parts')}</p>
          <Transfer order={order} seller={account} />
          <OwnBank order={order} seller={account} />
        </>
      )}
      {/* Whoever paid in time may send the receipt later. */}
      {maySend && (
        <ReceiptForm
          draft={`loan.${loanId}`}
          note={t('bank.seen')}
          missing={{
            payerName: t('refusal:loan.payer-name-needed'),
            payerBank: t('refusal:loan.payer-bank-needed'),
            voucher: t('refusal:loan.voucher-needed'),
          }}
          send={(values) => api.call(submitLoanPayment, { loanId, ...values }, QUIET).finally(refreshOwn)}
        />
      )}
    </>
  );
}

/** A refusal shows as a toast, and what is refetched shows why. */
function Act({ call, label }: { call: () => Promise<unknown>; label: string }) {
  const act = useMutation({
    mutationFn: () =>
      call()
        .catch(() => null)
        .then(refreshOwn),
  });
  return (
    <p>
      <Button kind="plain" busy={act.isPending} onClick={() => act.mutate()}>
        {label}
      </Button>
    </p>
  );
}
