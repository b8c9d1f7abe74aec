import { memo, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView, TickerView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat, type Formatter } from '../../lib/format';
import { AlertButton } from '../../market/alerts';
import { useStar } from '../../market/watchlists';
import { Logo } from '../../market/Logo';
import { phaseKey, sessionKey, useMoment } from '../../market/session-text';
import { Sparkline } from '../../market/Sparkline';
import { useTicker } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import { Change, Price } from '../../ui/numbers';
import { ContractCellOf } from './ContractCells';
import { isContractCell, pageOf, tradeOf, type Cell, type ContractCell } from './market-cells';
import { spreadOf, type Tab } from './market-list';
import styles from './MarketTable.module.css';

interface MarketRowProps {
  instrument: InstrumentView;
  tab: Tab;
  cells: readonly Cell[];
  rowIndex: number;
  /** A phone has no room for the way onward: the name leads there. */
  phone: boolean;
  /** What moves the row, while the list is being arranged. */
  handle?: ReactNode;
}

export const MarketRow = memo(function MarketRow({ instrument, tab, cells, rowIndex, phone, handle }: MarketRowProps) {
  const { t } = useTranslation('market');
  const { symbol, base } = instrument;
  return (
    <tr role="row" aria-rowindex={rowIndex} className={styles.row} data-symbol={symbol}>
      <td role="cell" className={styles.star}>
        <Star symbol={symbol} />
      </td>
      <Name instrument={instrument} />
      <Cells instrument={instrument} cells={cells} />
      {handle !== undefined && (
        <td role="cell" className={styles.way}>
          {handle}
        </td>
      )}
      {handle === undefined && !phone && (
        <td role="cell" className={styles.way}>
          <AlertButton symbol={symbol} className={styles.alert} />
          <Link to={tradeOf(symbol, tab)} className={styles.trade} aria-label={t('tradeIt', { symbol: base })}>
            {t('trade')}
          </Link>
        </td>
      )}
    </tr>
  );
});

export function Star({ symbol }: { symbol: string }) {
  const { starred, label, toggle } = useStar(symbol);
  return (
    <button
      type="button"
      aria-pressed={starred}
      aria-label={label}
      className={cx(styles.starButton, starred && styles.starred)}
      onClick={toggle}
    >
      <Icon name="star" size={16} filled={starred} />
    </button>
  );
}

function Name({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const { symbol, base, quote, name, session } = instrument;
  return (
    <th role="rowheader" scope="row">
      <Link to={pageOf(symbol)} className={styles.link}>
        <Logo base={base} size={28} />
        <b>
          {base}
          <small>/{quote}</small>
          {!session.open && <span className={cx(styles.closedMark, styles.phone)}>{t(phaseKey(session))}</span>}
        </b>
        <span>{name}</span>
      </Link>
    </th>
  );
}

/** The cells that follow the price; a tick renders these and nothing else of the row. */
function Cells({ instrument, cells }: Pick<MarketRowProps, 'instrument' | 'cells'>) {
  const ticker = useTicker(instrument.symbol);
  const format = useFormat();
  return cells.map((cell) =>
    isContractCell(cell) ? (
      <ContractCellOf key={cell} cell={cell} instrument={instrument} />
    ) : (
      <CellOf key={cell} cell={cell} instrument={instrument} ticker={ticker} format={format} />
    ),
  );
}

interface CellProps {
  cell: Exclude<Cell, ContractCell>;
  instrument: InstrumentView;
  ticker: TickerView | undefined;
  format: Formatter;
}

function CellOf({ cell, instrument, ticker, format }: CellProps) {
  switch (cell) {
    case 'price':
      return (
        <td role="cell" className={cx(styles.number, styles.price)}>
          {ticker ? <Price value={ticker.last} decimals={instrument.priceDecimals} /> : '–'}
        </td>
      );
    case 'change':
      return (
        <td role="cell" className={styles.number}>
          {ticker ? <Change value={ticker.changePct} pill /> : '–'}
        </td>
      );
    case 'curve':
      return (
        <td role="cell" className={styles.curve}>
          <Sparkline symbol={instrument.symbol} ticker={ticker} />
        </td>
      );
    case 'range':
      return (
        <td role="cell" className={styles.number}>
          {ticker ? <Range ticker={ticker} decimals={instrument.priceDecimals} format={format} /> : '–'}
        </td>
      );
    case 'high':
    case 'low':
      return <Figure text={ticker && format.decimal(ticker[`${cell}24h`], instrument.priceDecimals)} />;
    case 'volume':
      return <Figure text={ticker && format.compact(ticker.volume24h)} />;
    case 'turnover':
      return <Figure text={ticker && format.compact(ticker.quoteVolume24h)} />;
    case 'spread':
      return <Figure text={ticker && spreadText(ticker, format)} />;
    case 'class':
    case 'sector':
      return <Kind instrument={instrument} of={cell} />;
    case 'leverage':
      return (
        <td role="cell" className={cx(styles.number, styles.soft)}>
          {format.count(instrument.leverageMax)}×
        </td>
      );
    case 'session':
      return <Session instrument={instrument} />;
  }
}

const Figure = ({ text }: { text: string | undefined }) => (
  <td role="cell" className={cx(styles.number, styles.soft)}>
    {text ?? '–'}
  </td>
);

/** In basis points, which are the same unit for every price. */
function spreadText(ticker: TickerView, format: Formatter): string | undefined {
  const spread = spreadOf(ticker);
  return spread === undefined ? undefined : `${format.amount(spread.toFixed(4), 4, 2)} bps`;
}

function Kind({ instrument, of }: { instrument: InstrumentView; of: 'class' | 'sector' }) {
  const { t } = useTranslation('market');
  return (
    <td role="cell" className={cx(styles.kind, styles.soft)}>
      {of === 'class' ? t(`category.${instrument.class}`) : t(`sector.${instrument.sector}`)}
    </td>
  );
}

/** Low and high of the day, and where between them the price stands. */
function Range({ ticker, decimals, format }: { ticker: TickerView; decimals: number; format: Formatter }) {
  const [low, high, last] = [ticker.low24h, ticker.high24h, ticker.last].map(Number) as [number, number, number];
  const at = high > low ? (last - low) / (high - low) : 0.5;
  return (
    <span className={styles.range} style={{ '--at': at } as CSSProperties}>
      <span>{format.decimal(ticker.low24h, decimals)}</span>
      <span>{format.decimal(ticker.high24h, decimals)}</span>
      <i aria-hidden="true" />
    </span>
  );
}

function Session({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const moment = useMoment();
  const { session } = instrument;
  return (
    <td role="cell" className={styles.sessionCell}>
      <span className={cx(styles.session, session.open && styles.open)}>{t(phaseKey(session))}</span>
      <small>{t(sessionKey(session), { at: session.nextChangeAt === null ? '' : moment(session.nextChangeAt) })}</small>
    </td>
  );
}
