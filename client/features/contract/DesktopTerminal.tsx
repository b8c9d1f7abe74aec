import { ChartPanel } from '../../market/chart/ChartPanel';
import { useMedia } from '../../lib/use-media';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { BookPanel } from '../spot/BookPanel';
import { TapePanel } from '../spot/TapePanel';
import { ContractForm } from './ContractForm';
import { ContractHead } from './ContractHead';
import { ContractTables } from './ContractTables';
import type { TerminalProps } from './terminal';
import styles from './Terminal.module.css';

/** As the spot terminal: chart, book, form and own positions in one grid that fills the window. A wide window has the tape too. */
export function DesktopTerminal(props: TerminalProps) {
  const { underlying, book, own, lines, actions } = props;
  const wide = useMedia('(min-width: 1800px)');
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <ContractHead {...props} />
      </div>
      <div className={styles.chart}>
        <PanelBoundary small>
          <ChartPanel instrument={underlying} lines={lines} actions={actions} />
        </PanelBoundary>
      </div>
      <div className={styles.book}>
        <PanelBoundary small>
          <div className={styles.fill}>
            <BookPanel instrument={book} own={own} />
          </div>
        </PanelBoundary>
      </div>
      {wide && (
        <div className={styles.tape}>
          <PanelBoundary small>
            <div className={styles.fill}>
              <TapePanel instrument={book} />
            </div>
          </PanelBoundary>
        </div>
      )}
      <div className={styles.side}>
        <div className={styles.fill}>
          <PanelBoundary small>
            <ContractForm {...props} />
          </PanelBoundary>
        </div>
      </div>
      <div className={styles.tables}>
        <div className={styles.fill}>
          <PanelBoundary small>
            <ContractTables {...props} />
          </PanelBoundary>
        </div>
      </div>
    </div>
  );
}
