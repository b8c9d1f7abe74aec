import { useTranslation } from 'react-i18next';
import type { ContractView } from '../../../contracts/contract.contract';
import { useFormat } from '../../lib/format';
import styles from './Contract.module.css';

/** Says why nobody trades a contract, or what it was settled at. */
export function HaltNote({ halt }: Pick<ContractView, 'halt'>) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  if (halt === null) return null;
  const { reason, haltedAt, settlementPrice } = halt;
  return (
    <p className={styles.warning} data-testid="halt-note" role="status">
      {settlementPrice === null
        ? t('halt.halted', { since: format.shortDateTime(haltedAt) })
        : t('halt.settled', { price: format.amount(settlementPrice, 8) })}{' '}
      {t(`halt.reason.${reason}`)}
    </p>
  );
}
