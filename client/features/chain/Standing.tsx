import { useTranslation } from 'react-i18next';
import type { ChainTransactionView } from '../../../contracts/chain.contract';
import { useFormat } from '../../lib/format';
import { Progress } from '../../ui/Progress';
import styles from './Chain.module.css';

type Standing = Pick<ChainTransactionView, 'status' | 'confirmations' | 'confirmationsNeeded'>;

/** In a word how a transfer stands. */
export function StandingChip({ transfer }: { transfer: Standing }) {
  const text = useStanding(transfer);
  return (
    <span className={styles.chip} data-look={lookOf(transfer)}>
      {text}
    </span>
  );
}

/** How far a transfer is on its way to being final. */
export function Confirmations({ transfer }: { transfer: Standing }) {
  const text = useStanding(transfer);
  if (transfer.status === 'dropped') return <StandingChip transfer={transfer} />;
  return <Progress label={text} done={transfer.confirmations / transfer.confirmationsNeeded} />;
}

function useStanding({ status, confirmations, confirmationsNeeded }: Standing): string {
  const { t } = useTranslation('chain');
  const format = useFormat();
  if (status === 'dropped') return t('standing.dropped');
  if (status === 'mempool') return t('standing.mempool');
  if (confirmations === confirmationsNeeded) return t('standing.final');
  return t('standing.confirming', { have: format.count(confirmations), need: format.count(confirmationsNeeded) });
}

function lookOf({ status, confirmations, confirmationsNeeded }: Standing): string {
  if (status === 'dropped') return 'bad';
  return confirmations === confirmationsNeeded ? 'good' : 'waiting';
}
