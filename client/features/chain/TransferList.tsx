import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ChainTransactionView } from '../../../contracts/chain.contract';
import { useFormat } from '../../lib/format';
import { Empty } from '../../ui/states';
import { StandingChip } from './Standing';
import { explorerPath } from './use-chain';
import styles from './Chain.module.css';

/** Transfers as lines. `of` is the address whose list it is: what left it has a minus. */
export function TransferList({ transfers, of }: { transfers: readonly ChainTransactionView[]; of?: string }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  if (transfers.length === 0) return <Empty text={t('transfers.empty')} />;
  return (
    <ol className={styles.list}>
      {transfers.map((transfer) => (
        <li key={transfer.hash} className={styles.transferLine}>
          <Link to={explorerPath(transfer.network, { hash: transfer.hash })} className={styles.hash}>
            <code>{transfer.hash}</code>
          </Link>
          <b className={styles.amount}>
            {of === transfer.from && transfer.to !== of && '−'}
            {format.amount(transfer.amount, 8)} {transfer.asset}
          </b>
          <time className={styles.quiet}>{format.shortDateTime(transfer.seenAt)}</time>
          <StandingChip transfer={transfer} />
        </li>
      ))}
    </ol>
  );
}
