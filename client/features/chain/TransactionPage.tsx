import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ChainTransactionDetail } from '../../../contracts/chain.contract';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { Loadable, Skeleton } from '../../ui/states';
import { Confirmations } from './Standing';
import { explorerPath, useChainTransaction } from './use-chain';
import styles from './Chain.module.css';

/** One transfer: where it stands, its ends, and every block that it has been in. */
export function TransactionPage({ network, hash }: { network: string; hash: string }) {
  const query = useChainTransaction(network, hash);
  return (
    <Loadable query={query} skeleton={<Skeleton rows={8} height={32} />}>
      {(transfer) => <Transaction transfer={transfer} />}
    </Loadable>
  );
}

function Transaction({ transfer }: { transfer: ChainTransactionDetail }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  const { network, hash, from, to, tag, blockHeight, minedAt, seenAt, replacedBy } = transfer;
  return (
    <section className={styles.card} aria-labelledby="transfer">
      <h2 id="transfer">{t('transfer.title')}</h2>
      <Confirmations transfer={transfer} />
      {replacedBy !== null && (
        <p className={styles.note} data-look="bad">
          {t('transfer.droppedNote')}{' '}
          <Link to={explorerPath(network, { hash: replacedBy })} className={styles.link}>
            {t('transfer.instead')}
          </Link>
        </p>
      )}
      <dl className={styles.rows}>
        <Row label={t('transfer.hash')}>
          <CopyText value={hash} label={t('transfer.hash')}>
            <code>{hash}</code>
          </CopyText>
        </Row>
        <Row label={t('transfer.amount')}>
          <b>
            {format.amount(transfer.amount, 18)} {transfer.asset}
          </b>
        </Row>
        <Row label={t('transfer.from')}>
          <AddressLink network={network} address={from} />
        </Row>
        <Row label={t('transfer.to')}>
          <AddressLink network={network} address={to} />
        </Row>
        {tag !== null && <Row label={t('transfer.tag')}>{tag}</Row>}
        <Row label={t('transfer.fee')}>
          {format.amount(transfer.fee, 18)} {transfer.feeAsset}
        </Row>
        {blockHeight !== null && (
          <Row label={t('transfer.block')}>
            <Link to={explorerPath(network, { block: `${blockHeight}` })} className={styles.link}>
              {format.count(blockHeight)}
            </Link>
          </Row>
        )}
        <Row label={t('transfer.seen')}>{format.dateTime(seenAt)}</Row>
        {minedAt !== null && <Row label={t('transfer.mined')}>{format.dateTime(minedAt)}</Row>}
      </dl>
      <History transfer={transfer} />
    </section>
  );
}

/** Only worth telling where a reorganisation has been. */
function History({ transfer: { network, inclusions } }: { transfer: ChainTransactionDetail }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  if (inclusions.every(({ reorganisedAt }) => reorganisedAt === null)) return null;
  return (
    <>
      <h3>{t('transfer.history')}</h3>
      <ol className={styles.list}>
        {inclusions.map(({ height, hash, at, reorganisedAt }) => (
          <li key={hash} className={styles.line} data-reorganised={reorganisedAt !== null || undefined}>
            <Link to={explorerPath(network, { block: hash })} className={styles.link}>
              {format.count(height)}
            </Link>
            <code className={styles.hash}>{hash}</code>
            <time className={styles.quiet}>{format.time(at)}</time>
            <span className={styles.chip} data-look={reorganisedAt === null ? 'good' : 'bad'}>
              {reorganisedAt === null
                ? t('history.stands')
                : t('history.takenBack', { when: format.time(reorganisedAt) })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AddressLink({ network, address }: { network: string; address: string }) {
  return (
    <Link to={explorerPath(network, { address })} className={styles.link}>
      <code>{address}</code>
    </Link>
  );
}
