import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CandleRow, InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import ModalPanel from '../../ui/ModalPanel';
import { Empty } from '../../ui/states';
import { isIntraday } from './candles';
import { useLayout } from './layout-store';
import styles from './Dialogs.module.css';

const SHOWN = 60;

interface TableDialogProps {
  instrument: InstrumentView;
  /** Candles of a contract have no volume. */
  contract: string | undefined;
  rows: readonly CandleRow[];
  onClose: () => void;
}

/** The last candles in words and figures: the chart for who cannot see it. They stand still while they are read. */
export function TableDialog({ instrument, contract, rows, onClose }: TableDialogProps) {
  const { t } = useTranslation('chart');
  const format = useFormat();
  const [{ period }] = useLayout(instrument.symbol);
  const [shown] = useState(() => rows.slice(-SHOWN).reverse());
  const columns = [
    'time',
    'open',
    'high',
    'low',
    'close',
    ...(contract === undefined ? ['volume' as const] : []),
  ] as const;
  const price = (text: string) => format.decimal(text, instrument.priceDecimals);
  return (
    <ModalPanel title={t('table')} onClose={onClose} size={720} tall>
      {shown.length === 0 ? (
        <Empty text={t('empty')} />
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('table')}>
          <table className={styles.table}>
            <caption>{t('of', { symbol: contract ?? instrument.symbol, period: t(`period.${period}`) })}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`table.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(([at, open, high, low, close, volume]) => (
                <tr key={at}>
                  <th scope="row">
                    {isIntraday(period)
                      ? format.shortDateTime(at)
                      : new Intl.DateTimeFormat(format.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)}
                  </th>
                  <td>{price(open)}</td>
                  <td>{price(high)}</td>
                  <td>{price(low)}</td>
                  <td>{price(close)}</td>
                  {contract === undefined && <td>{format.compact(volume)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ModalPanel>
  );
}
