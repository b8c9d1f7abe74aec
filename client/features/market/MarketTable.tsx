import { useEffect, useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { placed } from '../../../shared/placed';
import { cx } from '../../lib/cx';
import { useMedia } from '../../lib/use-media';
import { usePerpetualTickers } from '../../market/contract-tickers';
import { useSparklineFeed } from '../../market/sparklines';
import { useTickerFeed } from '../../market/tickers';
import { useWindow } from '../../market/use-window';
import { Icon } from '../../ui/icons';
import { PerpetualTickers } from './ContractCells';
import { MarketRow } from './MarketRow';
import { fitting, gridOf, isContractCell, type Cell, type Width } from './market-cells';
import type { Column, Sort, Tab } from './market-list';
import { useMoving } from './use-moving';
import styles from './MarketTable.module.css';

const ROW_HEIGHT = { phone: 60, desktop: 52 };
const PHONE = '(max-width: 767px)';
const NARROW = '(max-width: 1099px)';
const NONE: readonly string[] = [];
/** Rows are subscribed only once scrolling rests. */
const REST_MS = 200;

interface MarketTableProps {
  tab: Tab;
  /** From left to right; those that fit are drawn. */
  cells: readonly Cell[];
  rows: readonly InstrumentView[];
  sort: Sort | null;
  onSort: (column: Column) => void;
  /** Puts a row elsewhere, while the list is being arranged. */
  onMove?: ((symbol: string, index: number) => void) | undefined;
}

/** A plain table of which only the rows in sight exist; only they are live, and each hears only its own ticker. */
export function MarketTable({ tab, cells: chosen, rows, sort, onSort, onMove }: MarketTableProps) {
  const { t } = useTranslation('market');
  const width = useWidth();
  const phone = width === 'phone';
  const rowHeight = phone ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop;
  const { body, first, last } = useWindow(rows.length, rowHeight);
  const { ordered, handle } = useArranging(rows, rowHeight, onMove);
  const shown = ordered.slice(first, last);
  const cells = useMemo(() => fitting(chosen, width), [chosen, width]);
  const inSight = useRested(shown.map((each) => each.symbol).join(','), REST_MS);
  const ofContracts = cells.some(isContractCell);
  useTickerFeed(ofContracts ? NONE : inSight);
  const perpetuals = usePerpetualTickers(ofContracts ? inSight : NONE);
  useSparklineFeed(cells.includes('curve') ? inSight : NONE);
  return (
    <PerpetualTickers value={perpetuals}>
      {/* Rows have their own layout, so browsers need roles to treat them as a table. */}
      <table
        role="table"
        className={styles.table}
        style={{ '--columns': gridOf(cells, width, onMove !== undefined) } as CSSProperties}
        aria-rowcount={rows.length + 1}
        data-rows={rows.length}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" className={styles.star}>
              <span className="hidden-visually">{t('column.favourite')}</span>
            </th>
            {(['name', ...cells] as const).map((cell) => (
              <Head key={cell} cell={cell} sort={sort} onSort={onSort} />
            ))}
            {(!phone || onMove) && (
              <th role="columnheader" scope="col" className={styles.way}>
                <span className="hidden-visually">{t('column.action')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * rowHeight }} />}
          {shown.map((instrument, at) => (
            <MarketRow
              key={instrument.symbol}
              instrument={instrument}
              tab={tab}
              cells={cells}
              phone={phone}
              rowIndex={first + at + 2}
              handle={handle?.(instrument.symbol)}
            />
          ))}
          {last < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - last) * rowHeight }} />}
        </tbody>
      </table>
    </PerpetualTickers>
  );
}

function useWidth(): Width {
  const phone = useMedia(PHONE);
  const narrow = useMedia(NARROW);
  return phone ? 'phone' : narrow ? 'narrow' : 'desktop';
}

/** The rows as they stand while one is dragged, and the handle of each; no handle unless the list is being arranged. */
function useArranging(rows: readonly InstrumentView[], rowHeight: number, onMove: MarketTableProps['onMove']) {
  const { t } = useTranslation('watchlist');
  const symbols = useMemo(() => rows.map(({ symbol }) => symbol), [rows]);
  const { moving, handle } = useMoving(symbols, rowHeight, onMove ?? STILL);
  if (onMove === undefined) return { ordered: rows };
  const moved = moving && rows.find(({ symbol }) => symbol === moving.symbol);
  return {
    ordered: moving && moved ? placed(rows, [moved], moving.index) : rows,
    handle: (symbol: string) => (
      <button type="button" className={styles.handle} aria-label={t('drag', { symbol })} {...handle(symbol)}>
        <Icon name="list" size={16} />
      </button>
    ),
  };
}

const STILL = () => undefined;

/** Words stand at the start of their cell, figures at its end. */
const CLASS: Partial<Record<Cell | 'name', string | undefined>> = {
  curve: styles.curve,
  class: styles.kind,
  sector: styles.kind,
  session: styles.sessionCell,
};
const classOf = (cell: Cell | 'name') => (cell === 'name' || cell in CLASS ? CLASS[cell] : styles.number);

/** What a contract has of its own is called as that of an instrument. */
const LABELS: Partial<Record<Cell | 'name', 'price' | 'change'>> = {
  contractPrice: 'price',
  contractChange: 'change',
};

function Head({ cell, sort, onSort }: { cell: Cell | 'name' } & Pick<MarketTableProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('market');
  if (cell === 'curve') {
    return (
      <th role="columnheader" scope="col" className={classOf('curve')}>
        {t('column.curve')}
      </th>
    );
  }
  const mine = sort?.column === cell ? sort : null;
  return (
    <th
      role="columnheader"
      scope="col"
      className={classOf(cell)}
      aria-sort={mine === null ? 'none' : mine.descending ? 'descending' : 'ascending'}
    >
      <button type="button" className={cx(styles.sort, mine && styles.sorted)} onClick={() => onSort(cell)}>
        <span>{t(`column.${LABELS[cell] ?? cell}`)}</span>
        <Icon name={mine && !mine.descending ? 'up' : 'down'} size={12} />
      </button>
    </th>
  );
}

/** A list of names once it has stood still for a moment; the first one at once. */
function useRested(key: string, ms: number): readonly string[] {
  const [rested, setRested] = useState(key);
  useEffect(() => {
    if (key === rested) return;
    const timer = setTimeout(() => setRested(key), ms);
    return () => clearTimeout(timer);
  }, [key, rested, ms]);
  return rested.split(',').filter(Boolean);
}
