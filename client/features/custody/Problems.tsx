import { useTranslation } from 'react-i18next';
import type { CustodyProduct } from '../../../contracts/custody.contract';
import { pathOf } from '../../app/routes';
import { Icon } from '../../ui/icons';
import styles from './Custody.module.css';

/** Where a refusal is put right. */
const SCREENS: Readonly<Record<string, string>> = {
  'security.trade-password-missing': 'tradePasswordSet',
  'custody.cap-exceeded': 'risk',
  'custody.paused-by-owner': 'myCustody',
  'custody.vip-advanced': 'advanced',
  'custody.vip-form': 'questionnaire',
  'custody.vip-class': 'risk',
  'custody.vip-average': 'vip',
  'asset.debts-uncovered': 'loans',
};

/** Everything that stands against buying now, each with the screen that puts it right. */
export function Problems({ problems }: Pick<CustodyProduct, 'problems'>) {
  const { t } = useTranslation(['custody', 'common']);
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-label={t('buy.missing')}>
      <h3>{t('buy.missing')}</h3>
      <ul>
        {problems.map(({ refusal, message }) => {
          const screen = SCREENS[refusal];
          return (
            <li key={refusal}>
              <Icon name="info" size={16} />
              <span>
                {message}{' '}
                {screen && (
                  <Link className={styles.link} to={pathOf(screen)}>
                    {t(`common:screen.${screen}`)}
                  </Link>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
