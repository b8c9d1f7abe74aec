import { useTranslation } from 'react-i18next';
import { exportAccountRecords } from '../../../contracts/asset.calls';
import { RECORD_KINDS } from '../../../contracts/asset.contract';
import { Tabs } from '../../ui/Tabs';
import { AccountRecords } from './AccountRecords';
import { FilterBar } from './FilterBar';
import { coinsOf, postingsOf, useRecordFilters, useSpaceChoice } from './record-filters';
import { useFreshAssets } from './use-fresh-assets';
import styles from './AssetPage.module.css';

const FIELDS = ['currency', 'space', 'kind', 'search', 'from', 'to'] as const;
const KINDS = ['all', ...RECORD_KINDS] as const;

/** `/record`: the movements of the account's assets, a tab for each kind. */
export default function AssetRecordsScreen() {
  const { t } = useTranslation('asset');
  const { t: common } = useTranslation('common');
  const [filters, setFilters] = useRecordFilters(FIELDS);
  const coins = coinsOf(useFreshAssets().data);
  const spaces = useSpaceChoice();
  const kind = RECORD_KINDS.find((each) => each === filters['kind']) ?? 'all';
  return (
    <div className={styles.page}>
      <h1>{common('screen.assetRecords')}</h1>
      <section className={styles.card}>
        <div className={styles.tabs}>
          <Tabs
            label={t('filter.kind')}
            controls="movements"
            value={kind}
            onChange={(next) => setFilters({ ...filters, kind: next === 'all' ? '' : next })}
            tabs={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </div>
        <div id="movements" role="tabpanel" aria-label={t(`kind.${kind}`)}>
          <FilterBar
            filters={filters}
            onChange={setFilters}
            exportCall={exportAccountRecords}
            fixed={{ postings: postingsOf(filters) }}
            search={t('filter.search')}
            choices={[
              { name: 'currency', label: t('column.coin'), all: t('records.allCoins'), options: coins },
              spaces,
            ]}
          />
          <AccountRecords filters={filters} />
        </div>
      </section>
    </div>
  );
}
