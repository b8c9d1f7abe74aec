import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '../../market/chart/ChartPanel';
import { useMedia } from '../../lib/use-media';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { BookPanel } from '../spot/BookPanel';
import { CONTRACT_SHORTCUTS } from '../spot/shortcuts';
import { TapePanel } from '../spot/TapePanel';
import { useShortcuts } from '../spot/use-shortcuts';
import { ContractForm } from './ContractForm';
import { ContractHead } from './ContractHead';
import { ContractTables } from './ContractTables';
import { OpenInterest } from './OpenInterest';
import type { TerminalProps } from './terminal';
import contract from './Contract.module.css';
import styles from './Terminal.module.css';

const ShortcutSheet = lazy(() => import('../spot/ShortcutSheet'));

/** As the spot terminal: chart, book, form and own positions in one grid that fills the window. A wide window has the tape too. */
export function DesktopTerminal(props: TerminalProps) {
  const { underlying, book, own, lines, actions, trading } = props;
  const wide = useMedia('(min-width: 1800px)');
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <ContractHead {...props}>
          <Keyboard />
        </ContractHead>
      </div>
      <div className={styles.chart}>
        <PanelBoundary small>
          <ChartPanel
            instrument={underlying}
            contract={book.symbol}
            lines={lines}
            actions={actions}
            trading={trading}
          />
        </PanelBoundary>
      </div>
      <div className={styles.book}>
        <PanelBoundary small>
          <div className={styles.fill}>
            <BookPanel instrument={book} own={own} offers={trading.offers} />
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
          <PanelBoundary small>
            <OpenInterest contract={props.contract} book={book} />
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

/** The shortcuts of spot and those for contracts, with their sheet. */
function Keyboard() {
  const { t } = useTranslation('spot');
  const [sheet, setSheet] = useState(false);
  useShortcuts(CONTRACT_SHORTCUTS, () => setSheet(true));
  return (
    <>
      <button
        type="button"
        className={contract.keys}
        aria-haspopup="dialog"
        aria-label={t('keys.title')}
        title={t('keys.title')}
        onClick={() => setSheet(true)}
      >
        ?
      </button>
      {sheet && (
        <Suspense fallback={null}>
          <ShortcutSheet shortcuts={CONTRACT_SHORTCUTS} onClose={() => setSheet(false)} />
        </Suspense>
      )}
    </>
  );
}
