import { useTranslation } from 'react-i18next';
import type { ContractView } from '../../../contracts/contract.contract';
import { useFormat } from '../../lib/format';
import styles from './Contract.module.css';

interface BracketTableProps {
  brackets: ContractView['brackets'];
  policy: ContractView['bracketsPolicy'];
  /** Of the reader: brackets that do not allow it are paler. */
  current?: number;
  isComing?: boolean;
}

/** Larger positions have less leverage and a higher maintenance margin. */
export function BracketTable({ brackets, policy, current = 1, isComing = false }: BracketTableProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { name, version } = policy;
  const title = t(isComing ? 'brackets.comingTitle' : 'brackets.title');
  return (
    <details className={styles.brackets}>
      <summary>{title}</summary>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={title}>
        <table>
          <thead>
            <tr>
              {(['upTo', 'leverage', 'rate', 'amount'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`brackets.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {brackets.map(({ bracket, to, leverageMax, rate, amount }) => (
              <tr key={bracket} data-allowed={leverageMax >= current}>
                <td>{format.amount(to, 0)}</td>
                <td>{format.count(leverageMax)}x</td>
                <td>{format.share(rate, 2)}</td>
                <td>{format.amount(amount, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{t('brackets.policy', { name, version: format.count(version) })}</p>
    </details>
  );
}
