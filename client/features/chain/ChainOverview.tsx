import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ChainBlockView, NetworkView } from '../../../contracts/chain.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { TransferList } from './TransferList';
import { explorerPath, useChainOverview } from './use-chain';
import styles from './Chain.module.css';

/** A network at a glance: how it stands, its newest blocks, its newest transfers. */
export function ChainOverview({ network }: { network: NetworkView }) {
  const { t } = useTranslation('chain');
  const [before, setBefore] = useState<number | undefined>(undefined);
  const query = useChainOverview(network.network, before);
  return (
    <Loadable query={query} skeleton={<Skeleton rows={10} height={36} />}>
      {({ height, mempool, blocks, transfers, lastReorganisation }) => (
        <>
          <Facts network={network} height={height} mempool={mempool} last={lastReorganisation} />
          <div className={styles.columns}>
            <section className={styles.card} aria-labelledby="blocks">
              <h2 id="blocks">{t('blocks.title')}</h2>
              <ol className={styles.list}>
                {blocks.map((block) => (
                  <BlockRow key={block.hash} block={block} />
                ))}
              </ol>
              <div className={styles.row}>
                <Button kind="plain" size="s" onClick={() => setBefore(blocks.at(-1)?.height)}>
                  {t('blocks.older')}
                </Button>
                {before !== undefined && (
                  <Button kind="plain" size="s" onClick={() => setBefore(undefined)}>
                    {t('blocks.newest')}
                  </Button>
                )}
              </div>
            </section>
            <section className={styles.card} aria-labelledby="transfers">
              <h2 id="transfers">{t('transfers.title')}</h2>
              <TransferList transfers={transfers} />
            </section>
          </div>
        </>
      )}
    </Loadable>
  );
}

interface FactsProps {
  network: NetworkView;
  height: number;
  mempool: number;
  last: { height: number; depth: number; at: number } | null;
}

function Facts({ network, height, mempool, last }: FactsProps) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  const { blockSeconds, confirmations, assets, feeAsset } = network;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('fact.height')}</dt>
        <dd>{format.count(height)}</dd>
      </div>
      <div>
        <dt>{t('fact.mempool')}</dt>
        <dd>{format.count(mempool)}</dd>
      </div>
      <div>
        <dt>{t('fact.blockTime')}</dt>
        <dd>{t('fact.seconds', { seconds: format.count(blockSeconds) })}</dd>
      </div>
      <div>
        <dt>{t('fact.final')}</dt>
        <dd>{format.count(confirmations)}</dd>
      </div>
      {assets.map(({ asset, feeNow }) => (
        <div key={asset}>
          <dt>{t('fact.fee', { asset })}</dt>
          <dd>
            {format.amount(feeNow, 8)} <span className={styles.quiet}>{feeAsset}</span>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('fact.reorganisation')}</dt>
        <dd>
          {last === null ? (
            t('fact.noReorganisation')
          ) : (
            <Link to={explorerPath(network.network, { block: `${last.height - 1}` })} className={styles.link}>
              {t('fact.reorganised', { depth: format.count(last.depth), height: format.count(last.height) })}
            </Link>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** A block as a line. A reorganised block is crossed out and labelled. */
export function BlockRow({ block }: { block: ChainBlockView }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  const { network, height, hash, at, transactions, reorganised } = block;
  return (
    <li className={styles.line} data-reorganised={reorganised || undefined}>
      <Link to={explorerPath(network, { block: reorganised ? hash : `${height}` })} className={styles.link}>
        {format.count(height)}
      </Link>
      <code className={styles.hash}>{hash}</code>
      <span className={styles.count}>{t('blocks.transfers', { transfers: format.count(transactions) })}</span>
      {reorganised ? (
        <span className={styles.chip} data-look="bad">
          {t('block.reorganised')}
        </span>
      ) : (
        <time className={styles.quiet}>{format.time(at)}</time>
      )}
    </li>
  );
}
