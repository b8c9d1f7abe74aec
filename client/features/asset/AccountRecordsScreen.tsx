import { useTranslation } from 'react-i18next';
import { exportAccountRecords } from '../../../contracts/asset.calls';
import { RECORD_KINDS } from '../../../contracts/asset.contract';
import { AccountRecords } from './AccountRecords';
import { FilterBar } from './FilterBar';
import { coinsOf, postingsOf, useRecordFilters, useSpaceChoice } from './record-filters';
import { useFreshAssets } from './use-fresh-assets';
import styles from './AssetPage.module.css';

const FIELDS = ['postings', 'currency', 'space', 'kind', 'search', 'from', 'to'] as const;

/** `/accountRecord` and `/deallog`: what changed, or every posting, filtered and exported. */
export default function AccountRecordsScreen() {
  const { t } = useTranslation('asset');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  const coins = coinsOf(useFreshAssets().data);
  const spaces = useSpaceChoice();
  return (
    <div className={styles.page}>
      <h1>{t('records.title')}</h1>
      <section className={styles.card} aria-label={t('records.title')}>
        <FilterBar
          filters={filters}
          onChange={setFilters}
          exportCall={exportAccountRecords}
          fixed={{ postings: postingsOf(filters) }}
          search={t('filter.search')}
          choices={[
            {
              name: 'postings',
              label: t('records.postings'),
              all: t('records.moneyOnly'),
              options: [['all', t('records.everyPosting')]],
            },
            { name: 'currency', label: t('column.coin'), all: t('records.allCoins'), options: coins },
            spaces,
            {
              name: 'kind',
              label: t('filter.kind'),
              all: t('kind.all'),
              options: RECORD_KINDS.map((kind) => [kind, t(`kind.${kind}`)] as const),
            },
          ]}
        />
        <AccountRecords filters={filters} />
      </section>
    </div>
  );
}
