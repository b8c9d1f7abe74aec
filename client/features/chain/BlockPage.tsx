import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { Loadable, Skeleton } from '../../ui/states';
import { BlockRow } from './ChainOverview';
import { Row } from './TransactionPage';
import { TransferList } from './TransferList';
import { explorerPath, useChainBlock } from './use-chain';
import styles from './Chain.module.css';

/** One block, what is in it, and what stood at its height before a reorganisation. */
export function BlockPage({ network, block }: { network: string; block: string }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  const query = useChainBlock(network, block);
  return (
    <Loadable query={query} skeleton={<Skeleton rows={8} height={32} />}>
      {({ height, hash, parentHash, at, confirmations, confirmationsNeeded, reorganised, transfers, others }) => (
        <section className={styles.card} aria-labelledby="block">
          <h2 id="block">{t('block.title', { height: format.count(height) })}</h2>
          {reorganised && (
            <p className={styles.note} data-look="bad">
              {t('block.reorganisedNote')}
            </p>
          )}
          <dl className={styles.rows}>
            <Row label={t('block.hash')}>
              <CopyText value={hash} label={t('block.hash')}>
                <code>{hash}</code>
              </CopyText>
            </Row>
            <Row label={t('block.parent')}>
              <Link to={explorerPath(network, { block: `${height - 1}` })} className={styles.link}>
                <code>{parentHash}</code>
              </Link>
            </Row>
            <Row label={t('block.found')}>{format.dateTime(at)}</Row>
            {!reorganised && (
              <Row label={t('block.confirmations')}>
                {confirmations === confirmationsNeeded
                  ? t('standing.final')
                  : t('standing.confirming', {
                      have: format.count(confirmations),
                      need: format.count(confirmationsNeeded),
                    })}
              </Row>
            )}
          </dl>
          <h3>{t('block.inside')}</h3>
          {transfers.length === 0 ? (
            <p className={styles.quiet}>{t('block.empty')}</p>
          ) : (
            <TransferList transfers={transfers} />
          )}
          {others.length > 0 && (
            <>
              <h3>{t('block.others')}</h3>
              <ol className={styles.list}>
                {others.map((other) => (
                  <BlockRow key={other.hash} block={other} />
                ))}
              </ol>
            </>
          )}
        </section>
      )}
    </Loadable>
  );
}
