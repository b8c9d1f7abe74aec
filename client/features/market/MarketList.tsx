import { Suspense, lazy, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { WatchlistView } from '../../../contracts/watchlist.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { changeLists, useWatchlists } from '../../market/watchlists';
import { useInstruments } from '../../market/instruments';
import { useAllPerpetualTickers } from '../../market/contract-tickers';
import { useAllTickers } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { MarketTable } from './MarketTable';
import { CELLS, isContractCell } from './market-cells';
import { SearchField } from './SearchField';
import { WatchlistBar } from '../watchlist/WatchlistBar';
import { placeFor } from '../watchlist/list-changes';
import {
  CATEGORIES,
  TABS,
  categoryOf,
  filterInstruments,
  nextSort,
  sectorOf,
  sectorsOf,
  sortInstruments,
  sortsByTicker,
  tabOf,
  type Category,
  type Sort,
  type Tab,
} from './market-list';
import { useSearchText, useTickersEvery } from './use-market-list';
import styles from './MarketScreen.module.css';

const HeatMap = lazy(() => import('./HeatMap'));
/** Favourites are a tab of their own here. */
const CHIPS = CATEGORIES.filter((category) => category !== 'favourites');
const RESORT_MS = 3000;
/** Rows in sight are live by socket; the others need to be right only when they come into sight or are sorted. */
const REFETCH_MS = { sorted: 15_000, resting: 60_000 };

/** The market: tabs, categories, search, and either a list or a map of it. All but what is typed stands in the address. */
export function MarketList() {
  const { t } = useTranslation('market');
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState('');
  const instruments = useInstruments();
  const tab = tabOf(search.get('tab'));
  const category = categoryOf(search.get('class'));
  const sector = sectorOf(category, search.get('sector'));
  const isMap = search.get('view') === 'map';
  const choose = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  return (
    <div className={cx(styles.page, isMap && styles.mapped)}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <ViewSwitch isMap={isMap} onChange={(map) => choose({ view: map ? 'map' : null })} />
        <SearchField label={t('search')} value={typed} onChange={setTyped} />
      </header>
      <Filters {...{ tab, category, sector, choose }} />
      <div
        id="market-list"
        role="tabpanel"
        aria-label={tab === 'favourites' ? t('category.favourites') : t(`tab.${tab}`)}
      >
        {tab === 'contracts' && <ContractsNote />}
        <Loadable query={instruments} skeleton={<Skeleton rows={14} height={isMap ? 30 : 34} />}>
          {(all) => <Selection all={all} {...{ tab, category, sector, typed, isMap, choose }} />}
        </Loadable>
      </div>
    </div>
  );
}

interface FiltersProps {
  tab: Tab;
  category: Category;
  sector: string | null;
  choose: (change: Record<string, string | null>) => void;
}

function Filters({ tab, category, sector, choose }: FiltersProps) {
  const { t } = useTranslation('market');
  const sectors = sectorsOf(category);
  return (
    <div className={styles.filters}>
      <Tabs
        label={t('tabs')}
        controls="market-list"
        value={tab}
        onChange={(value) => choose({ tab: value === 'coins' ? null : value })}
        tabs={TABS.map((value) => ({
          value,
          label: value === 'favourites' ? <Starred text={t('category.favourites')} /> : t(`tab.${value}`),
        }))}
      />
      <Tabs
        look="chips"
        label={t('categories')}
        controls="market-list"
        value={category}
        onChange={(value) => choose({ class: value === 'all' ? null : value, sector: null })}
        tabs={CHIPS.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      {sectors.length > 0 && (
        <Tabs
          look="chips"
          label={t('listing.sector')}
          controls="market-list"
          value={sector ?? ''}
          onChange={(value) => choose({ sector: value === '' ? null : value })}
          tabs={['', ...sectors].map((value) => ({
            value,
            label: t(value === '' ? 'category.all' : `sector.${value}`),
          }))}
        />
      )}
    </div>
  );
}

interface SelectionProps extends FiltersProps {
  all: InstrumentView[];
  typed: string;
  isMap: boolean;
}

function Selection({ all, tab, category, sector, typed, isMap, choose }: SelectionProps) {
  const { t } = useTranslation(['market', 'watchlist']);
  const { current } = useWatchlists();
  const { symbols } = current;
  const isOwn = tab === 'favourites';
  const [sort, setSort] = useState<Sort | null>(null);
  const wanted = useDeferredValue(typed);
  const textOf = useSearchText();
  const byContract = sort !== null && isContractCell(sort.column);
  const byTicker = sortsByTicker(sort) && !byContract;
  const perpetuals = useAllPerpetualTickers(byContract);
  useAllTickers(byTicker ? REFETCH_MS.sorted : REFETCH_MS.resting);
  const tickers = useTickersEvery(RESORT_MS, byTicker);
  const found = useMemo(() => {
    const starred = isOwn ? inOrder(all, symbols) : all;
    const ofSector = sector === null ? starred : starred.filter((each) => each.sector === sector);
    return filterInstruments(ofSector, category, symbols, wanted, textOf);
  }, [all, isOwn, category, sector, symbols, wanted, textOf]);
  const grouping = category === 'all' ? 'class' : sector === null && sectorsOf(category).length > 0 ? 'sector' : null;
  const rows = useMemo(() => sortInstruments(found, sort, tickers, perpetuals), [found, sort, tickers, perpetuals]);
  const arranging = useArrangement(
    current,
    rows,
    isOwn && !isMap && sort === null && wanted === '' && category === 'all',
  );
  if (rows.length === 0) {
    return (
      <>
        {isOwn && <WatchlistBar arranging={false} onArrange={undefined} />}
        <Empty text={wanted === '' && isOwn ? t('watchlist:empty') : t('empty')} />
      </>
    );
  }
  return (
    <>
      {isOwn && <WatchlistBar arranging={arranging.on} onArrange={arranging.toggle} />}
      <p className="hidden-visually" role="status">
        {arranging.on && arranging.announced !== '' ? arranging.announced : t('found', { count: rows.length })}
      </p>
      {isMap ? (
        <Suspense fallback={<Skeleton rows={14} height={30} />}>
          <HeatMap
            instruments={found}
            grouping={grouping}
            onGroup={(group) => choose({ [category === 'all' ? 'class' : 'sector']: group })}
          />
        </Suspense>
      ) : (
        <MarketTable
          tab={tab}
          cells={tab === 'favourites' ? current.columns : CELLS[tab]}
          rows={rows}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          onMove={arranging.on ? arranging.move : undefined}
        />
      )}
    </>
  );
}

/** The instruments of a list in its own order; what is no longer listed has no row. */
function inOrder(all: readonly InstrumentView[], symbols: readonly string[]): InstrumentView[] {
  const listed = new Map(all.map((each) => [each.symbol, each]));
  return symbols.flatMap((symbol) => listed.get(symbol) ?? []);
}

/** Whether rows are being moved, which they can be while all of a list stand in its own order; and what moves them. */
function useArrangement({ watchlistId, symbols }: WatchlistView, rows: readonly InstrumentView[], possible: boolean) {
  const { t } = useTranslation('watchlist');
  const format = useFormat();
  const [on, toggle] = useState(false);
  const [announced, announce] = useState('');
  const shown = useMemo(() => rows.map(({ symbol }) => symbol), [rows]);
  const move = useCallback(
    (symbol: string, index: number) => {
      const place = placeFor(symbols, shown, symbol, index);
      void changeLists({ kind: 'star', watchlistId, symbols: [symbol], place });
      announce(t('moved', { symbol, place: format.count(index + 1), count: format.count(shown.length) }));
    },
    [symbols, shown, watchlistId, t, format],
  );
  return { on: on && possible, toggle: possible && rows.length > 1 ? toggle : undefined, move, announced };
}

/** The list has the perpetual contracts alone. */
function ContractsNote() {
  const { t } = useTranslation('market');
  return (
    <p className={styles.note}>
      <Icon name="info" size={16} />
      <span>
        {t('contracts.note')} <Link to="/preciousMetal">{t('contracts.trade')}</Link>
      </span>
    </p>
  );
}

function ViewSwitch({ isMap, onChange }: { isMap: boolean; onChange: (map: boolean) => void }) {
  const { t } = useTranslation('market');
  return (
    <div className={styles.views}>
      <Tabs
        look="pills"
        label={t('view')}
        controls="market-list"
        value={isMap ? 'map' : 'list'}
        onChange={(value) => onChange(value === 'map')}
        tabs={[
          { value: 'list', label: t('view.list') },
          { value: 'map', label: t('view.map') },
        ]}
      />
    </div>
  );
}

const Starred = ({ text }: { text: string }) => (
  <span className={styles.starred}>
    <Icon name="star" size={14} filled />
    {text}
  </span>
);
