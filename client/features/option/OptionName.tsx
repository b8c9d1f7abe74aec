import { useTranslation } from 'react-i18next';
import type { OptionView } from '../../../contracts/option.contract';
import styles from './Option.module.css';

/** Symbol, direction and delivery time. */
export function OptionName({ option }: { option: Pick<OptionView, 'symbol' | 'direction' | 'delivery'> }) {
  const { t } = useTranslation('option');
  const { symbol, direction, delivery } = option;
  return (
    <span className={styles.name}>
      {symbol} <span className={direction === 'rise' ? 'up' : 'down'}>{t(`direction.${direction}`)}</span>{' '}
      <small>{t(`delivery.${delivery}`)}</small>
    </span>
  );
}
