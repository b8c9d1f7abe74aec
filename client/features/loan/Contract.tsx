import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exportLoanContract } from '../../../contracts/loan.calls';
import type { LoanDetail, LoanImage, LoanView } from '../../../contracts/loan.contract';
import { loanCost } from '../../../shared/loan';
import { toastError } from '../../lib/api';
import { downloadWhole } from '../../lib/download';
import { useFormat } from '../../lib/format';
import { useUtcDay } from '../../lib/use-utc-day';
import { Button } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { FactList } from '../../ui/FactList';
import { Icon } from '../../ui/icons';
import { SentImages } from '../../ui/SentImages';
import { Rules } from './Rules';
import { StatusChip } from './StatusChip';
import styles from './Loan.module.css';

type Rows = (readonly [string, ReactNode])[];

/** The contract: all that was agreed to, and how it went. */
export function Contract({ loan, worst }: { loan: LoanView } & Pick<LoanDetail, 'worst'>) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const day = useUtcDay();
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  const due = loanCost({ ...loan, principal: loan.amount }, loan.periodDays);
  const rows: Rows = [
    [t('column.number'), <CopyText key="id" value={loan.loanId} label={t('column.number')} />],
    [t('column.status'), <StatusChip key="status" status={loan.status} />],
    [t('apply.amount'), usdt(loan.amount)],
    [t('apply.period'), t('days', { count: loan.periodDays })],
    [t('figure.rate'), format.share(loan.dailyRate)],
    [t('figure.free'), t('days', { count: loan.freeDays })],
    [t('figure.interest'), usdt(due.interest)],
    [t('figure.total'), usdt(due.total)],
    [t('terms.lateRate'), format.share(loan.lateRate)],
    [t('figure.worst'), usdt(worst.total)],
    [t('detail.method'), t('detail.once')],
    [t('terms.lender'), 'house/lending'],
    [t('detail.zone'), loan.timeZone],
    [t('column.requested'), format.dateTime(loan.requestedAt)],
    ...datesOf(loan, t, { day, dateTime: format.dateTime }),
    ...outcomeOf(loan, t, usdt),
    [t('terms.rules'), <Rules key="rules" version={loan.version} />],
  ];
  return (
    <section className={styles.card} aria-labelledby="loan-contract">
      <h2 id="loan-contract">{t('detail.contract')}</h2>
      <FactList className={styles.facts} rows={rows} />
      <DownloadContract loanId={loan.loanId} />
      {loan.images.length > 0 && (
        <>
          <h3>{t('apply.images')}</h3>
          <SentImages images={loan.images.map(({ image, imageId }) => ({ imageId, label: nameOf(image, t) }))} />
        </>
      )}
    </section>
  );
}

const nameOf = (image: LoanImage, t: Words): string =>
  image === 'front' || image === 'back' ? t(`apply.${image}`) : t(`proof.${image}`);

function DownloadContract({ loanId }: Pick<LoanView, 'loanId'>) {
  const { t } = useTranslation('loan');
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await downloadWhole(exportLoanContract, { loanId }, new AbortController().signal).catch(toastError);
    setBusy(false);
  };
  return (
    <p>
      <Button kind="plain" size="s" busy={busy} onClick={() => void start()}>
        <Icon name="down" size={14} />
        {t('contract.download')}
      </Button>
    </p>
  );
}

type Words = ReturnType<typeof useTranslation<'loan'>>['t'];

function datesOf(
  { disbursedAt, dueDate, date }: LoanView,
  t: Words,
  { day, dateTime }: { day: (date: string) => string; dateTime: (at: number) => string },
): Rows {
  if (disbursedAt === null || dueDate === null || date === null) return [];
  return [
    [t('detail.disbursed'), dateTime(disbursedAt)],
    [t('detail.dayZero'), day(date)],
    [t('column.due'), day(dueDate)],
  ];
}

function outcomeOf(loan: LoanView, t: Words, usdt: (text: string) => string): Rows {
  return [
    ...(loan.setOff === '0' ? [] : ([[t('detail.setOff'), usdt(loan.setOff)]] satisfies Rows)),
    ...(loan.interest === null ? [] : ([[t('detail.interestPaid'), usdt(loan.interest)]] satisfies Rows)),
    ...(loan.lateFee === null ? [] : ([[t('detail.lateFeePaid'), usdt(loan.lateFee)]] satisfies Rows)),
    ...(loan.paidBy === null ? [] : ([[t('detail.paidBy'), t(`paidBy.${loan.paidBy}`)]] satisfies Rows)),
    ...(loan.writtenOff === null ? [] : ([[t('detail.writtenOff'), usdt(loan.writtenOff)]] satisfies Rows)),
  ];
}
