import { Suspense, lazy, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { cx } from '../../lib/cx';
import { ChartPanel } from '../../market/chart/ChartPanel';
import { useMedia } from '../../lib/use-media';
import { ProductSwitch } from '../../market/ProductSwitch';
import { SymbolBar } from '../../market/SymbolBar';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { BookPanel } from './BookPanel';
import { LayoutMenu } from './LayoutMenu';
import { OrderForm } from '../../orders/OrderForm';
import { OrdersPanel } from './OrdersPanel';
import { Splitter } from './Splitter';
import { TapePanel } from './TapePanel';
import { useTerminal, type PanelName, type TerminalProps } from './terminal-store';
import { SPOT_ORDERS } from './spot-orders';
import styles from './Terminal.module.css';

/** Only a very wide window has room for it. */
const InstrumentCard = lazy(() => import('./InstrumentCard'));

/**
 * Everything at once in one grid that fills the window and never scrolls: chart, book, tape, form and orders. Where the form
 * stands and how wide the panels are is the reader's choice; a wide screen has a column more for the tape.
 */
export function DesktopTerminal({ instrument, lines, own, actions, trading }: TerminalProps) {
  const wide = useMedia('(min-width: 1800px)');
  const { formPlace, sizes } = useTerminal();
  const [book, form, orders] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
  ];
  const beside = formPlace !== 'bottom';
  return (
    <div className={cx(styles.grid, styles[`form-${formPlace}`], wide && styles.wide)} style={measures(sizes)}>
      <div className={styles.bar}>
        <SymbolBar instrument={instrument} path="/currencyTrade">
          <ProductSwitch symbol={instrument.symbol} current="spot" />
          <LayoutMenu />
        </SymbolBar>
      </div>
      <Panel area="chart">
        <ChartPanel instrument={instrument} lines={lines} actions={actions} trading={trading} />
      </Panel>
      <Panel area="book" place={book} border={<Splitter panel="bookWidth" target={book} edge="start" />}>
        <BookPanel instrument={instrument} own={own} offers={trading.offers} />
      </Panel>
      {(wide || !beside) && (
        <Panel area="tape">
          <TapePanel instrument={instrument} />
        </Panel>
      )}
      <Panel
        area="side"
        place={form}
        border={beside && <Splitter panel="formWidth" target={form} edge={formPlace === 'left' ? 'end' : 'start'} />}
      >
        <div className={styles.form}>
          <OrderForm product={SPOT_ORDERS} instrument={instrument} />
        </div>
        {beside && (
          <div className={styles.rest}>
            <Suspense fallback={null}>
              {wide ? <InstrumentCard instrument={instrument} /> : <TapePanel instrument={instrument} />}
            </Suspense>
          </div>
        )}
      </Panel>
      <Panel area="orders" place={orders} border={<Splitter panel="ordersHeight" target={orders} edge="top" />}>
        <OrdersPanel instrument={instrument} />
      </Panel>
    </div>
  );
}

interface PanelProps {
  area: 'chart' | 'book' | 'tape' | 'side' | 'orders';
  place?: RefObject<HTMLDivElement | null>;
  border?: ReactNode;
  children: ReactNode;
}

/** A panel that fails shows it, and the others go on trading. */
function Panel({ area, place, border, children }: PanelProps) {
  return (
    <div className={styles[area]} ref={place}>
      {border}
      <PanelBoundary small>
        <div className={styles.fill}>{children}</div>
      </PanelBoundary>
    </div>
  );
}

const VARIABLES: Record<PanelName, string> = {
  bookWidth: '--book-width',
  formWidth: '--form-width',
  ordersHeight: '--orders-height',
};

const measures = (sizes: Record<PanelName, number | null>): CSSProperties =>
  Object.fromEntries(
    Object.entries(sizes)
      .filter(([, pixels]) => pixels !== null)
      .map(([panel, pixels]) => [VARIABLES[panel as PanelName], `${pixels}px`]),
  );
