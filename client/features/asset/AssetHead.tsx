import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from './AssetPage.module.css';

const HIDDEN = '••••••';

/** Hides amounts from eyes behind one's back. */
export function useAmounts(): (text: string) => string {
  const hidden = usePreferences((state) => state.hideAmounts);
  return (text) => (hidden ? HIDDEN : text);
}

/** The total, and the ways between the two views of the assets. */
export function AssetHead({ totalUsdt, view }: { totalUsdt: string | undefined; view: 'coins' | 'spaces' }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const { hideAmounts, set } = usePreferences();
  return (
    <header className={styles.head}>
      <div>
        <h1>{t('title')}</h1>
        <p className={styles.label}>
          {t('total')}
          <button
            type="button"
            aria-pressed={hideAmounts}
            aria-label={t('hideAmounts')}
            onClick={() => set({ hideAmounts: !hideAmounts })}
          >
            <Icon name={hideAmounts ? 'eyeOff' : 'eye'} size={16} />
          </button>
        </p>
        <p className={styles.total} data-testid="total">
          {totalUsdt === undefined ? '–' : amounts(format.amount(totalUsdt, 2, 2))} <small>USDT</small>
        </p>
      </div>
      <div className={styles.ways}>
        <ButtonLink to="/currencyTrade">{t('trade')}</ButtonLink>
        <ButtonLink to="/authenticationrj" kind="plain">
          {t('deposit')}
        </ButtonLink>
        <ButtonLink to="/transfer" kind="plain">
          {t('transfer')}
        </ButtonLink>
      </div>
      <nav className={styles.views} aria-label={t('views')}>
        <Link to="/table1" aria-current={view === 'coins' ? 'page' : undefined}>
          {t('byCoin')}
        </Link>
        <Link to="/table2" aria-current={view === 'spaces' ? 'page' : undefined}>
          {t('bySpace')}
        </Link>
      </nav>
    </header>
  );
}
