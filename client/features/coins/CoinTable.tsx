import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { useMedia } from '../../lib/use-media';
import { useInstrument } from '../../market/instruments';
import { Logo } from '../../market/Logo';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { useWindow } from '../../market/use-window';
import { Icon } from '../../ui/icons';
import { Change, Price } from '../../ui/numbers';
import { COIN_COLUMNS, priceOf, valueOf, type Coin, type CoinColumn, type CoinSort } from './coin-list';
import styles from './CoinsScreen.module.css';

const ROW_HEIGHT = { phone: 64, desktop: 54 };

interface CoinTableProps {
  coins: readonly Coin[];
  sort: CoinSort | null;
  onSort: (column: CoinColumn) => void;
}

/** Only the rows in sight exist and are live. */
export function CoinTable({ coins, sort, onSort }: CoinTableProps) {
  const { t } = useTranslation('market');
  const rowHeight = useMedia('(max-width: 767px)') ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop;
  const { body, first, last } = useWindow(coins.length, rowHeight);
  const shown = coins.slice(first, last);
  useTickerFeed(shown.flatMap(({ symbol }) => symbol ?? []));
  return (
    <table className={styles.table} aria-rowcount={coins.length + 1} data-testid="coins">
      <thead>
        <tr aria-rowindex={1}>
          {COIN_COLUMNS.map((column) => {
            const mine = sort?.column === column ? sort : null;
            return (
              <th
                key={column}
                scope="col"
                className={styles[column]}
                aria-sort={mine === null ? 'none' : mine.descending ? 'descending' : 'ascending'}
              >
                <button type="button" className={cx(styles.sort, mine && styles.sorted)} onClick={() => onSort(column)}>
                  <span>{t(`coins.column.${column}`)}</span>
                  <Icon name={mine && !mine.descending ? 'up' : 'down'} size={12} />
                </button>
              </th>
            );
          })}
          <th scope="col" className={styles.way}>
            <span className="hidden-visually">{t('column.action')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {first > 0 && <tr aria-hidden="true" style={{ height: first * rowHeight }} />}
        {shown.map((coin, at) => (
          <Row key={coin.currency} coin={coin} rowIndex={first + at + 2} />
        ))}
        {last < coins.length && <tr aria-hidden="true" style={{ height: (coins.length - last) * rowHeight }} />}
      </tbody>
    </table>
  );
}

const Row = memo(
  function Row({ coin, rowIndex }: { coin: Coin; rowIndex: number }) {
    const { t } = useTranslation('market');
    const format = useFormat();
    const hidden = usePreferences((state) => state.hideAmounts);
    const ticker = useTicker(coin.symbol ?? '');
    const price = priceOf(coin, ticker);
    const decimals = useInstrument(coin.symbol ?? '')?.priceDecimals ?? 0;
    const none = toAmount(coin.total) === 0n;
    const amount = (text: string) => (hidden ? '•••' : text);
    return (
      <tr aria-rowindex={rowIndex} data-currency={coin.currency} className={cx(none && styles.none)}>
        <th scope="row" className={styles.coin}>
          <Logo base={coin.currency} size={28} />
          {coin.symbol === null ? (
            <b>{coin.currency}</b>
          ) : (
            <Link to={`/market?symbol=${encodeURIComponent(coin.symbol)}`}>
              <b>{coin.currency}</b>
            </Link>
          )}
          <small>{coin.name}</small>
        </th>
        <td className={styles.price}>{price === null ? '–' : <Price value={price} decimals={decimals} />}</td>
        <td className={styles.change}>{ticker ? <Change value={ticker.changePct} /> : '–'}</td>
        <td className={styles.balance}>{amount(format.amount(coin.total, 8))}</td>
        <td className={styles.value}>
          {amount(format.amount(valueOf(coin, ticker), 2, 2))}
          {!none && <small className={styles.phone}>{amount(format.amount(coin.total, 8))}</small>}
        </td>
        <td className={styles.way}>
          {coin.symbol !== null && (
            <Link
              to={`/currencyTrade?symbol=${encodeURIComponent(coin.symbol)}`}
              className={styles.trade}
              aria-label={t('tradeIt', { symbol: coin.currency })}
            >
              {t('trade')}
            </Link>
          )}
        </td>
      </tr>
    );
  },
  (a, b) => a.rowIndex === b.rowIndex && a.coin.currency === b.coin.currency && a.coin.total === b.coin.total,
);
