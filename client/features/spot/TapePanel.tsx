import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView, PublicTradeView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat, type Formatter } from '../../lib/format';
import { largePrint } from '../../market/tape';
import { useTape } from '../../market/tape-store';
import { Empty, Skeleton } from '../../ui/states';
import { pickPrice } from './form-store';
import { StaleMark } from './StaleMark';
import styles from './TapePanel.module.css';

/** The last public trades, newest first. The taker's side gives the colour; prints far above the usual size stand out. */
export function TapePanel({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const sides = { buy: t('side.buy'), sell: t('side.sell') };
  const trades = useTape((state) => state.trades);
  const large = useMemo(() => largePrint(trades ?? []), [trades]);
  return (
    <section className={styles.panel} aria-label={t('tape.title')} data-testid="tape">
      <h2>
        {t('tape.title')} <StaleMark />
      </h2>
      {trades === null && <Skeleton rows={8} height={12} />}
      {trades?.length === 0 && <Empty text={t('tape.empty')} />}
      {trades && trades.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('tape.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('book.price', { asset: instrument.quote })}</th>
                <th scope="col">{t('book.quantity', { asset: instrument.base })}</th>
                <th scope="col">{t('tape.time')}</th>
              </tr>
            </thead>
            <tbody>
              {trades.map((trade) => (
                <Print
                  key={trade.id}
                  trade={trade}
                  instrument={instrument}
                  format={format}
                  side={sides[trade.side]}
                  large={Number(trade.quantity) >= large ? t('tape.large') : ''}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface PrintProps {
  trade: PublicTradeView;
  instrument: InstrumentView;
  format: Formatter;
  /** What its side is called. */
  side: string;
  /** What a large one is called; empty for the others. */
  large: string;
}

/** Drawn once: a trade never changes, only what counts as large does. */
const Print = memo(function Print({ trade, instrument, format, side, large }: PrintProps) {
  const buy = trade.side === 'buy';
  return (
    <tr
      className={large ? cx(styles.large, buy ? styles.bought : styles.sold) : undefined}
      title={large || undefined}
      onClick={() => pickPrice(trade.price)}
    >
      <td className={buy ? 'up' : 'down'}>
        {format.decimal(trade.price, instrument.priceDecimals)}
        <span className="hidden-visually">{side}</span>
      </td>
      <td>{format.decimal(trade.quantity, instrument.quantityDecimals)}</td>
      <td>{format.time(trade.at)}</td>
    </tr>
  );
});
