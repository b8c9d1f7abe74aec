import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '../../market/chart/ChartPanel';
import { Button } from '../../ui/Button';
import { ProductSwitch } from '../../market/ProductSwitch';
import { SymbolBar } from '../../market/SymbolBar';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { Tabs } from '../../ui/Tabs';
import { BookPanel } from './BookPanel';
import { OrderForm } from '../../orders/OrderForm';
import { OrdersPanel } from './OrdersPanel';
import { TapePanel } from './TapePanel';
import { useOrderForm } from '../../orders/form-store';
import { SPOT_ORDERS } from './spot-orders';
import type { TerminalProps } from './terminal-store';
import styles from './Terminal.module.css';

type View = 'trade' | 'chart';

/** Under the thumb: form beside a narrow book, or the chart with book and tape below it. */
export function PhoneTerminal(props: TerminalProps) {
  const { t } = useTranslation(['spot', 'order']);
  const [view, setView] = useState<View>('trade');
  const change = useOrderForm((state) => state.change);
  const asked = useOrderForm((state) => state.quantityAsked);
  useEffect(() => {
    if (asked) setView('trade');
  }, [asked]);
  return (
    <div className={styles.phone}>
      <div className={styles.phoneBar}>
        <SymbolBar instrument={props.instrument} path="/currencyTrade" />
        <ProductSwitch symbol={props.instrument.symbol} current="spot" wide />
        <Tabs
          look="pills"
          label={t('phone.views')}
          controls="phone-view"
          value={view}
          onChange={setView}
          tabs={[
            { value: 'trade', label: t('phone.trade') },
            { value: 'chart', label: t('phone.chart') },
          ]}
        />
      </div>
      <div id="phone-view" role="tabpanel" aria-label={t(`phone.${view}`)}>
        {view === 'trade' ? <TradeView {...props} /> : <ChartView {...props} />}
      </div>
      {view === 'chart' && (
        <div className={styles.thumb}>
          {(['buy', 'sell'] as const).map((side) => (
            <Button key={side} kind={side} wide onClick={() => (change({ side }), setView('trade'))}>
              {t(`order:side.${side}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function TradeView({ instrument, own, trading }: TerminalProps) {
  return (
    <>
      <div className={styles.trade}>
        <PanelBoundary small>
          <OrderForm product={SPOT_ORDERS} instrument={instrument} />
        </PanelBoundary>
        <PanelBoundary small>
          <BookPanel instrument={instrument} own={own} offers={trading.offers} narrow />
        </PanelBoundary>
      </div>
      <div className={styles.phoneOrders}>
        <PanelBoundary small>
          <OrdersPanel instrument={instrument} />
        </PanelBoundary>
      </div>
    </>
  );
}

function ChartView({ instrument, own, lines, actions, trading }: TerminalProps) {
  const { t } = useTranslation('spot');
  const [below, setBelow] = useState<'book' | 'tape'>('book');
  return (
    <>
      <div className={styles.phoneChart}>
        <PanelBoundary small>
          <ChartPanel instrument={instrument} lines={lines} actions={actions} trading={trading} />
        </PanelBoundary>
      </div>
      <div className={styles.below}>
        <Tabs
          label={t('phone.below')}
          value={below}
          onChange={setBelow}
          tabs={[
            { value: 'book', label: t('book.title') },
            { value: 'tape', label: t('tape.title') },
          ]}
        />
        <div className={styles.belowBody}>
          <PanelBoundary key={below} small>
            {below === 'book' ? (
              <BookPanel instrument={instrument} own={own} offers={trading.offers} />
            ) : (
              <TapePanel instrument={instrument} />
            )}
          </PanelBoundary>
        </div>
      </div>
    </>
  );
}
