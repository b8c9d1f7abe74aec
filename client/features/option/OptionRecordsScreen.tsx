import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { exportOptions } from '../../../contracts/option.calls';
import { OPTION_DELIVERIES, OPTION_DIRECTIONS, OPTION_RESULTS } from '../../../contracts/option.contract';
import type { Filters } from '../../lib/filters';
import { useInstruments } from '../../market/instruments';
import page from '../asset/AssetPage.module.css';
import { FilterBar } from '../asset/FilterBar';
import { OptionHistory } from './OptionHistory';

const CHOICES = { direction: OPTION_DIRECTIONS, delivery: OPTION_DELIVERIES, status: OPTION_RESULTS };
const FIELDS = ['symbol', 'direction', 'delivery', 'status', 'from', 'to'] as const;

/** `/optionRecord`: every option that is over. What is looked at stands in the address, so that it can be kept and sent. */
export default function OptionRecordsScreen() {
  const { t } = useTranslation(['option', 'common']);
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => Object.fromEntries(FIELDS.map((name) => [name, search.get(name) ?? ''])), [search]);
  const change = (wanted: Filters) =>
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), { replace: true });
  const symbols = useInstruments().data?.map(({ symbol }) => [symbol, symbol] as const) ?? [];
  const choice = (name: keyof typeof CHOICES) => ({
    name,
    label: t(`field.${name}`),
    all: t(`filter.${name}`),
    options: CHOICES[name].map((value) => [value, t(`${name}.${value}`)] as const),
  });
  return (
    <div className={page.page}>
      <h1>{t('common:screen.optionRecords')}</h1>
      <section className={page.card}>
        <FilterBar
          filters={filters}
          onChange={change}
          exportCall={exportOptions}
          choices={[
            { name: 'symbol', label: t('field.symbol'), all: t('filter.symbol'), options: symbols },
            ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(choice),
          ]}
        />
        <OptionHistory filters={filters} />
      </section>
    </div>
  );
}
