import { useTranslation } from 'react-i18next';
import type { ContractView } from '../../../contracts/contract.contract';
import { useFormat } from '../../lib/format';
import { BracketTable } from './BracketTable';
import styles from './Contract.module.css';

interface BracketsNoteProps {
  contract: Pick<ContractView, 'coming' | 'bracketsPolicy'>;
  name?: string;
  current?: number;
}

/** Within the notice of new margin brackets: from when on positions follow them, and their table. */
export function BracketsNote({ contract, name, current = 1 }: BracketsNoteProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  return contract.coming.map(({ version, from, brackets }) => (
    <div key={version} className={styles.warning} data-testid="brackets-note">
      <p>
        {name !== undefined && <b>{name} </b>}
        {t('brackets.coming', { from: format.shortDateTime(from) })}
      </p>
      <BracketTable brackets={brackets} policy={{ ...contract.bracketsPolicy, version }} current={current} isComing />
    </div>
  ));
}
