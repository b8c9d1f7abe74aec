import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AccountRecords } from './AccountRecords';
import { useFreshAssets } from './use-fresh-assets';
import styles from './AssetPage.module.css';

/** `/accountRecord` and `/deallog`: every posting, of one coin if wanted. */
export default function AccountRecordsScreen() {
  const { t } = useTranslation('asset');
  const [search, setSearch] = useSearchParams();
  const assets = useFreshAssets();
  const currency = search.get('currency') ?? '';
  const coins = [...new Set((assets.data?.rows ?? []).map((row) => row.currency))];
  return (
    <div className={styles.page}>
      <h1>{t('records.title')}</h1>
      <section className={styles.card} aria-label={t('records.title')}>
        <div className={styles.cardHead}>
          <label className={styles.check}>
            {t('column.coin')}
            <select
              className={styles.select}
              value={currency}
              onChange={(event) =>
                setSearch(event.target.value ? { currency: event.target.value } : {}, { replace: true })
              }
            >
              <option value="">{t('records.allCoins')}</option>
              {coins.map((coin) => (
                <option key={coin}>{coin}</option>
              ))}
            </select>
          </label>
        </div>
        <AccountRecords currency={currency === '' ? undefined : currency} />
      </section>
    </div>
  );
}
