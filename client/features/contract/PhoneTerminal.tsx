import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '../../market/chart/ChartPanel';
import { Button } from '../../ui/Button';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { Tabs } from '../../ui/Tabs';
import { useOrderForm } from '../../orders/form-store';
import { BookPanel } from '../spot/BookPanel';
import { TapePanel } from '../spot/TapePanel';
import { ContractForm } from './ContractForm';
import { PhoneHead } from './ContractHead';
import { ContractTables } from './ContractTables';
import { useIntent } from './intent-store';
import { OpenInterest } from './OpenInterest';
import type { TerminalProps } from './terminal';
import spot from '../spot/Terminal.module.css';

type View = 'trade' | 'chart';

/** Under the thumb, as spot: form beside a narrow book, or the chart with book and tape below it. */
export function PhoneTerminal(props: TerminalProps) {
  const { t } = useTranslation(['spot', 'contract']);
  const [view, setView] = useState<View>('trade');
  const change = useOrderForm((state) => state.change);
  const asked = useOrderForm((state) => state.quantityAsked);
  useEffect(() => {
    if (asked) setView('trade');
  }, [asked]);
  const set = useIntent((state) => state.set);
  const open = (side: 'buy' | 'sell') => {
    change({ side });
    set({ action: 'open' });
    setView('trade');
  };
  return (
    <div className={spot.phone}>
      <div className={spot.phoneBar}>
        <PhoneHead {...props} />
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
        <div className={spot.thumb}>
          {(['buy', 'sell'] as const).map((side) => (
            <Button key={side} kind={side} wide onClick={() => open(side)}>
              {t(side === 'buy' ? 'contract:side.long' : 'contract:side.short')}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function TradeView(props: TerminalProps) {
  return (
    <>
      <div className={spot.trade}>
        <PanelBoundary small>
          <ContractForm {...props} />
        </PanelBoundary>
        <PanelBoundary small>
          <BookPanel instrument={props.book} own={props.own} offers={props.trading.offers} narrow />
        </PanelBoundary>
      </div>
      <div className={spot.phoneOrders}>
        <PanelBoundary small>
          <ContractTables {...props} />
        </PanelBoundary>
      </div>
    </>
  );
}

function ChartView({ underlying, contract, book, own, lines, actions, trading }: TerminalProps) {
  const { t } = useTranslation(['spot', 'contract']);
  const [below, setBelow] = useState<'book' | 'tape' | 'interest'>('book');
  return (
    <>
      <div className={spot.phoneChart}>
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
      <div className={spot.below}>
        <Tabs
          label={t('phone.below')}
          value={below}
          onChange={setBelow}
          tabs={[
            { value: 'book', label: t('book.title') },
            { value: 'tape', label: t('tape.title') },
            { value: 'interest', label: t('contract:interest.title') },
          ]}
        />
        <div className={spot.belowBody}>
          <PanelBoundary key={below} small>
            {below === 'book' && <BookPanel instrument={book} own={own} offers={trading.offers} />}
            {below === 'tape' && <TapePanel instrument={book} />}
            {below === 'interest' && <OpenInterest contract={contract} book={book} />}
          </PanelBoundary>
        </div>
      </div>
    </>
  );
}
