import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useTape } from '../../market/tape-store';
import { Empty, Skeleton } from '../../ui/states';
import { pickPrice } from './form-store';
import styles from './TapePanel.module.css';

/** The last public trades, newest first. The taker's side gives the colour. */
export function TapePanel({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const trades = useTape((state) => state.trades);
  return (
    <section className={styles.panel} aria-label={t('tape.title')} data-testid="tape">
      <h2>{t('tape.title')}</h2>
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
                <tr key={trade.id} onClick={() => pickPrice(trade.price)}>
                  <td className={trade.side === 'buy' ? 'up' : 'down'}>
                    {format.decimal(trade.price, instrument.priceDecimals)}
                  </td>
                  <td>{format.decimal(trade.quantity, instrument.quantityDecimals)}</td>
                  <td>{format.time(trade.at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
