import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cancelWithdrawal } from '../../../contracts/withdrawal.calls';
import { api } from '../../lib/api';
import type { WithdrawalView } from '../../../contracts/withdrawal.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { CopyText } from '../../ui/CopyText';
import { Loadable, Skeleton } from '../../ui/states';
import { grouped } from '../payee/grouped';
import { WhyButton } from '../policy/WhyButton';
import { Timeline } from './Timeline';
import { refreshWithdrawals, useWithdrawal } from './use-withdrawal';
import { FactList } from '../../ui/FactList';
import styles from './Withdrawal.module.css';

/** One request with everything that happened to it; it moves by itself while it waits. */
export function WithdrawalDetail({ withdrawalId }: { withdrawalId: string }) {
  return (
    <Loadable query={useWithdrawal(withdrawalId)} skeleton={<Skeleton rows={6} height={32} />}>
      {(withdrawal) => <Detail withdrawal={withdrawal} />}
    </Loadable>
  );
}

function Detail({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const { amount, currency, label, status, policy, cancellable } = withdrawal;
  return (
    <div className={styles.detail}>
      <p className={styles.sum} role="status">
        <strong>{`${format.amountDown(amount, 8)} ${currency}`}</strong>
        <LabelChip label={label} />
        <span>{t(`status.${status}`)}</span>
      </p>
      <Rejection withdrawal={withdrawal} />
      <Timeline withdrawal={withdrawal} />
      <Facts withdrawal={withdrawal} />
      <div className={styles.detailFoot}>
        <span>
          {t('detail.rules', { version: policy.version })}{' '}
          <WhyButton policy={policy.name} version={policy.version} inputs={{}} />
        </span>
        {cancellable && <Cancel withdrawal={withdrawal} />}
      </div>
    </div>
  );
}

export function LabelChip({ label }: Pick<WithdrawalView, 'label'>) {
  const { t } = useTranslation('withdrawal');
  return (
    <span className={styles.label} data-label={label}>
      {t(`label.${label}`)}
    </span>
  );
}

/** Why it was rejected, and that nothing of it is lost. */
function Rejection({ withdrawal: { label, status, reasons, note } }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation('withdrawal');
  if (label !== 'failed') return null;
  return (
    <div className={styles.rejection}>
      {status === 'rejected' && reasons.length > 0 && (
        <>
          <strong>{t('detail.reasons')}</strong>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      {note !== null && <blockquote>{note}</blockquote>}
      <p>{t('detail.released')}</p>
    </div>
  );
}

function Facts({ withdrawal }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const { kind, currency, network, payee, hash, reference, feeRate, withdrawalId } = withdrawal;
  const sum = (text: string) => `${format.amountDown(text, 8)} ${currency}`;
  const facts: [label: string, value: ReactNode][] = [];
  // Of one that failed nothing was taken and nothing arrived.
  if (withdrawal.label !== 'failed') {
    facts.push([t('form.feeAt', { percent: format.share(feeRate) }), sum(withdrawal.fee)]);
    facts.push([t('form.credited'), sum(withdrawal.credited)]);
  }
  if (payee === null) facts.push([t('detail.to'), t('detail.payeeGone')]);
  else {
    facts.push([t('detail.to'), [payee.label, payee.payeeName, payee.bankName].filter(Boolean).join(' · ')]);
    facts.push([
      t(`detail.account.${kind}`),
      <Copied key="a" value={payee.account} label={t(`detail.account.${kind}`)} />,
    ]);
    if (payee.tag !== null) facts.push([t('detail.memo'), payee.tag]);
  }
  if (network !== null) facts.push([t('detail.network'), network]);
  if (hash !== null) {
    facts.push([
      t('detail.hash'),
      <span key="h" className={styles.hash}>
        <CopyText value={hash} label={t('detail.hash')} />
        <Link className={styles.link} to={`/explorer?hash=${hash}${network === null ? '' : `&network=${network}`}`}>
          {t('detail.explorer')}
        </Link>
      </span>,
    ]);
  }
  if (reference !== null)
    facts.push([t('detail.reference'), <CopyText key="r" value={reference} label={t('detail.reference')} />]);
  facts.push([t('detail.id'), <CopyText key="i" value={withdrawalId} label={t('detail.id')} />]);
  return <FactList className={styles.summary} rows={facts} />;
}

function Copied({ value, label }: { value: string; label: string }) {
  return (
    <CopyText value={value} label={label}>
      <code className={styles.address}>{grouped(value)}</code>
    </CopyText>
  );
}

/** Only before the payout; the whole amount is available again at once. */
function Cancel({ withdrawal: { withdrawalId } }: { withdrawal: WithdrawalView }) {
  const { t } = useTranslation('withdrawal');
  const cancel = async () => {
    const question = { title: t('cancel.title'), body: t('cancel.body'), confirmLabel: t('cancel.confirm') };
    if (!(await confirm({ ...question, kind: 'danger' }))) return;
    // A reviewer may have been faster: a toast and the refetched request show that.
    await api.call(cancelWithdrawal, { withdrawalId }).catch(() => undefined);
    await refreshWithdrawals();
  };
  return (
    <Button kind="danger" size="s" onClick={() => void cancel()}>
      {t('cancel.confirm')}
    </Button>
  );
}
