import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositDetailView, DepositEventView } from '../../../contracts/deposit.contract';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import ModalPanel from '../../ui/ModalPanel';
import { Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { explorerPath } from '../chain/use-chain';
import { Confirmations, Label, useAmountOf } from './Standing';
import { useDeposit } from './use-deposits';
import { FactList } from '../../ui/FactList';
import styles from './Deposit.module.css';

/** One deposit: its status, its rule and its events, each with its place in the history. */
export default function DepositDetail({ depositId, onClose }: { depositId: string; onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const query = useDeposit(depositId);
  return (
    <ModalPanel title={t('detail.title')} onClose={onClose} size={620} tall>
      <Loadable query={query} skeleton={<Skeleton rows={8} height={22} />}>
        {(view) => (
          <div className={styles.detail} data-testid="deposit-detail">
            <Facts view={view} />
            <Confirmations deposit={view.deposit} />
            <Rejected view={view} />
            <h3>{t('detail.timeline')}</h3>
            <ol className={styles.timeline}>
              {view.events.map((event) => (
                <Event key={event.position} event={event} currency={view.deposit.currency} />
              ))}
            </ol>
          </div>
        )}
      </Loadable>
    </ModalPanel>
  );
}

function Facts({ view: { deposit, note, images } }: { view: DepositDetailView }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const amountOf = useAmountOf();
  const { network, hash, currency, declared, declaredCurrency, difference, minimum, version, status } = deposit;
  const rows: (readonly [string, ReactNode])[] = [
    [t('column.status'), <Label key="label" deposit={deposit} />],
    ...(deposit.amount === null ? [] : [[t('column.amount'), amountOf(deposit)] as const]),
    ...(declared === null
      ? []
      : [[t('detail.declared'), `${format.amount(declared, 8)} ${declaredCurrency}`] as const]),
    ...(difference === null || difference === '0'
      ? []
      : [[t('detail.difference'), `${format.amountDown(difference, 8, true)} ${currency}`] as const]),
    [t('column.network'), network],
    [
      t('column.hash'),
      <Hash key="hash" network={network} hash={hash} known={status !== 'review' && status !== 'rejected'} />,
    ],
    [
      t('fact.minimum'),
      <>
        {format.amount(minimum, 18)} {currency}{' '}
        <WhyButton policy="deposit.rules" version={version} inputs={{ minimum }} />
      </>,
    ],
    ...(note === null ? [] : [[t('detail.note'), note] as const]),
    ...(images.length === 0 ? [] : [[t('detail.images'), format.count(images.length)] as const]),
  ];
  return <FactList className={styles.facts} rows={rows} />;
}

/** Copied whole; what the network knows is shown by its explorer. */
export function Hash({ network, hash, known }: { network: string; hash: string; known: boolean }) {
  const { t } = useTranslation('deposit');
  return (
    <span className={styles.hash}>
      <CopyText value={hash} label={t('column.hash')} />
      {known && <Link to={explorerPath(network, { hash })}>{t('detail.explorer')}</Link>}
    </span>
  );
}

function Rejected({ view: { reasons, reviewNote } }: { view: DepositDetailView }) {
  const { t } = useTranslation('deposit');
  if (reasons.length === 0) return null;
  return (
    <div className={styles.reasons}>
      <p>{t('detail.reasons')}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {reviewNote !== null && (
        <blockquote>
          <b>{t('detail.reviewNote')}</b> {reviewNote}
        </blockquote>
      )}
    </div>
  );
}

function Event({ event, currency }: { event: DepositEventView; currency: string }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { type, at, position, eventHash, confirmations, amount, blockHeight } = event;
  const parts = [
    amount !== null && `${format.amount(amount, 8)} ${currency}`,
    confirmations !== null && `${t('fact.confirmations')}: ${format.count(confirmations)}`,
    blockHeight !== null && t('detail.block', { height: format.count(blockHeight) }),
  ].filter((text) => text !== false);
  return (
    <li>
      <div className={styles.row}>
        <b>{t(`event.${type}`)}</b>
        <time>{format.dateTime(at)}</time>
      </div>
      {parts.length > 0 && <p>{parts.join(' · ')}</p>}
      <details>
        <summary>{t('detail.event', { position: format.count(position) })}</summary>
        <code>{eventHash}</code>
      </details>
    </li>
  );
}
