import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useMedia } from '../../lib/use-media';
import { useSparklineFeed } from '../../market/sparklines';
import { useTickerFeed } from '../../market/tickers';
import { useWindow } from '../../market/use-window';
import { Icon } from '../../ui/icons';
import { MarketRow } from './MarketRow';
import { CELLS, PHONE_CELLS, type Cell } from './market-cells';
import type { Column, Sort, Tab } from './market-list';
import styles from './MarketTable.module.css';

const ROW_HEIGHT = { phone: 60, desktop: 52 };
const PHONE = '(max-width: 767px)';
/** Rows are subscribed only once scrolling rests. */
const REST_MS = 200;

interface MarketTableProps {
  tab: Tab;
  rows: readonly InstrumentView[];
  sort: Sort | null;
  onSort: (column: Column) => void;
}

/** A plain table of which only the rows in sight exist; only they are live, and each hears only its own ticker. */
export function MarketTable({ tab, rows, sort, onSort }: MarketTableProps) {
  const { t } = useTranslation('market');
  const phone = useMedia(PHONE);
  const rowHeight = phone ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop;
  const { body, first, last } = useWindow(rows.length, rowHeight);
  const shown = rows.slice(first, last);
  const inSight = useRested(shown.map((each) => each.symbol).join(','), REST_MS);
  useTickerFeed(inSight);
  useSparklineFeed(phone ? [] : inSight);
  const cells = phone ? PHONE_CELLS : CELLS[tab];
  return (
    // Rows have their own layout, so browsers need roles to treat them as a table.
    <table
      role="table"
      className={cx(styles.table, cells.includes('range') && styles.ranged)}
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
          {!phone && (
            <th role="columnheader" scope="col" className={cx(styles.wide, styles.way)}>
              <span className="hidden-visually">{t('column.action')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body}>
        {first > 0 && <tr aria-hidden="true" style={{ height: first * rowHeight }} />}
        {shown.map((instrument, at) => (
          <MarketRow key={instrument.symbol} {...{ instrument, tab, cells }} rowIndex={first + at + 2} />
        ))}
        {last < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - last) * rowHeight }} />}
      </tbody>
    </table>
  );
}

const CLASS: Record<Cell | 'name', string | undefined> = {
  name: undefined,
  price: styles.number,
  change: styles.number,
  curve: cx(styles.wide, styles.curve),
  range: cx(styles.number, styles.wide, styles.roomy),
  volume: cx(styles.number, styles.wide),
  leverage: cx(styles.number, styles.wide),
  session: cx(styles.wide, styles.sessionCell),
};

function Head({ cell, sort, onSort }: { cell: Cell | 'name' } & Pick<MarketTableProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('market');
  if (cell === 'curve') {
    return (
      <th role="columnheader" scope="col" className={CLASS.curve}>
        {t('column.curve')}
      </th>
    );
  }
  const mine = sort?.column === cell ? sort : null;
  return (
    <th
      role="columnheader"
      scope="col"
      className={CLASS[cell]}
      aria-sort={mine === null ? 'none' : mine.descending ? 'descending' : 'ascending'}
    >
      <button type="button" className={cx(styles.sort, mine && styles.sorted)} onClick={() => onSort(cell)}>
        <span>{t(`column.${cell}`)}</span>
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
