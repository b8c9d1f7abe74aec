import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { InstrumentView, TickerView } from '../../../contracts/market.contract';
import { useFavourites } from '../../market/favourites';
import { useInstruments } from '../../market/instruments';
import { tickersNow, useTickerFeed } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { MarketTable } from './MarketTable';
import { CATEGORIES, categoryOf, filterInstruments, nextSort, sortInstruments, type Sort } from './market-list';
import styles from './MarketScreen.module.css';

const RESORT_MS = 2000;

export default function MarketScreen() {
  const { t } = useTranslation('market');
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState('');
  const instruments = useInstruments();
  const category = categoryOf(search.get('tab'));
  useTickerFeed('all');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <SearchField value={typed} onChange={setTyped} />
      </header>
      <div className={styles.categories}>
        <Tabs
          look="chips"
          label={t('categories')}
          controls="market-list"
          value={category}
          onChange={(tab) => setSearch(tab === 'all' ? {} : { tab }, { replace: true })}
          tabs={CATEGORIES.map((value) => ({
            value,
            label: value === 'favourites' ? <Starred text={t('category.favourites')} /> : t(`category.${value}`),
          }))}
        />
      </div>
      <div id="market-list" role="tabpanel" aria-label={t(`category.${category}`)}>
        <Loadable query={instruments} skeleton={<Skeleton rows={14} height={36} />}>
          {(all) => <List all={all} category={category} typed={typed} />}
        </Loadable>
      </div>
    </div>
  );
}

function List({
  all,
  category,
  typed,
}: {
  all: InstrumentView[];
  category: ReturnType<typeof categoryOf>;
  typed: string;
}) {
  const { t } = useTranslation('market');
  const { symbols } = useFavourites();
  const [sort, setSort] = useState<Sort | null>(null);
  const wanted = useDeferredValue(typed);
  const tickers = useTickersEvery(RESORT_MS, sort !== null && sort.column !== 'name');
  const rows = useMemo(
    () => sortInstruments(filterInstruments(all, category, symbols, wanted), sort, tickers),
    [all, category, symbols, wanted, sort, tickers],
  );
  if (rows.length === 0) {
    return <Empty text={t(wanted === '' && category === 'favourites' ? 'emptyFavourites' : 'empty')} />;
  }
  return <MarketTable rows={rows} sort={sort} onSort={(column) => setSort(nextSort(sort, column))} />;
}

const Starred = ({ text }: { text: string }) => (
  <span className={styles.starred}>
    <Icon name="star" size={14} filled />
    {text}
  </span>
);

/** `/` jumps into the search from anywhere on the screen, Escape empties it. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('market');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <label className={styles.search}>
      <span className="hidden-visually">{t('search')}</span>
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="search"
        value={value}
        placeholder={t('search')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
    </label>
  );
}

/** The figures to sort by, taken anew now and then: a list that reorders with every tick cannot be read. */
function useTickersEvery(ms: number, wanted: boolean): ReadonlyMap<string, TickerView> {
  const [tickers, setTickers] = useState<ReadonlyMap<string, TickerView>>(() => new Map(tickersNow()));
  useEffect(() => {
    if (!wanted) return;
    const take = () => setTickers(new Map(tickersNow()));
    take();
    const timer = setInterval(take, ms);
    return () => clearInterval(timer);
  }, [ms, wanted]);
  return tickers;
}
