import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useMedia } from '../../lib/use-media';
import { useFavourites } from '../../market/favourites';
import { useTicker } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import { Change, Price } from '../../ui/numbers';
import type { Column, Sort } from './market-list';
import { useWindow } from './use-window';
import styles from './MarketTable.module.css';

const ROW_HEIGHT = { phone: 56, desktop: 50 };
const PHONE = '(max-width: 767px)';

interface MarketTableProps {
  rows: readonly InstrumentView[];
  sort: Sort | null;
  onSort: (column: Column) => void;
}

/** A plain table of which only the rows in sight exist; each row hears only its own ticker. */
export function MarketTable({ rows, sort, onSort }: MarketTableProps) {
  const { t } = useTranslation('market');
  const rowHeight = useMedia(PHONE) ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop;
  const { body, first, last } = useWindow(rows.length, rowHeight);
  const heads: { column: Column; className: string | undefined }[] = [
    { column: 'name', className: styles.name },
    { column: 'price', className: styles.number },
    { column: 'change', className: styles.number },
    { column: 'volume', className: cx(styles.number, styles.wide) },
  ];
  return (
    <table className={styles.table} aria-rowcount={rows.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={styles.star}>
            <span className="hidden-visually">{t('column.favourite')}</span>
          </th>
          {heads.slice(0, 3).map((head) => (
            <SortHead key={head.column} {...head} sort={sort} onSort={onSort} />
          ))}
          <th scope="col" className={cx(styles.number, styles.wide)}>
            {t('column.range')}
          </th>
          {heads.slice(3).map((head) => (
            <SortHead key={head.column} {...head} sort={sort} onSort={onSort} />
          ))}
          <th scope="col" className={styles.wide}>
            {t('column.session')}
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {first > 0 && <tr aria-hidden="true" style={{ height: first * rowHeight }} />}
        {rows.slice(first, last).map((instrument, at) => (
          <Row key={instrument.symbol} instrument={instrument} rowIndex={first + at + 2} />
        ))}
        {last < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - last) * rowHeight }} />}
      </tbody>
    </table>
  );
}

function SortHead({
  column,
  className,
  sort,
  onSort,
}: { column: Column; className: string | undefined } & Pick<MarketTableProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation('market');
  const mine = sort?.column === column ? sort : null;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={mine === null ? 'none' : mine.descending ? 'descending' : 'ascending'}
    >
      <button type="button" className={cx(styles.sort, mine && styles.sorted)} onClick={() => onSort(column)}>
        {t(`column.${column}`)}
        <Icon name={mine && !mine.descending ? 'up' : 'down'} size={12} />
      </button>
    </th>
  );
}

const Row = memo(function Row({ instrument, rowIndex }: { instrument: InstrumentView; rowIndex: number }) {
  const { t } = useTranslation('market');
  const { symbols, toggle } = useFavourites();
  const starred = symbols.includes(instrument.symbol);
  const { symbol, session } = instrument;
  return (
    <tr aria-rowindex={rowIndex} className={styles.row}>
      <td className={styles.star}>
        <button
          type="button"
          aria-pressed={starred}
          aria-label={t('favourite', { symbol })}
          className={cx(styles.starButton, starred && styles.starred)}
          onClick={() => toggle(symbol)}
        >
          <Icon name="star" size={16} filled={starred} />
        </button>
      </td>
      <th scope="row" className={styles.name}>
        <Link to={`/currencyTrade?symbol=${encodeURIComponent(symbol)}`} className={styles.link}>
          <b>
            {instrument.base}
            <small>/{instrument.quote}</small>
            {!session.open && <span className={cx(styles.closedMark, styles.phone)}>{t('session.closed')}</span>}
          </b>
          <span>{instrument.name}</span>
        </Link>
      </th>
      <Figures instrument={instrument} />
      <td className={styles.wide}>
        <span className={cx(styles.session, session.open && styles.open)}>
          {t(session.open ? 'session.open' : 'session.closed')}
        </span>
      </td>
    </tr>
  );
});

function Figures({ instrument }: { instrument: InstrumentView }) {
  const format = useFormat();
  const ticker = useTicker(instrument.symbol);
  const { priceDecimals } = instrument;
  if (ticker === undefined) {
    return (
      <>
        <td className={styles.number}>–</td>
        <td className={styles.number}>–</td>
        <td className={cx(styles.number, styles.wide)}>–</td>
        <td className={cx(styles.number, styles.wide)}>–</td>
      </>
    );
  }
  return (
    <>
      <td className={cx(styles.number, styles.price)}>
        <Price value={ticker.last} decimals={priceDecimals} />
      </td>
      <td className={styles.number}>
        <Change value={ticker.changePct} pill />
      </td>
      <td className={cx(styles.number, styles.wide, styles.soft)}>
        {format.decimal(ticker.low24h, priceDecimals)} – {format.decimal(ticker.high24h, priceDecimals)}
      </td>
      <td className={cx(styles.number, styles.wide, styles.soft)}>{format.compact(ticker.quoteVolume24h)}</td>
    </>
  );
}
