import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons';
import styles from './Loan.module.css';

/** Before any figure: borrowing to trade makes losses larger. */
export function Honest() {
  const { t } = useTranslation('loan');
  return (
    <section className={styles.honest} aria-labelledby="loan-honest">
      <Icon name="warning" size={24} />
      <div>
        <h2 id="loan-honest">{t('honest.title')}</h2>
        <p>{t('honest.losses')}</p>
        <p>{t('honest.late')}</p>
        <p>{t('honest.here')}</p>
      </div>
    </section>
  );
}
