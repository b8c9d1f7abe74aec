import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { outcomesOf, type Terms } from './custody-form';
import { useWords } from './words';
import styles from './Custody.module.css';

const CASES = ['worst', 'least', 'most'] as const;

/** What an amount may become, the worst first. */
export function Outcomes({ amount, product }: { amount: string; product: Terms }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const { signed } = useWords();
  const outcomes = outcomesOf(amount, product);
  return (
    <table className={styles.outcomes} data-testid="custody-outcomes">
      <caption>{t('buy.outcome')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('buy.case')}</th>
          <th scope="col">{t('buy.result')}</th>
          <th scope="col">{t('buy.back')}</th>
        </tr>
      </thead>
      <tbody>
        {CASES.map((each) => (
          <tr key={each} data-case={each}>
            <th scope="row">{t(`buy.${each}`)}</th>
            <td className={each === 'worst' ? 'down' : 'up'}>{signed(outcomes[each].result)}</td>
            <td>{format.amount(outcomes[each].back, 8, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
