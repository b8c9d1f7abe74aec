import { ChartPanel } from '../../market/chart/ChartPanel';
import { useMedia } from '../../lib/use-media';
import { BookPanel } from './BookPanel';
import { InstrumentCard } from './InstrumentCard';
import { OrderForm } from './OrderForm';
import { OrdersPanel } from './OrdersPanel';
import type { TerminalProps } from './SpotScreen';
import { SymbolBar } from './SymbolBar';
import { TapePanel } from './TapePanel';
import styles from './Terminal.module.css';

/** Everything at once: chart, book, tape, form and orders in one grid. */
export function DesktopTerminal({ instrument, lines, own }: TerminalProps) {
  const wide = useMedia('(min-width: 1800px)');
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <SymbolBar instrument={instrument} />
      </div>
      <div className={styles.chart}>
        <ChartPanel instrument={instrument} lines={lines} />
      </div>
      <div className={styles.book}>
        <BookPanel instrument={instrument} own={own} />
      </div>
      {wide && (
        <div className={styles.tape}>
          <TapePanel instrument={instrument} />
        </div>
      )}
      <div className={styles.side}>
        <div className={styles.form}>
          <OrderForm instrument={instrument} />
        </div>
        <div className={styles.rest}>
          {wide ? <InstrumentCard instrument={instrument} /> : <TapePanel instrument={instrument} />}
        </div>
      </div>
      <div className={styles.orders}>
        <OrdersPanel instrument={instrument} />
      </div>
    </div>
  );
}
